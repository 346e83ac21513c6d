# gasp attach by root to another user's program: a new directory belongs to that user; of one that the user cannot write to, gasp attach says so.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/attach.sh"
[ "$(id -u)" = 0 ] || unsupported "not root"
as_nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"
run 0 "$CC" -O2 -finstrument-gasp-functions=source "$HERE/attach/service.c" -pthread -o service
chmod 755 . service
$as_nobody test -x "$PWD/service" || unsupported "others cannot come here"
mkdir roots

start $as_nobody ./service
attach 0 -o new
sleep 0.3
run 0 "$GASP" detach $process
finish 0
[ ! -s process.err ] || fail "$(cat process.err)"
run 0 "$GASP" report --format=csv --view=flat new
has out 'long int leaf'
[ "$(stat -c %u new)" = 65534 ] || fail "new belongs to $(stat -c %u new)"

start $as_nobody ./service
attach 1 -o roots
has err 'attach: process [0-9]* has not made a record in roots; .*can user 65534.* write there'
[ "$(stat -c %u roots)" = 0 ] || fail "roots belongs to $(stat -c %u roots)"
finish 0
