# An access to an element of an array is few statements, in one block, however many
# threads there are: of these each pass of GCC has to look at each.  So it is where a
# pointer moves by what is not constant; and a loop along a row in one block is as in C.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.upc <<'EOF'
#include <upc.h>
shared int cyclic[100 * THREADS];
shared [7] int blocked[70 * THREADS];
int cyclic_read (long i) { return cyclic[i]; }
void cyclic_write (long i, int x) { cyclic[i] = x; }
int blocked_read (long i) { return blocked[i]; }
shared [32] int rows[10 * THREADS][4][32];
int moved (shared [7] int *p, long i) { return p[i]; }
int along (int i, int n)
{
  int sum = 0;
  for (int j = 1; j < n; j++)
    sum += rows[i][2][j] * rows[i + 1][0][j - 1];
  return sum;
}
EOF
run 0 "$UPCC" -O2 -S a.upc -o a.s -fdump-tree-ccp1=ccp1 -fdump-tree-mergephi1=later
for function in 'cyclic_read 25' 'cyclic_write 25' 'blocked_read 35'; do
  # shellcheck disable=SC2086
  set -- $function
  sed -n "/^[a-z]* $1 (/,/^}/p" ccp1 | sed -n '/<bb 2>/,$p' > body
  count=$(grep -c '[^ ].*;' body)
  [ "$count" -gt 5 ] && [ "$count" -le "$2" ] || { cat body; fail "$1: $count statements"; }
  if grep -q '<bb 3>' body; then cat body; fail "$1: branches"; fi
done
for function in 'moved 1' 'along 5'; do
  # shellcheck disable=SC2086
  set -- $function
  sed -n "/^[a-z]* $1 (/,/^}/p" later > body
  count=$(grep -c '<bb [0-9]*>.*:$' body)
  [ "$count" -ge 1 ] && [ "$count" -le "$2" ] || { cat body; fail "$1: $count blocks"; }
done
