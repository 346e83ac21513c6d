# Unusual sets of options: -fcf-protection, -mno-red-zone, -p, --coverage, sections, no PIE, hardening; what cannot be is refused.
#
# SPDX-License-Identifier: Apache-2.0

# timeout: 300
cat > a.c <<'END'
#include <stdlib.h>
static __attribute__ ((noipa)) int f (int n) { return n ? f (n - 1) + 1 : 0; }
__attribute__ ((cold, noipa)) int g (int n) { if (n > 5) exit (9); return n; }
int main (void) { free (malloc (1)); return f (5) + g (-5); }
END
for mode in source emitted; do
  for options in '-O2 -fcf-protection' '-O2 -mno-red-zone' '-O2 -pg' '-O1 --coverage' \
		 '-O2 -ffunction-sections -Wl,--gc-sections' '-O2 -no-pie -fno-pie' \
		 '-Os -fomit-frame-pointer' '-O2 -fno-omit-frame-pointer' '-O3 -freorder-blocks-and-partition -funroll-loops' \
		 '-O2 -fstack-protector-all' '-O2 -fstack-clash-protection' '-O2 -g3 -fvar-tracking-assignments' \
		 '-O2 -fno-plt -Wl,-z,now' '-O2 -fno-asynchronous-unwind-tables' '-O2 -fpatchable-function-entry=4' \
		 '-Og' '-O1' '-Ofast -march=native' '-O2 -fno-toplevel-reorder' '-O2 -fwhole-program'; do
    its_turn 3 || continue
    run 0 "$CC" $options -fno-optimize-sibling-calls -finstrument-gasp-functions=$mode a.c -o prog
    run 0 ./prog
    checked ./prog
    run 0 under dump ./prog
    count 16 result GASP_C_FUNC
  done
done
# What newer compilers have, where this one does.
for mode in source emitted; do
  for options in '-O2 -fzero-call-used-regs=all' '-O2 -fcf-protection=branch' '-O2 -fcf-protection=return' \
		 '-O2 -ftrivial-auto-var-init=pattern' '-O2 -fhardened -Wno-hardened' '-O2 -fcallgraph-info=su,da' \
		 '-O2 -g -gsplit-dwarf' '-O2 -fstrub=all' '-O2 -fharden-compares -fharden-conditional-branches' \
		 '-O2 -fharden-control-flow-redundancy' '-O2 -finline-stringops' '-O2 -fstack-protector-strong -mstack-protector-guard=global' \
		 '-O2 -fopenacc' '-O2 -flive-patching' '-O2 -fsplit-wide-types-early' '-O2 -fno-semantic-interposition'; do
    its_turn 3 || continue
    "$CC" $options -S -x c /dev/null -o null.s > out 2> err || continue
    run 0 "$CC" $options -fno-optimize-sibling-calls -finstrument-gasp-functions=$mode a.c -o prog
    run 0 ./prog
    checked ./prog
    run 0 under dump ./prog
    count 16 result GASP_C_FUNC
  done
  # Programs for processors that are not there.
  for options in '-O2 -mapxf' '-O2 -mapxf -mpush2pop2 -fzero-call-used-regs=all' '-O2 -mlam=u48 -fsanitize=hwaddress' \
		 '-O2 -fsanitize=kernel-hwaddress' '-O2 -march=native -mavx10.1'; do
    "$CC" $options -S -x c /dev/null -o null.s > out 2> err || continue
    run 0 "$CC" $options -finstrument-gasp-functions=$mode -c a.c
  done
done
for option in -mcmodel=large -m32; do
  run - "$CC" $option -finstrument-gasp-functions=emitted -S a.c
  has err "error: .*(-m|not supported|processor)"
done
