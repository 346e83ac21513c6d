# stuck.sh - what tests of threads that wait for one another share: lines of these have it.
#
# SPDX-License-Identifier: Apache-2.0

# expected WAY: what is said of that.
expected ()
{
  case $1 in
    [012]) echo 'thread 0 is in upc_barrier or upc_wait.*, thread 1 is in a collective' ;;
    3) echo 'thread 0 is in upc_lock.* for a lock that thread 1 has, thread 1 is in' \
	 'upc_lock.* for a lock that thread 0 has$' ;;
    4) echo 'thread 0 is in upc_barrier or upc_wait.*, thread 1 is in upc_lock.* for a' \
	 'lock that thread 0 has$' ;;
    5) echo 'thread 0 is in upc_lock.* for a lock that thread 2 has, thread 2 is in' \
	 'upc_barrier or upc_wait.*$' ;;
  esac
}

# check_stuck NAME WAY: NAME.err says so, and where each thread is, if lines are known.
check_stuck ()
{
  count 1 "$1.err" 'wait for one another, and will for ever'
  has "$1.err" "for ever: $(expected "$2")"
  [ -n "$lines" ] || return 0
  for t in 0 1 2; do
    has "$1.err" "^libupc: thread $t (is .*prog.upc:[0-9]+ in (main|meet)|is not in main|has ended, and waits .*)$"
  done
}
