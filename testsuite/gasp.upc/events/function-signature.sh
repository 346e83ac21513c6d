# The signatures that GASP_C_FUNC gives have "shared" and block sizes.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.upc <<'END'
#include <upc.h>
shared [3] int a[3 * THREADS];
static shared [3] int *blocks (shared [3] int *p, shared void *v) { return p; }
static void others (shared [] char *c, upc_lock_t *l, strict shared int *const *r) {}
int main (void)
{
  others (0, 0, 0);
  return blocks (a, a) != a;
}
END
run 0 "$UPCC" -finstrument-gasp-functions -T 1 a.upc -o a
run 0 under dump ./a
has result 'FUNC .* "shared \[3\] int \*blocks\(shared \[3\] int \*, shared void \*\)"'
has result 'FUNC .* "void others\(shared \[\] char \*, upc_lock_t \*, strict shared int \*const \*\)"'
