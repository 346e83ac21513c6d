# A program that enters a sandbox is not ended for what settings take there: other
# clocks, samples, budgets, full records.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"

look () { run 0 "$GASP" report profile; }
for program in gasp.events/seccomp gasp.ways/seccomp-syscall \
    gasp.ways/seccomp-read-write gasp.ways/seccomp-instruction; do
  same_as_plain $program '--record-limit=64K --timing=all' \
    '--record-limit=100K --budget=0.1%' --clock=monotonic \
    --clock=thread-cputime --clock=papi-real \
    '--clock=process-cputime --trace=1M' --counters=perf::TASK-CLOCK \
    --sample=perf::TASK-CLOCK:100000
done

# Without a dynamic linker, the C library asks the kernel for all clocks.
options='-static --tool=papi'
for program in gasp.events/seccomp gasp.ways/seccomp-syscall \
    gasp.ways/seccomp-read-write gasp.ways/seccomp-instruction; do
  same_as_plain $program --timing=all '--record-limit=64K --timing=all' \
    '--record-limit=100K --budget=0.1%' --clock=monotonic \
    --clock=thread-cputime --trace=1M
done
