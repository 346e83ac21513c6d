# pupc_control (0): nothing is measured until pupc_control (1).
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > a.c <<'END'
#include <pupc.h>
__attribute__ ((noipa)) void f (void) { __asm__ volatile (""); }
int main (void)
{
  int i, first = pupc_control (0);
  for (i = 0; i < 10; i++) f ();
  i = pupc_control (5);
  f (); f ();
  return first == 0 || i != 0 || pupc_control (1) != 5;
}
END
for mode in source emitted; do
  run 0 "$CC" -O1 -finstrument-gasp-functions=$mode a.c -o prog
  run 0 ./prog
  profile 0 ./prog
  calls 2 'void f(void)'
done
