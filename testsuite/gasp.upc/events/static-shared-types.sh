# The types of static shared objects are told as the user writes them.
#
# SPDX-License-Identifier: Apache-2.0

cat > prog.upc <<'END'
#include <upc.h>
struct node { int v; };
shared [4] double b[8 * THREADS];
shared int s;
shared [] char c[10];
strict shared struct node nodes[THREADS][3];
shared [2] int *shared pointers[THREADS];
int main (void) { return 0; }
END
cat > wanted <<'END'
b "shared [4] double [8*THREADS]"
s "shared int"
c "shared [] char [10]"
nodes "strict shared struct node [THREADS][3]"
pointers "shared [2] int *shared [THREADS]"
END
run 0 "$UPCC" --profile prog.upc -o prog
run 0 under dump ./prog -n 1
sed -n 's/.*STATIC_SHARED .* "\([a-z]*\)" "/\1 "/p' result* | sort > got
sort wanted | diff - got || fail "types"
