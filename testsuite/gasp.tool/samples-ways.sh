# With samples of time, programs do what they do without: those with small and alternate
# stacks, other contexts, timers and signals of their own, forks, and descriptors that are
# all closed.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 600

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/refuse.sh"
not_emulated "gasp runs programs of this machine"
make_refused

look () { run 0 "$GASP" report profile; }
n=0
for program in gasp.events/switch-many gasp.events/siglongjmp-altstack \
    gasp.events/signal-altstack gasp.events/stack-overflow \
    gasp.events/signal-storm gasp.events/vfork-exec gasp.events/fork-threads \
    gasp.ways/clock-signal gasp.ways/descriptors-all-closed \
    gasp.ways/exec-while-threads-record gasp.ways/fork-in-handler \
    gasp.ways/stack-smallest gasp.ways/stack-signal gasp.ways/timer-threads \
    gasp.ways/spawn-in-vfork-child gasp.events/seccomp \
    gasp.ways/seccomp-read-write; do
  # "make check" has every other program, and one of the two ways, in turns.
  n=$((n + 1))
  if [ -n "$ALL" ] || [ $((n % 4)) = 0 ]; then
    GASP=$BUILD/bin/gasp
    same_as_plain $program --sample=time --budget=1%
  fi
  if [ -n "$ALL" ] || [ $((n % 4)) = 2 ]; then
    GASP=$PWD/gasp-refused
    same_as_plain $program --sample=time
  fi
done
