# A kernel that libgomp does not wait for (nowait, on AMD's devices) takes as long as until
# libgomp is notified of its end: in the table, in traces, and in the records of a device.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/devices.sh"
. "$HERE/../lib/table.sh"
mkdir later
run 0 $STOCK -w -O1 -shared -fPIC -DASYNC -DVERSION=$version \
  "$DEVICES/fake-plugin.c" -o later/libgomp-plugin-nvptx.so.1
export LD_LIBRARY_PATH="$PWD/later$others" FAKE_LONG=30000
cat > prog.c <<'END'
#include <stdio.h>
static double a[4][1000];
int
main (void)
{
#pragma omp parallel num_threads (2)
#pragma omp single
  for (int k = 0; k < 4; k++)
    {
#pragma omp target map (tofrom: a[k]) nowait	/* later */
      for (int i = 0; i < 1000; i++)
	a[k][i] = k;
    }
#pragma omp target map (tofrom: a[0])	/* at once */
  a[0][0] += 1;
  printf ("%g %g\n", a[0][0], a[3][999]);
  return 0;
}
END
at () { grep -n "/\* $1 " prog.c | cut -d: -f1; }
run 0 "$CC" -g -O1 -w --profile $FOR_DEVICES prog.c -o prog
run 0 "$GASP" run -q --exact -o profile ./prog
has out '^1 3$'
table devices profile
later=$(at later)
same kernels "$(field line $later kernels)" 4
least "kernels with nowait" "$(field line $later kernel_time)" 120000000
same 'bytes back' "$(field line $later from_bytes)" 32000
least 'the other one' "$(field line $(at 'at once') kernel_time)" 30000000
same clock "$(field line $later clock)" "host's clock"

rm -rf profile
run 0 "$GASP" run -q --trace -o profile ./prog
run 0 "$GASP" trace --format=text --output=text profile
count=$(grep -c "< device kernel .*prog.c:$later.* by device 0, the host's clock: " text)
same 'in the trace' "$count" 4
for took in $(sed -n 's/.*< device kernel.* took \([0-9.]*\), .*/\1/p' text | tr -d .); do
  least 'in the trace' "$took" 30000000
done
run 0 "$GASP" trace --output=report.html profile
has report.html '"name":"prog [0-9]*, device 0.* \(by the host.*s clock\)"'
