# loops.awk - tests for libomptarget, for GCC: a loop that an OpenMP directive is for stands
# in no block.
#
# SPDX-License-Identifier: Apache-2.0

is_for && /^ *\{ *$/ { end = substr ($0, 1, index ($0, "{") - 1) "}"; is_for = 0; next }
end != "" && $0 == end { end = ""; next }
{ is_for = /^#pragma omp .*for/; print }
