# Shared objects of several units that together are too large: the linker says
# so, in words that a user of UPC understands.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.upc <<'END'
#include <stdio.h>
#include <upc.h>
shared [] char a[SIZE];
extern shared [] char b[];
int main (void)
{
  if (MYTHREAD == 0)
    a[SIZE - 1] = b[SIZE - 1] = 3;
  upc_barrier;
  printf ("%d\n", a[SIZE - 1] + b[SIZE - 1]);
  return 0;
}
END
echo 'shared [] char b[SIZE];' > b.upc
for options in '' -no-pie -flto; do
  run 0 "$UPCC" -O1 $options -DSIZE=1000000000 a.upc b.upc -o prog
  run 0 ./prog -n 2
  count 2 out '^6$'
  run 1 "$UPCC" -O1 $options -DSIZE=1500000000 a.upc b.upc -o prog
  has err 'UPC: the static shared objects of this program together take more than 2 GiB'
done
