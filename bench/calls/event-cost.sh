#!/bin/sh
# event-cost.sh - nanoseconds that an instrumented call costs.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: event-cost.sh BUILD
#
# The best of many short runs, by the thread's processor time, of an empty
# function: not instrumented, dormant, with a tool whose recorder does nothing,
# with a tool that has only gasp_event_notify, which does nothing, and with the
# sample tool.  Each call is one START and one END.  Then, what the parts are of
# an event that goes to gasp_event_notify.

. "$(dirname "$0")/../part.sh"

# Run the program with TOOL preloaded; by a relative name, as ld.so takes
# spaces and colons for separators.
with ()
{
  GASP_OUTPUT=records LD_PRELOAD=$1 ./program
}

for kind in RECORDER NOTIFY; do
  gcc -O2 -shared -fPIC -DWITH_$kind -I"$build/include" \
    "$here/event-cost-tool.c" -o $kind.so
done
cp "$build/lib/libgasptool.so" sample.so

printf '%-10s %8s %8s %10s %8s %8s\n' \
  mode plain dormant recorder notify sample
for mode in source emitted; do
  gcc -O2 "$here/event-cost.c" -o program
  plain=$(./program)
  "$bin/gaspcc" -O2 -finstrument-gasp-functions=$mode \
    "$here/event-cost.c" -o program
  printf '%-10s %8s %8s %10s %8s %8s\n' $mode "$plain" "$(./program)" \
    "$(with ./RECORDER.so)" "$(with ./NOTIFY.so)" \
    "$(LD_LIBRARY_PATH=$build/lib with ./sample.so)"
done
"$bin/gaspcc" -O2 --profile -DUSER_EVENTS "$here/event-cost.c" -o program
printf '%-10s %8s %8s %10s %8s %8s\n' "user event" - "$(./program)" \
  - "$(with ./NOTIFY.so)" "$(LD_LIBRARY_PATH=$build/lib with ./sample.so)"

echo
echo "an event by gasp_event_notify: at a site anything may be in registers"
gcc -O2 -pthread "$here/event-parts.c" -o parts
./parts
