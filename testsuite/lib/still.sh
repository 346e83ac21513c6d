# still.sh - profiles whose times are always the same: see still.c.
#
# SPDX-License-Identifier: Apache-2.0

# The time of usleep is its caller's.
export GASP_THREADS=no
run 0 "$STOCK" -O1 -w -shared -fPIC "$HERE/../lib/still.c" -o still.so
run 0 "$STOCK" -I"$SOURCE/shared" "$HERE/../tools/put-samples.c" -o put-samples

# still PROFILE PROGRAM MILLISECONDS: records it, which takes these; all of them, it ran.
still ()
{
  ns=$(printf %x $(($3 * 1000000)))
  printf '%s\n' 'never away' "thread $ns $ns 0" > list
  run 0 env LD_PRELOAD="$PWD/still.so" "$GASP" run -q --clock=monotonic -o "$1" "$2"
  run 0 ./put-samples "$1"/*.gasp list
}
