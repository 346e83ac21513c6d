# A program with threads and signals, started dormant, is measured for a while, and once more.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/attach.sh"

# How often the function NAME has been called, by the record.
calls ()
{
  run 0 "$GASP" report --format=csv at
  sed -n "s/^\"flat\",[^,]*,[^,]*,[^,]*,[^,]*,\([0-9]*\),.*[\" ]$1(.*/\1/p" out
}

# More than $1 leaves have been called, by the record.
has_calls ()
{
  count=$(calls leaf | tail -n 1)
  [ "${count:-0}" -gt "$1" ]
}

# No leaf has been called since the last look.
counts_stay ()
{
  before=$after
  after=$(calls leaf | tail -n 1)
  [ -n "$after" ] && [ "$before" = "$after" ]
}

run 1 "$GASP" attach 999999999
has err 'attach: process 999999999: No such process'
run 2 "$GASP" attach some
has err "attach: 'some'"
sleep 100 &
sleeper=$!
run 1 "$GASP" attach $sleeper
has err 'no libgasp'
kill $sleeper

for mode in $(modes_of "$TEST"); do
  rm -rf at
  run 0 "$CC" -O2 -finstrument-gasp-functions=$mode "$HERE/attach/service.c" -pthread -o service
  start ./service
  run 1 "$GASP" detach $process
  has err 'is not being measured'
  attach 0 -o at
  attach 1
  has err 'already'
  wait_until has_calls 0
  run 0 "$GASP" detach $process
  # A thread may have been on its way, and without a processor.
  # Two looks in a row see the same.
  after=
  wait_until counts_stay
  attach 0
  wait_until has_calls "$after"
  run 0 "$GASP" detach $process
  finish 0
  has process.out '^0 wrong$'
  [ ! -s process.err ] || fail "$mode: $(cat process.err)"
done
