# pupc.h costs nothing without a flag: arguments not evaluated, nothing linked.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.c <<'END'
#include <pupc.h>
int calls;
int count (void) { return ++calls; }
int main (void)
{
  unsigned int event = pupc_create_event ("name", "%d");
  pupc_event_start (event, count ());
  pupc_event_atomic (event);
  pupc_event_end (event, count (), count ());
  if (!pupc_control (0))
    return 2;
  return calls;
}
END
cp a.c a.C
for options in -O0 -O2 '-Wall -Wextra -Werror -O2'; do
  run 0 $STOCK $options -I"$BUILD/include" a.c -o stock
  run 0 ./stock
  run 0 $STOCKXX $options -I"$BUILD/include" a.C -o stock
  run 0 ./stock
  run 0 "$CC" $options -c a.c
  nm a.o > symbols
  hasnt symbols 'pupc|gasp'
  run 0 "$CC" $options a.c -o prog
  run 0 ./prog
done
