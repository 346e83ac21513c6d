# Programs need no -lm, unless they want no libraries at all.
#
# SPDX-License-Identifier: Apache-2.0

cat > root.upc <<'END'
#include <upc.h>
#include <math.h>
#include <stdio.h>
int main (int argc, char **argv)
{
  if (MYTHREAD == 0)
    printf ("%g\n", cbrt (argc * 27.0));
  return 0;
}
END
run 0 "$UPCC" root.upc -o root
UPC_THREADS=2 run 0 ./root
has out "^3$"
