# With unified shared memory nothing that is mapped is copied.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/gpu.sh"
cat > prog.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#define N 100000
#pragma omp requires unified_shared_memory
int
main (void)
{
  double *a = calloc (N, sizeof *a);
  int on_host = 1;
#pragma omp target map (tofrom: a[0:N], on_host)	/* unified */
  {
    a[1] = 1;
    on_host = 0;
  }
  puts (a[1] == 1 && !on_host ? "right" : "wrong");
  return 0;
}
END
$STOCK -w $FOR_GPU prog.c -o stock 2> why || unsupported "GCC $(head -n 1 why)"
GOMP_DEBUG=1 OMP_TARGET_OFFLOAD=MANDATORY ./stock > out 2> why \
  || unsupported "no unified shared memory with this GPU and libgomp"
run 0 "$CC" -g -O1 -w --profile $FOR_GPU prog.c -o prog
profile_of prog
table devices profile
is unified kernels 1
most 'bytes copied' "$(field line "$(at unified)" to_bytes)" 1000
most 'bytes copied back' "$(field line "$(at unified)" from_bytes)" 1000
