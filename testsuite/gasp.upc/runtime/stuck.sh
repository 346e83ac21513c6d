# Threads that wait for one another for ever: at a barrier and in a collective function,
# for one another's locks, for a lock that one at the barrier has.  Who waits where is
# said, and UPC_STUCK=end ends the program.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../../lib/together.sh"
. "$HERE/../../lib/stuck.sh"
cp "$HERE/../stuck.h" prog.upc
cp "$HERE/../slow.h" slow.upc
# Lines are known of what is compiled with -g, by this machine's addr2line.
lines=
[ -n "$RUNNER" ] || ! command -v addr2line > /dev/null || lines=-g
export UPC_STUCK=end
# All at once, as it takes some seconds until they say so.
run 0 "$UPCC" slow.upc -o slow
begin slow ./slow -n 2
ends=
for options in '' --conduit=loopback --profile; do
  # shellcheck disable=SC2086
  run 0 "$UPCC" $lines $options prog.upc -o prog$options
  for case in 0 1 2 3 4 5; do
    begin prog$options.$case ./prog$options -n 3 $case
    ends="$ends prog$options.$case"
  done
done
begin two ./prog -n 2 0
begin goes-on env -u UPC_STUCK timeout 5 ./prog--profile -n 2 0
begin recorded "$GASP" run -q -o profile ./prog--profile -n 2 0
wait
ended slow 0
hasnt slow.err wait
ended two 1
for name in $ends; do
  ended $name 1
  check_stuck $name ${name##*.}
done
if [ -n "$lines" ]; then
  line=$(sed -n '/BARRIER/=' prog.upc)
  has prog.0.err "^libupc: thread 0 is in upc_barrier, .*prog.upc:$line in meet"
fi
ended goes-on 124
count 1 goes-on.err 'wait for one another, and will for ever'
has goes-on.err 'UPC_STUCK=end'
ended recorded 1
has recorded.err 'thread 0 is in upc_barrier or upc_wait'
