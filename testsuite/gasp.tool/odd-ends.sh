# Calls that end in odd ways, with a full record, with a trace, and while what is
# called is switched off: programs come to their ends, and no time is that since
# the machine was started.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"

look ()
{
  "$GASP" report --format=csv --view=flat profile > csv
  longest=$(awk -F, 'NR > 1 { if ($4 + 0 > longest) longest = $4 + 0 }
		     END { printf "%.0f", longest / 1e9 }' csv)
  [ "$longest" -lt 100 ] || fail "$longest s"
}

# A call that is just over is seldom the one that is switched off.
off='--budget=0.1% --timing=all'
set --
for turn in $(seq "$(often 3 9)"); do set -- "$@" "$off"; done
for program in gasp.ways/namespaces gasp.events/clone-raw \
    gasp.events/thread-cancel-async gasp.events/stack-overflow-unblocked; do
  same_as_plain $program '--record-limit=200K --timing=all' --trace-last=1M \
    "$@"
done
