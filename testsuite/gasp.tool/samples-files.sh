# Samples get their names from the files that ran: from the kernel's vdso, too, but not
# from a file that has been built anew since, which the report says.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"

cat > clock.c <<'END'
#include <time.h>
int main (void)
{
  struct timespec t, start;
  clock_gettime (CLOCK_MONOTONIC, &start);
  do
    clock_gettime (CLOCK_MONOTONIC, &t);
  while (t.tv_sec - start.tv_sec < 1 || t.tv_nsec < start.tv_nsec);
  return 0;
}
END
run 0 "$STOCK" -O1 clock.c -o clock
profile 0 --sample=time ./clock
run 0 "$GASP" report --view=flat profile
if ldd ./clock | grep -q linux-vdso; then
  has out ' clock_gettime'
  hasnt out '\(linux-vdso'
fi

# build FIRST SECOND TURNS: ./prog, whose function FIRST does all the work.  The build-id
# says what the code is, not what it is called.
build ()
{
  cat > prog.c <<END
static volatile double x;
__attribute__ ((noipa)) void $1 (void) { for (int i = 0; i < $3; i++) x += i; }
__attribute__ ((noipa)) void $2 (void) { x += 1; }
int main (void) { $1 (); $2 (); return 0; }
END
  run 0 "$STOCK" -O1 -Wl,--build-id prog.c -o prog
}
build worker idler 100000000
profile 0 --sample=time ./prog
run 0 "$GASP" report --view=flat profile
has out ' worker'
build other worker 100000001
rm -r profile/code
run 0 "$GASP" report --view=flat profile
hasnt out ' (other|worker) *$'
has out ' \(prog\)'
has err '/prog is not the file that ran: what samples saw in it has no names'
