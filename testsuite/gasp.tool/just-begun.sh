# Among the records is that of a process that was killed when it had just begun
# its own: the report is headed by another, and one message says which it is.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
profile 3 ./prog threads
record=$(ls profile/*.gasp)
{ head -c 48 "$record"; head -c 524240 /dev/zero; } > profile/begun.gasp
for format in text json csv html; do
  run 0 "$GASP" report --format=$format profile
  [ "$(grep -c begun.gasp err)" = 1 ] || { cat err; fail "not one message"; }
  has err 'begun.gasp: .*recording had just begun'
  hasnt out '1970-01-01'
  hasnt out 'some after others'
done
run 0 "$GASP" report profile
has out 'program +.*prog threads'
has out 'started +20'
# Alone, too.
rm "$record"
run 0 "$GASP" report profile
has err 'recording had just begun'
hasnt out '1970-01-01'
