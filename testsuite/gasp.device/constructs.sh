# Nested regions of target data, nowait with depend, and updates are in the profile with
# their bytes, launches and arrays.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/gpu.sh"
cp "$HERE/constructs.c" prog.c
run 0 "$CC" -g -O1 -w --profile $FOR_GPU prog.c -o prog
profile_of prog
table devices profile
is outer to_bytes 800000
is outer from_bytes 800000
is inner to_bytes 800000
is inner from_bytes 0
is within kernels 1
is within from_bytes 0
is update from_bytes 800000
is again from_bytes 800000
# Tasks that are deferred do their work where no construct is.
sum_of () { tail -n +2 table.csv | awk -F, -v n="$(head -1 table.csv | tr -d '"' | tr , '\n' \
  | grep -nx "$1" | cut -d: -f1)" '{ s += $n } END { printf "%.0f\n", s }'; }
same 'all kernels' "$(sum_of kernels)" 4
same 'all from' "$(sum_of from_bytes)" 3200000
table device-arrays profile devices
same 'array of update' "$(field line "$(at update)" name)" a
same 'array of again' "$(field line "$(at again)" name)" b
