# An access to an element of an array is few statements, in one block, however many
# threads there are: of these each pass of GCC has to look at each.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.upc <<'EOF'
#include <upc.h>
shared int cyclic[100 * THREADS];
shared [7] int blocked[70 * THREADS];
int cyclic_read (long i) { return cyclic[i]; }
void cyclic_write (long i, int x) { cyclic[i] = x; }
int blocked_read (long i) { return blocked[i]; }
EOF
run 0 "$UPCC" -O2 -S a.upc -o a.s -fdump-tree-ccp1=ccp1
for function in 'cyclic_read 25' 'cyclic_write 25' 'blocked_read 35'; do
  # shellcheck disable=SC2086
  set -- $function
  sed -n "/^[a-z]* $1 (/,/^}/p" ccp1 | sed -n '/<bb 2>/,$p' > body
  count=$(grep -c '[^ ].*;' body)
  [ "$count" -gt 5 ] && [ "$count" -le "$2" ] || { cat body; fail "$1: $count statements"; }
  if grep -q '<bb 3>' body; then cat body; fail "$1: branches"; fi
done
