# A function that is still in its call when it is switched off, and goes on, also where it
# is inlined: what it calls is not counted twice, in it and beside it, and its time is not
# taken for recording.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "it takes long"
cat > prog.c <<'END'
#include <time.h>
__attribute__ ((noipa)) static void fresh (void)
{
  struct timespec t;
  clock_t until = clock () + CLOCKS_PER_SEC / 5;
  while (clock () < until)
    clock_gettime (CLOCK_MONOTONIC, &t);
}
__attribute__ ((noipa)) static void outer (int level)
{
  if (level)
    return;
  for (int i = 0; i < 5000000; i++)
    outer (1);
  fresh ();
  for (volatile int i = 0; i < 300000000; i++)
    continue;
}
int main (void)
{
  outer (0);
  return 0;
}
END
for mode in $(modes_of "$TEST"); do
  run 0 "$CC" -g -O2 --profile -finstrument-gasp-functions=$mode prog.c -o prog
  rm -rf profile
  run 0 "$GASP" run -q --budget=2% -o profile ./prog
  run 0 "$GASP" report --format=csv --view=tree,processes profile
  rows '$1 == "tree" { self += $at["self"] }
    $1 == "processes" { time = $at["duration"] }
    END { print self, time; exit !(self > .9 * time && self < 1.02 * time) }' out \
    || fail "$mode: not what the process took"
  run 0 "$GASP" report --format=csv --view=tree profile
  rows '$1 == "tree" { name[$at["id"]] = $at["name"] }
    $1 == "tree" && $at["name"] == "fresh" && name[$at["parent"]] == "outer" { found = 1 }
    END { exit !found }' out || fail "$mode: not below its caller"
done

# So it is of one that waits while another thread has the function switched off, also
# where both are inlined, so that no stack tells them apart.
cat > prog.c <<'END'
#include <pthread.h>
#include <time.h>
static volatile int over;
static void rest (void)
{
  struct timespec t = { 0, 100000000 };
  nanosleep (&t, 0);
}
static inline __attribute__ ((always_inline)) void often (int waits)
{
  if (waits)
    rest ();
}
static inline __attribute__ ((always_inline)) void after (void)
{
  rest ();
}
static void *waiter (void *unused)
{
  often (1);
  after ();
  over = 1;
  return unused;
}
int main (void)
{
  pthread_t thread;
  pthread_create (&thread, 0, waiter, 0);
  while (!over)
    often (0);
  pthread_join (thread, 0);
  return 0;
}
END
run 0 "$CC" -g -O1 --profile prog.c -o prog -pthread
rm -rf profile
run 0 "$GASP" run -q --budget=2% -o profile ./prog
run 0 "$GASP" report --format=csv --view=tree profile
rows '$1 == "tree" { name[$at["id"]] = $at["name"] }
  $1 == "tree" && $at["name"] == "after" && name[$at["parent"]] == "waiter" { found = 1 }
  END { exit !found }' out || fail "in a call that is over"
