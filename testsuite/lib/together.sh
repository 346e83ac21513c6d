# together.sh - programs that run at the same time, as most of their time is waiting: lines
# of tests have it.
#
# SPDX-License-Identifier: Apache-2.0

# begin NAME COMMAND...: it has NAME.out, NAME.err and, once it has ended, NAME.status.  It
# may take $limit seconds, or 100.
begin ()
{
  name=$1
  shift
  echo "+ $*"
  (
    status=0
    there timeout ${limit:-100} "$@" > "$name.out" 2> "$name.err" < /dev/null || status=$?
    echo $status > "$name.status"
  ) &
}

# ended NAME STATUS: it has, with that; "-" is any but 0.
ended ()
{
  status=$(cat "$1.status")
  if [ "$2" = - ]; then [ "$status" != 0 ]; else [ "$status" = "$2" ]; fi \
    || { cat "$1.err"; fail "$1: status $status, not $2"; }
}
