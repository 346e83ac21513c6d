# kill: of the process that was started, and of a thread; nothing is left.
#
# SPDX-License-Identifier: Apache-2.0

cat > killed.upc <<'END'
#include <stdio.h>
#include <unistd.h>
int main (void)
{
  upc_barrier;
  printf ("up\n");
  fflush (stdout);
  for (;;)
    sleep (1);
}
END
run 0 "$UPCC" killed.upc -o upc_killed_$$

start ()
{
  : > up
  ./upc_killed_$$ -n 3 >> up 2>> err &
  launcher=$!
  for i in $(seq 300); do
    [ "$(grep -c up up)" -eq 3 ] && break
    sleep 0.1
  done
  threads=$(echo $(cat /proc/$launcher/task/$launcher/children))
  [ "$(echo $threads | wc -w)" -eq 3 ] || fail "threads: $threads"
}

# gone STATUS: the launcher ends with it, and no thread is left.
gone ()
{
  got=0
  wait $launcher || got=$?
  [ $got -eq $1 ] || fail "status $got, not $1"
  for i in $(seq 50); do
    left=
    for t in $threads; do
      grep -q 'State:.[^Z]' /proc/$t/status 2> /dev/null && left="$left $t"
    done
    [ -z "$left" ] && return
    sleep 0.1
  done
  fail "left: $left"
}

launcher=
trap '[ -z "$launcher" ] || kill -9 $launcher 2> /dev/null || :' EXIT
: > err
start; kill -9 $launcher; gone 137
start; kill -9 ${threads##* }; gone 137
has err 'libupc: thread 2 .process [0-9]+. was killed by signal 9'
start; kill -9 ${threads%% *}; gone 137
start; kill -TERM $launcher; gone 143
start; kill -USR1 $launcher; gone 138
start; kill -TERM ${threads%% *}; gone 143
# Stopped and continued, as a shell's job.
start; kill -TSTP $launcher
for i in $(seq 50); do
  n=0
  for t in $launcher $threads; do
    grep -q 'State:.T' /proc/$t/status && n=$((n + 1))
  done
  [ $n -eq 4 ] && break
  sleep 0.1
done
[ $n -eq 4 ] || fail "$n of 4 processes stopped"
kill -CONT $launcher; kill -TERM $launcher; gone 143
