# gdb stops at the user's lines, shows them, and private variables.
#
# SPDX-License-Identifier: Apache-2.0

need gdb
cat > a.upc <<'END'
#include <upc.h>
shared int a[10 * THREADS];
int total;
int
main (void)
{
  int private = 42;
  upc_forall (int i = 0; i < 10; i++; i)
    {
      total += i;
      a[i] = i;
    }
  upc_barrier;
  total = private;	/* line 14 */
  return 0;
}
END
run 0 "$UPCC" -g -O0 -T 1 a.upc
cat > commands <<'END'
set debuginfod enabled off
set breakpoint pending on
break a.upc:10
break a.upc:14
run
print i
bt -full 1
continue
print i
delete 1
continue
print private
print total
info line
END
run 0 timeout 60 gdb -q -batch -x commands ./a.out
has out '10.*total \+= i;'
has out '^\$1 = 0$'
has out 'private = 42'
hasnt out '__upc_'
has out '^\$2 = 1$'
has out '14.*total = private;'
has out '^\$3 = 42$'
has out '^\$4 = 45$'
