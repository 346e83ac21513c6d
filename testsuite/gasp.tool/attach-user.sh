# gasp attach by root to another user's program: a new directory belongs to that user; of one that the user cannot write to, gasp attach says so.
#
# SPDX-License-Identifier: Apache-2.0

[ "$(id -u)" = 0 ] || unsupported "not root"
as_nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"
run 0 "$CC" -O2 -finstrument-gasp-functions=source "$HERE/attach/service.c" -pthread -o service
chmod 755 . service
$as_nobody test -x "$PWD/service" || unsupported "others cannot come here"
mkdir roots

# end: of the service.
end ()
{
  touch stop
  wait $service || fail "the program ended with $?"
  trap - EXIT
}

# attach_to DIRECTORY STATUS: a new service.
attach_to ()
{
  rm -f stop
  $as_nobody ./service > service.out 2> service.err &
  service=$!
  trap 'kill $service 2> /dev/null' EXIT
  sleep 0.3
  got=0
  "$GASP" attach -o "$1" $service 2> err || got=$?
  if grep -q 'Operation not permitted' err; then unsupported "no ptrace"; fi
  cat err
  [ $got = "$2" ] || fail "attach: status $got"
}

attach_to new 0
sleep 0.3
run 0 "$GASP" detach $service
end
[ ! -s service.err ] || fail "$(cat service.err)"
run 0 "$GASP" report --format=csv --view=flat new
has out 'long int leaf'
[ "$(stat -c %u new)" = 65534 ] || fail "new belongs to $(stat -c %u new)"

attach_to roots 1
has err 'attach: process [0-9]* has not made a record in roots; .*can user 65534.* write there'
[ "$(stat -c %u roots)" = 0 ] || fail "roots belongs to $(stat -c %u roots)"
end
