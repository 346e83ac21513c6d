# A program that enters a sandbox is not ended for what settings take there: other
# clocks, samples, budgets, full records.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"

for program in gasp.events/seccomp gasp.ways/seccomp-syscall \
    gasp.ways/seccomp-read-write gasp.ways/seccomp-instruction; do
  for mode in source emitted; do
    run 0 "$CC" -O1 -w -D_GNU_SOURCE -finstrument-gasp-functions=$mode \
      "$HERE/../$program.c" -o prog
    ended=0
    timeout 60 ./prog > right 2>&1 || ended=$?
    [ $ended != 77 ] || continue
    for settings in '--record-limit=64K --timing=all' \
	'--record-limit=100K --budget=0.1%' --clock=monotonic \
	--clock=thread-cputime --clock=papi-real '--clock=process-cputime --trace=1M' \
	--counters=perf::TASK-CLOCK --sample=perf::TASK-CLOCK:100000; do
      rm -rf profile
      run $ended timeout 60 "$GASP" run -q -o profile $settings ./prog
      diff right out || fail "$program $mode $settings: other output"
      run 0 "$GASP" report profile
    done
  done
done
