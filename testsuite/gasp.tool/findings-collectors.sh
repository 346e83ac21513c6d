# Garbage collection is found by its functions, whatever calls them, or by its threads,
# which take their names after they have begun and need not end.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
cat > collect.c <<'END'
#include <pthread.h>
#include <sys/prctl.h>
#include <unistd.h>
static volatile int counter;
#define spin(n) for (int i = 0; i < (n); i++) counter++
__attribute__ ((noipa)) void caml_oldify (void) { spin (60000000); }
__attribute__ ((noipa)) void caml_gc_dispatch (void) { caml_oldify (); }
__attribute__ ((noipa)) void work (void) { spin (60000000); }
static volatile int done;
static void *collect (void *unused)
{
  prctl (PR_SET_NAME, "GC Thread#1");
  spin (60000000);
  done = 1;
  for (;;)
    pause ();
  return unused;
}
int main (int count, char **arguments)
{
  pthread_t thread;
  work ();
  if (count > 1)
    caml_gc_dispatch ();
  else if (!pthread_create (&thread, 0, collect, 0))
    while (!done)
      usleep (1000);
  return 0;
}
END
run 0 "$STOCK" -O1 collect.c -o collect -pthread
for owner in Java OCaml; do
  rm -rf profile
  # shellcheck disable=SC2046
  run 0 "$GASP" run -q -o profile ./collect $([ $owner = Java ] || echo 1)
  run 0 "$GASP" report profile
  has out "[3-6][0-9] % of the time( running)? is garbage collection by $owner's"
done
