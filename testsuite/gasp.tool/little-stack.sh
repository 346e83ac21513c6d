# Programs with little stack, while the recorder has more to do than usually, and
# something to say.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"

look () { :; }
for program in thread-local-huge stack-smallest stack-reserved stack-signal; do
  # A sample needs more of the stack than that one leaves.
  case $program in
    stack-reserved) export GASP_SAMPLE=none ;;
    *) unset GASP_SAMPLE ;;
  esac
  same_as_plain gasp.ways/$program '--record-limit=64K --timing=all' \
    --record-limit=300K --budget=0.1% --trace-last=1M \
    '--trace=1M --record-limit=64K' --clock=thread-cputime \
    --counters=perf::TASK-CLOCK '--counters=perf::TASK-CLOCK --trace=1M'
done
# Calls take more of it where nothing is optimised.
options=-O0
same_as_plain gasp.ways/stack-signal '--record-limit=64K --timing=all' \
  '--clock=thread-cputime --budget=0.1% --timing=all'
