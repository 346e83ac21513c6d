# The time of kernels is within 5 % of CUDA's own, by its events around them; by CUPTI,
# where that is, and by the host's clock.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/gpu.sh"
cp "$HERE/kernel-time.c" prog.c
run 0 "$CC" -g -O2 -w --profile $FOR_GPU prog.c -o prog
# check CLOCK: times are by that.
check ()
{
  cuda=$(sed -n 's/^CUDA \(.*\) ns$/\1/p' out)
  table devices profile
  is kernel kernels 5
  is kernel clock "$1"
  ours=$(field line "$(at kernel)" kernel_time)
  echo "kernels: $ours ns by $1, $cuda ns by CUDA"
  least 'kernel time' "$ours" "$(awk -v t="$cuda" 'BEGIN { print .95 * t }')"
  most 'kernel time' "$ours" "$(awk -v t="$cuda" 'BEGIN { print 1.05 * t }')"
}
export GASP_CUPTI=no
profile_of prog
check "host's clock"
unset GASP_CUPTI
profile_of prog
sed -n "s/.*by the host's clock: /no CUPTI: /p" err > none
if [ -s none ]; then cat none; else check CUPTI; fi
