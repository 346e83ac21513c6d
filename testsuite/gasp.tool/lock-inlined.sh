# The line of a lock, and of a wait for a condition, is where the program uses it, also if
# the function that takes the lock and returns with it is inlined there; but not where one
# is inlined that gives it back.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
not_emulated "gasp runs programs of this machine"
"$GASP" doctor | grep -q 'libdw.*no' && unsupported "no libdw"
cat > prog.c <<'END'
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t bread = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t milk = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER;
static volatile int count, is_full;

#define INLINE static inline __attribute__ ((always_inline)) void
INLINE take (pthread_mutex_t *of) { if (pthread_mutex_lock (of)) abort (); }
INLINE give (pthread_mutex_t *of) { if (pthread_mutex_unlock (of)) abort (); }
INLINE await (pthread_mutex_t *of)
{
  if (pthread_cond_wait (&full, of))
    {
      pthread_mutex_unlock (of);
      abort ();
    }
}
INLINE pour (void)
{
  take (&milk);				/* POUR */
  count++;
  give (&milk);
}

static void *
body (void *unused)
{
  for (int i = 0; i < 25; i++)
    {
      take (&bread);			/* EAT */
      count++;
      give (&bread);
      pour ();
      pour ();
    }
  take (&bread);			/* BAKE */
  is_full = 1;
  pthread_cond_signal (&full);
  give (&bread);
  return unused;
}

int
main ()
{
  pthread_t thread;
  take (&bread);			/* WAIT */
  pthread_create (&thread, NULL, body, NULL);
  while (!is_full)
    await (&bread);			/* AWAIT */
  give (&bread);
  pthread_join (thread, NULL);
}
END
line () { grep -n "/\* $1 \*/" prog.c | cut -d : -f 1; }
for compile in "gcc -O2" "$CC -O2 -finstrument-gasp-functions=emitted" "$CC -O1 --profile"
do
  rm -rf profile
  run 0 $compile -g prog.c -o prog -pthread
  run 0 "$GASP" run -q --threads=yes -o profile ./prog
  table team-locks profile
  awk -F, '{ gsub (/"/, "") }
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    NR > 1 && $at["lock"] ~ /^(bread|milk)/ \
      { print $at["lock"], $at["location"], $at["taken"] }' table.csv | sort > got
  printf "%s prog.c:%d %d\n" milk "$(line POUR)" 50 bread "$(line EAT)" 25 \
    bread "$(line BAKE)" 1 bread "$(line WAIT)" 1 | sort > wanted
  diff wanted got || fail "other lines"
  "$GASP" report --view=blocking profile > out
  has out "pthread_cond_wait *full *prog.c:$(line AWAIT) "
done
