# Programs with little stack, while the recorder has more to do than usually, and
# something to say.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"

for program in thread-local-huge stack-smallest stack-reserved stack-signal; do
  for mode in source emitted; do
    run 0 "$CC" -O1 -w -D_GNU_SOURCE -finstrument-gasp-functions=$mode \
      "$HERE/../gasp.ways/$program.c" -o prog -pthread
    ended=0
    timeout 60 ./prog > right 2>&1 || ended=$?
    [ $ended != 77 ] || continue
    for settings in '--record-limit=64K --timing=all' --record-limit=300K \
	--budget=0.1% --trace-last=1M '--trace=1M --record-limit=64K' \
	--clock=thread-cputime --counters=perf::TASK-CLOCK \
	'--counters=perf::TASK-CLOCK --trace=1M'; do
      rm -rf profile
      run $ended timeout 60 "$GASP" run -q -o profile $settings ./prog
      diff right out || fail "$program $mode $settings: other output"
    done
  done
done
