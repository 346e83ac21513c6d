# What a tool may ask about target regions in its callbacks, and what it may choose: the
# numbers are those that it gave itself, the _emi form of a callback stands for the older
# one, a tool that refuses gets nothing, and devices record the kind that was asked for.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/devices.sh"
run 0 $STOCK -O1 -w $FOR_DEVICES "$HERE/device-program.c" -o prog
# tool NAME FLAGS...
tool ()
{
  name=$1
  shift
  run 0 $STOCK -O1 -w -shared -fPIC "$@" -I"$BUILD/include/omp" \
    "$HERE/device-inquiries.c" -o "$name.so"
}
tool emi
tool both -DWITH_OLDER
tool refuses -DREFUSES
for kind in 8 9 10; do
  tool only-$kind -DONLY=$kind
done

run 0 "$GASP" run --ompt-tool=./emi.so ./prog
hasnt out 'wrong:'
has out '^devices: 2$'
# Constructs and the ends of target data, of what the program has.
[ "$(grep -c '^target$' out)" = 12 ] || fail "$(grep -c '^target$' out) regions"
[ "$(grep -c '^kernel$' out)" = 14 ] || fail "$(grep -c '^kernel$' out) of kernels"
# The program's own calls at its end: memory, copies there, within and back, and, of no
# duration, what is associated, in this order.
grep '^op' out | uniq | tail -7 | tr '\n' ' ' > own
has own 'op 1 op 2 op 3 op 5 op 6 op 4 $'
run 0 env FAKE_DEVICES=0 "$GASP" run --ompt-tool=./emi.so ./prog
hasnt out 'wrong:'
has out '^devices: 0$'

run 0 "$GASP" run --ompt-tool=./both.so ./prog
hasnt out 'wrong:\|^older'
has out '^kernel$'
run 0 "$GASP" run --ompt-tool=./refuses.so ./prog
has out '^6 3$'
hasnt out '^target$\|^op\|^kernel$\|^end$'

# Three records fit into a buffer; all come back, at the end at the latest.
for kind in 8 9 10; do
  run 0 "$GASP" run --ompt-tool=./only-$kind.so ./prog
  hasnt out 'wrong:'
  has out "^record $kind\$"
  grep '^record' out | grep -v "^record $kind\$" > others || continue
  fail "records of other kinds"
done
