# A program with threads and signals, started dormant, is measured for a while, and once more.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

# How often the function NAME has been called, by the record.
calls ()
{
  run 0 "$GASP" report --format=csv at
  sed -n "s/^\"flat\",[^,]*,[^,]*,[^,]*,[^,]*,\([0-9]*\),.*[\" ]$1(.*/\1/p" out
}

# Wait until SERVICE has called more than $1 leaves, by the record.
wait_for_calls ()
{
  tries=0
  while count=$(calls leaf | tail -n 1); [ "${count:-0}" -le "$1" ]; do
    tries=$((tries + 1))
    [ $tries -lt 100 ] || fail "no more than ${count:-0} calls"
    sleep 0.1
  done
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

for mode in source emitted; do
  rm -rf at stop
  run 0 "$CC" -O2 -finstrument-gasp-functions=$mode "$HERE/attach/service.c" -pthread -o service
  ./service > service.out 2> service.err &
  service=$!
  trap 'kill $service 2> /dev/null' EXIT
  sleep 0.3
  run 1 "$GASP" detach $service
  has err 'is not being measured'
  got=0
  "$GASP" attach -o at $service 2> err || got=$?
  if grep -q 'Operation not permitted' err; then unsupported "no ptrace"; fi
  cat err
  [ $got = 0 ] || fail "attach: status $got"
  run 1 "$GASP" attach $service
  has err 'already'
  wait_for_calls 0
  run 0 "$GASP" detach $service
  # A thread may have been on its way, and without a processor.
  sleep 0.5
  before=$(calls leaf | tail -n 1)
  sleep 0.5
  after=$(calls leaf | tail -n 1)
  [ "$before" = "$after" ] || fail "$mode: counts grow when detached: $before, $after"
  run 0 "$GASP" attach $service
  wait_for_calls "$after"
  run 0 "$GASP" detach $service
  touch stop
  got=0
  wait $service || got=$?
  [ $got = 0 ] || fail "$mode: the program ended with $got"
  grep -q '^0 wrong$' service.out || fail "$mode: wrong results"
  [ ! -s service.err ] || fail "$mode: $(cat service.err)"
  trap - EXIT
done
