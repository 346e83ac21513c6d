# Array sections of members, whose bounds are expressions, are mapped as without
# instrumentation, with a tool and without one, and the bounds are evaluated once.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/devices.sh"
. "$HERE/../lib/table.sh"
cat > prog.c <<'END'
#include <stdio.h>
static int calls;
static int f (int x) { calls++; return x; }
struct s { int first, z[10], last; };
static volatile int v = 1;
static int lo = 1, n = 3;
int
main (void)
{
  struct s s = { 0 }, *q = &s;
  int a[20] = { 0 };
#pragma omp target map (tofrom: s.z[f (1):f (3)])	/* called */
  s.z[2] = 5;
#pragma omp target map (tofrom: q->z[lo + 1:n * 2 - 1])	/* computed */
  q->z[3] = 6;
#pragma omp target map (tofrom: a[f (2) + lo:f (n)])
  a[4] = 7;
#pragma omp target enter data map (to: s.z[v + 4:v])	/* volatile */
#pragma omp target exit data map (from: s.z[v + 4:v])
#pragma omp target update to (a[f (1):f (2)])
  printf ("%d calls: %d %d %d\n", calls, s.z[2], s.z[3], a[4]);
  return 0;
}
END
run 0 $STOCK -O1 -w $FOR_DEVICES prog.c -o stock
run 0 ./stock
cp out expected
for level in -O0 -O2; do
  run 0 "$CC" $level -g -w --profile $FOR_DEVICES prog.c -o prog
  run 0 ./prog
  cmp -s out expected || fail "without a tool, $level: $(cat out)"
  rm -rf profile
  run 0 "$GASP" run -q -o profile ./prog
  cmp -s out expected || fail "with a tool, $level: $(cat out)"
done
at () { grep -n "/\* $1 \*/" prog.c | cut -d: -f1; }
table device-arrays profile devices
same called "$(field line "$(at called)" from_bytes)" 12
same computed "$(field line "$(at computed)" name)" q.z
same volatile "$(field line "$(at volatile)" to_bytes)" 4
