# attach.sh - what the tests of gasp attach share.
#
# SPDX-License-Identifier: Apache-2.0

# start PROGRAM...: run it in the background, as process $process, with its
# output in process.out and process.err, until there is a file "stop"; go on when
# it has said "ready".
start ()
{
  rm -f stop
  : > process.out
  "$@" > process.out 2> process.err &
  process=$!
  trap 'kill -9 $process 2> /dev/null || :' EXIT
  wait_until grep -q '^ready$' process.out
}

# child_of PROCESS: prints the number of the process that it has started.
child_of ()
{
  grep -ls "^PPid:[[:space:]]*$1\$" /proc/[0-9]*/status | sed 's|/proc/||; s|/.*||'
}

# attach STATUS OPTION...: gasp attach to the process ends with STATUS.
attach ()
{
  want=$1
  shift
  got=0
  timeout 60 "$GASP" attach "$@" $process > out 2> err || got=$?
  if grep -q 'Operation not permitted' err; then unsupported "no ptrace"; fi
  cat err
  shown=$(echo "$*" | head -c 200 | tr -c '[:print:]' '?')
  [ "$got" = "$want" ] || fail "gasp attach $shown: status $got, not $want"
}

# attach_again OPTION...: attach, with a record in "at", detach, and attach once more.
attach_again ()
{
  attach 0 -w 0 -o at "$@"
  run 0 "$GASP" detach $process
  attach 0 -w 0 "$@"
}

# finish STATUS: the process ends with STATUS.
finish ()
{
  touch stop
  got=0
  wait $process || got=$?
  trap - EXIT
  [ "$got" = "$1" ] || fail "the program ended with $got, not $1"
}

# has_record DIRECTORY
has_record ()
{
  ls "$1"/*.gasp > /dev/null 2>&1
}

# show_process: what the kernel and a debugger tell of the process, as a child that
# has ended is a zombie until it is waited for.
show_process ()
{
  echo "The process, $process:"
  grep -E '^(State|TracerPid|Sig|Shd|Threads)' /proc/$process/status 2> /dev/null || :
  for file in /proc/$process/task/*/wchan /proc/$process/task/*/syscall; do
    echo "$file: $(cat "$file" 2> /dev/null)"
  done
  if command -v gdb > /dev/null; then
    timeout 60 gdb -nx -batch -p $process -ex 'info registers' \
      -ex 'x/8i $pc' -ex 'thread apply all bt' 2>&1 || :
  fi
  if ! grep -q '^State:.*[RSDTt] ' /proc/$process/status 2> /dev/null; then
    got=0
    wait $process || got=$?
    echo "It ended with $got."
  fi
}
