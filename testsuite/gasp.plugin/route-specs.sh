# gcc -specs=gasp.specs, with nothing in between.
#
# SPDX-License-Identifier: Apache-2.0

cat > prog.c <<'END'
#include <pupc.h>
int f (volatile int *p) { return *p; }
int main (void)
{
  int zero = 0;
  pupc_event_atomic (pupc_create_event ("e", 0));
  return f (&zero);
}
END
cp prog.c prog.C
for mode in source emitted; do
  run 0 $STOCK -specs="$BUILD/lib/gasp.specs" -finstrument-gasp-functions=$mode prog.c -o prog
  run 0 under dump ./prog
  count 4 result GASP_C_FUNC
  count 1 result '\. e '
  run 0 $STOCKXX -specs="$BUILD/lib/gasp.specs" -O2 -fno-inline -finstrument-gasp-functions=$mode prog.C -o prog
  run 0 under dump ./prog
  count 4 result GASP_C_FUNC
done
printf 'program p\nend program\n' > p.f90
run 0 $STOCKFC -specs="$BUILD/lib/gasp.specs" -finstrument-gasp-functions p.f90 -o p
run 0 under dump ./p
count 2 result 'GASP_C_FUNC.*"p"'
