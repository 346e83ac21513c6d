#!/bin/sh
# upc-events.sh - what an access to shared space takes when it may be an event.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: upc-events.sh BUILD
#
# Nanoseconds for an access: not instrumented, dormant, with a tool that does
# nothing, and with the sample tool.  An update is a get and a put, each with
# START and END.

. "$(dirname "$0")/../part.sh"

gcc -O2 -shared -fPIC -DWITH_NOTIFY -I"$build/include" \
  "$(own event-cost-tool.c)" -o nothing.so
"$bin/gaspupc" -O2 "$here/upc-events.upc" -o plain
"$bin/gaspupc" -O2 --profile "$here/upc-events.upc" -o profiled

./plain -n 2 > upc-plain
./profiled -n 2 > upc-dormant
LD_PRELOAD=./nothing.so ./profiled -n 2 > upc-nothing
GASP_OUTPUT=records LD_PRELOAD=$build/lib/libgasptool.so ./profiled -n 2 \
  > upc-sample
printf '%-8s %8s %8s %8s %8s\n' access plain dormant nothing sample
paste -d ' ' upc-plain upc-dormant upc-nothing upc-sample \
  | awk '{ printf "%-8s %8s %8s %8s %8s\n", $1, $2, $4, $6, $8 }'
