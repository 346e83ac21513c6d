# A wait for a lock, and giving it back behind one, are below the functions that called
# those which take and give it: where nothing is instrumented, where functions are switched
# off, and where a budget leaves the events out.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
[ "$(uname -m)" = x86_64 ] || unsupported "callers are known on x86-64 only"
"$GASP" doctor | grep -q 'libdw.*no' && unsupported "no libdw"
cat > prog.c <<'END'
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t ready, taken;
static int sum;
#define FUNCTION(name, body) \
  __attribute__ ((noinline)) static void name (void) { body; __asm__ (""); sum++; }
FUNCTION (take, pthread_mutex_lock (&lock))
FUNCTION (give, pthread_mutex_unlock (&lock))
FUNCTION (debit, take (); give ())
FUNCTION (transfer, debit ())
static void *
hold (void *unused)
{
  for (int i = 0; i < 10; i++)
    {
      sem_wait (&ready);
      take ();
      sem_post (&taken);
      usleep (10000);
      give ();
    }
  return unused;
}
int
main (void)
{
  pthread_t thread;
  sem_init (&ready, 0, 0);
  sem_init (&taken, 0, 0);
  pthread_create (&thread, NULL, hold, NULL);
  for (int i = 0; i < 10; i++)
    {
      sem_post (&ready);
      sem_wait (&taken);
      transfer ();
    }
  pthread_join (thread, NULL);
  return 0;
}
END
for way in "$STOCK: " "$STOCK:--budget=0" "$CC -finstrument-gasp-functions=emitted:--budget=0" \
  "$CC --profile:--exact"; do
  run 0 ${way%:*} -g -O1 prog.c -o prog -pthread
  rm -rf profile
  run 0 "$GASP" run -q ${way#*:} -o profile ./prog
  "$GASP" report --format=folded profile > folded
  waited=$(awk '/^main;transfer;debit;take;pthread_mutex_lock/ { sum += $NF }
		END { print int (sum / 1e6) }' folded)
  [ "$waited" -ge 50 ] || { cat folded; fail "$way: waited $waited ms"; }
  case $way in *:--budget*) continue ;; esac
  "$GASP" report --view=tree --limit=0 profile > tree
  awk '{ depth = match ($0, /-[a-z]/) } /transfer  prog.c/ { caller = depth }
       /pthread_mutex_unlock.*after a wait/ && caller && depth > caller { found = 1 }
       END { exit !found }' tree || { cat tree; fail "$way: nobody has called unlock"; }
done
