# -E, -M and its relatives, -dM: as for C; nothing of UPC's own shows up where
# system headers do not.
#
# SPDX-License-Identifier: Apache-2.0

mkdir include
echo '#define N 3' > include/n.h
cat > a.upc <<'END'
#include <n.h>
#include <upc_relaxed.h>
shared [N] int a[N * THREADS];
int main (void) { upc_barrier; return MYTHREAD; }
#ifdef BAD
#include "nosuch.h"
#endif
END
run 0 "$UPCC" -E -Iinclude a.upc
has out '^shared \[3\] int a\[3 \* THREADS\];'
has out 'upc_barrier; return MYTHREAD;'
cp out a.i
run 0 "$UPCC" -Iinclude -c a.i
run 0 "$UPCC" -Iinclude -E a.upc -o b.i
cmp a.i b.i || fail "-o differs"
run 0 "$UPCC" -fupc-threads-4 -Iinclude -E a.upc
has out '^shared \[3\] int a\[3 \* 4\];'
run 0 "$UPCC" -MM -Iinclude a.upc
echo 'a.o: a.upc include/n.h' | cmp - out || fail "-MM"
run 0 "$UPCC" -M -Iinclude a.upc
has out 'upc_relaxed.h'
run 0 "$UPCC" -MMD -MP -MF deps -MT target -Iinclude -c a.upc -o other.o
has deps '^target: a.upc include/n.h'
has deps '^include/n.h:'
run 0 "$UPCC" -MMD -Iinclude -c a.upc
has a.d '^a.o: a.upc include/n.h'
run 1 "$UPCC" -DBAD -Iinclude -c a.upc
has err '^a.upc:6:10: fatal error: nosuch.h: No such file'
run 1 "$UPCC" -DBAD -MM -Iinclude a.upc
run 1 "$UPCC" -c a.upc
has err '^a.upc:1:10: fatal error: n.h: No such file'
run 0 "$UPCC" -include include/n.h -DX=2 -Iinclude -c a.upc
