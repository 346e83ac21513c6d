# gpu.sh - a real device: NVIDIA's, with GCC's compiler for it.
#
# SPDX-License-Identifier: Apache-2.0
#
# FOR_GPU are the options that programs are compiled with, and GPUS is how many devices
# there are.  GPU_FLAGS may have what the machine needs in addition, as
# -foffload-options=nvptx-none=-misa=sm_80.

. "$HERE/../lib/table.sh"
[ -z "$RUNNER" ] || unsupported "devices of another machine"
[ -e /dev/nvidia0 ] || unsupported "no GPU"
FOR_GPU="-fopenmp -foffload=nvptx-none ${GPU_FLAGS-}"
cat > gpus.c <<'END'
#include <omp.h>
#include <stdio.h>
int
main (void)
{
  int on_host = 1;
#pragma omp target map (from: on_host)
  on_host = omp_is_initial_device ();
  printf ("%d\n", on_host ? 0 : omp_get_num_devices ());
  return 0;
}
END
$STOCK -w $FOR_GPU gpus.c -o gpus 2> why \
  || unsupported "no compiler for GPUs: install gcc-$("$CC" -dumpversion | cut -d. -f1)-offload-nvptx"
GPUS=$(./gpus 2> why) || GPUS=0
[ "$GPUS" -gt 0 ] || unsupported "libgomp does not use the GPU: $(head -n 1 why)"

# profile_of PROGRAM: it runs, prints "right", and has a profile.
profile_of ()
{
  rm -rf profile
  run 0 "$GASP" run -q -o profile "./$1"
  has out '^right$'
}
# at NAME: the line with that comment in prog.c.
at () { grep -n "/\* $1 \*/" prog.c | cut -d: -f1; }
# is NAME FIELD VALUE: of the row of the construct with that comment.
is () { same "$1 $2" "$(field line "$(at "$1")" "$2")" "$3"; }
