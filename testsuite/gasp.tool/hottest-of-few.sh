# No line is called the hottest where samples do not tell of most of the time, as
# where the system works for the program.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}
__attribute__ ((noipa)) static double
own (double x, double end)
{
  while (now () < end)
    for (int i = 0; i < 100000; i++) x = x * 1.0000001 + 1e-9;
  return x;
}
__attribute__ ((noipa)) static void
of_system (int file, char *block, double end)
{
  while (now () < end)
    if (read (file, block, 1 << 20) != 1 << 20) abort ();
}
int
main (int argc, char **argv)
{
  static char block[1 << 20];
  int file = open ("/dev/zero", O_RDONLY);
  double long_one = now () + .3, long_own = argc > 1 ? long_one : 0;
  double x = own (1, long_own);
  of_system (file, block, argc > 1 ? now () + .03 : long_one);
  if (!long_own) x = own (x, now () + .03);
  return x == 3;
}
END
run 0 "$CC" --profile -O1 -g prog.c -o prog
run 0 "$GASP" run -q -o system ./prog
run 0 "$GASP" report system
hasnt out '^  hottest .* in own, '
run 0 "$GASP" run -q -o own ./prog own
run 0 "$GASP" report own
has out '^  hottest  *prog.c:1[567] in own, '
