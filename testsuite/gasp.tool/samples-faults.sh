# The kernel's time for page faults stands at the function that had them, and at no
# function that is sampled next.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>
#define OUT __attribute__ ((noipa))
enum { PAGES = 512, PAGE = 4096 };
static volatile double x;
static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}
OUT static void
compute (void)
{
  for (int i = 0; i < 400000; i++)
    x += i;
}
OUT static void
touch (volatile char *memory)
{
  for (int i = 0; i < PAGES; i++)
    memory[i * PAGE] = 1;
}
int
main (void)
{
  double touched = 0, computed = 0;
  while (touched < 150)
    {
      char *memory = mmap (NULL, PAGES * PAGE, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      madvise (memory, PAGES * PAGE, MADV_NOHUGEPAGE);
      double start = now ();
      touch (memory);
      double middle = now ();
      compute ();
      touched += middle - start;
      computed += now () - middle;
      munmap (memory, PAGES * PAGE);
    }
  printf ("%.0f %.0f\n", touched, computed);
  return 0;
}
END
run 0 "$STOCK" -O1 prog.c -o prog
profile 0 --budget=0 ./prog
read -r touched computed < out
run 0 "$GASP" report profile
grep -q 'samples .*perf events' out || unsupported "no perf events"
run 0 "$GASP" report --format=csv --view=flat --output=csv profile
# near MS NAME: what ran in NAME is within a quarter of MS.
near ()
{
  got=$(($(figure running "$2") / 1000000))
  [ $((got * 4)) -ge $(($1 * 3)) ] && [ $((got * 4)) -le $(($1 * 5)) ] \
    || { cat csv; fail "$2: $got ms for $1"; }
}
near "$touched" touch
near "$computed" compute
