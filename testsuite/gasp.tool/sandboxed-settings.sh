# A program that enters a sandbox is not ended for what settings take there: other
# clocks, samples, budgets, full records.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"

look () { run 0 "$GASP" report profile; }

# sandboxed SETTINGS...: with some of them, other ones in each program.
sandboxed ()
{
  for program in gasp.events/seccomp gasp.ways/seccomp-syscall \
      gasp.ways/seccomp-read-write gasp.ways/seccomp-instruction; do
    for settings; do
      if its_turn 3; then same_as_plain $program "$settings"; fi
    done
  done
}
sandboxed '--record-limit=64K --timing=all' '--record-limit=100K --budget=0.1%' \
  --clock=monotonic --clock=thread-cputime --clock=papi-real \
  '--clock=process-cputime --trace=1M' --counters=perf::TASK-CLOCK \
  --sample=perf::TASK-CLOCK:100000

# Without a dynamic linker, the C library asks the kernel for all clocks.
options='-static --tool=papi'
sandboxed --timing=all '--record-limit=64K --timing=all' \
  '--record-limit=100K --budget=0.1%' --clock=monotonic --clock=thread-cputime --trace=1M \
  --budget=1%
