# A program that gasp run has started, and gasp detach has left, is attached to: it
# goes on in the directory that it began in, whatever is asked for.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/attach.sh"
run 0 "$CC" -O2 -finstrument-gasp-functions=emitted "$HERE/attach/service.c" -pthread -o service
calls ()
{
  "$GASP" report --format=csv first |
    sed -n 's/^"flat",[^,]*,[^,]*,[^,]*,[^,]*,\([0-9]*\),.*[" ]leaf(.*/\1/p'
}
has_calls ()
{
  count=$(calls | tail -n 1)
  [ "${count:-0}" -gt "$1" ]
}
start "$GASP" run -q -o first ./service
runner=$process
process=$(child_of $runner)
wait_until has_calls 0
run 0 "$GASP" detach $process
sleep 0.5
before=$(calls | tail -n 1)
sleep 0.5
after=$(calls | tail -n 1)
[ "$before" = "$after" ] || fail "counts grow when detached: $before, $after"
attach 0 -o second
has err "is measured, in .*first;"
[ ! -e second ] || fail "there is a directory that nothing is recorded in"
wait_until has_calls "$before"
run 0 "$GASP" detach $process
process=$runner
finish 0
has process.out '^0 wrong$'
[ ! -s process.err ] || fail "$(cat process.err)"
