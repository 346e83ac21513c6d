# Two devices at the same time, each with its own kernels and bytes, and rows in a trace.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/gpu.sh"
[ "$GPUS" -gt 1 ] || unsupported "one GPU"
cat > prog.c <<'END'
#include <stdio.h>
#define N 100000
static double a[2][N];
int
main (void)
{
#pragma omp parallel for num_threads (2)
  for (int d = 0; d < 2; d++)
    for (int k = 0; k <= d; k++)
      {
#pragma omp target map (tofrom: a[d]) device (d)	/* each */
	a[d][1] += 1;
      }
  puts (a[0][1] == 1 && a[1][1] == 2 ? "right" : "wrong");
  return 0;
}
END
run 0 "$CC" -g -O1 -w --profile $FOR_GPU prog.c -o prog
profile_of prog
table devices profile
same kernels "$(field line "$(at each)" kernels | sum)" 3
same bytes "$(field line "$(at each)" from_bytes | sum)" 2400000
run 0 "$GASP" run -q --trace -o traced ./prog
run 0 "$GASP" trace --format=text --output=text traced
for device in 0 1; do
  found=$(grep -c "= 0 bytes, device $device\$" text) || true
  [ "$found" = $((device + 1)) ] || fail "$found kernels of device $device"
done
