# OpenACC's constructs, and what devices are asked for in them, are in the profile.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/devices.sh"
. "$HERE/../lib/table.sh"
cat > prog.c <<'END'
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>
static double a[100000], b[100000];
int
main (void)
{
  for (int k = 0; k < 5; k++)
    {
#pragma acc parallel loop copy (a) copyin (b)	/* compute */
      for (int i = 0; i < 100000; i++)
	a[i] += b[i] + 1;
    }
#pragma acc data copy (a)	/* data */
  {
#pragma acc kernels	/* kernels */
    for (int i = 0; i < 100000; i++)
      a[i] += 1;
#pragma acc update host (a)	/* update */
  }
#pragma acc enter data copyin (b) async (1)	/* enter */
#pragma acc parallel loop present (b) async (1)
  for (int i = 0; i < 100000; i++)
    b[i] += 1;
#pragma acc wait
#pragma acc exit data copyout (b)	/* exit */
  int devices = acc_get_num_devices (acc_device_nvidia);
  void *memory = devices ? acc_malloc (40000) : malloc (40000);
  if (devices)
    acc_memcpy_to_device (memory, a, 40000);	/* memcpy */
  acc_copyin (b, 16000);	/* copyin */
  acc_copyout (b, 16000);
  printf ("%g %g\n", a[5], b[5]);
  return 0;
}
END
run 0 "$CC" -g -O1 -w --profile -fopenacc -foffload=disable \
  "$DEVICES/fake-tables.c" prog.c -o prog
run 0 ./prog
has out '^6 1$'
run 0 "$GASP" run -q -o profile ./prog
has out '^6 1$'
table devices profile
line () { grep -n "/\* $1 \*/" prog.c | cut -d: -f1; }
# is NAME FIELD VALUE: of the row of the construct with that comment.
is () { same "$1 $2" "$(field line "$(line "$1")" "$2")" "$3"; }
is compute event 'acc compute construct'
is compute calls 5
is compute kernels 5
# Since GCC 13, libgomp copies the two addresses, too, which else are the plugin's.
to=$(field line "$(line compute)" to_bytes)
[ "$to" = 8000000 ] || same 'compute to_bytes, with addresses' "$to" 8000080
is compute from_bytes 4000000
is compute again_bytes 3200000
is data event 'acc data'
is data calls 2
is data to_bytes 800000
is data from_bytes 800000
is kernels kernels 1
is update event 'acc update'
is update from_bytes 800000
is enter to_bytes 800000
is exit from_bytes 800000
# Its functions.
is memcpy to_bytes 40000
is copyin to_bytes 16000
least start-up "$(field line "$(line compute)" setup_time)" 29000000

# By array.
table device-arrays profile devices
same names "$(field line "$(line compute)" name | sort | tr '\n' ' ')" 'a b '
same 'end of data' "$(field line "$(line data)" from_bytes)" 800000
same 'name of exit data' "$(field line "$(line exit)" name)" b

# Without devices, the host computes: constructs without copies.
run 0 env FAKE_DEVICES=0 "$GASP" run -q -o host ./prog
has out '^6 1$'
table devices host
is compute calls 5
is compute kernels 0

# OpenMP without devices leaves OpenACC its own.
run 0 env OMP_TARGET_OFFLOAD=DISABLED "$GASP" run -q -o disabled ./prog
has out '^6 1$'
table devices disabled
kernels=$(field line "$(line compute)" kernels)
is compute from_bytes $((kernels * 800000))
