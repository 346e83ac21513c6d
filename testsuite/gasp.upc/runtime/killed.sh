# kill: of the process that was started, of gasprun, and of a thread, also in
# barriers and collective functions; nothing is left.
#
# SPDX-License-Identifier: Apache-2.0

cat > killed.upc <<'END'
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <upc_collective.h>
#define MY (UPC_IN_MYSYNC | UPC_OUT_MYSYNC)
shared int from[THREADS], to[THREADS];
int main (int argc, char **argv)
{
  upc_barrier;
  printf ("up\n");
  fflush (stdout);
  for (;;)
    if (argc == 1)
      sleep (1);
    else if (!strcmp (argv[1], "barrier"))
      upc_barrier;
    else if (!strcmp (argv[1], "all"))
      upc_all_broadcast (to, from, sizeof (int), 0);
    else
      upc_all_broadcast (to, from, sizeof (int), MY);
}
END
run 0 "$UPCC" killed.upc -o upc_killed_$$

children () { echo $(cat /proc/$1/task/$1/children); }

# start_by COMMAND...: it becomes what waits for the threads, and is killed.
start_by ()
{
  : > up
  "$@" >> up 2>> err &
  launcher=$!
  for i in $(seq 300); do
    [ "$(grep -c up up)" -eq 3 ] && break
    sleep 0.1
  done
  threads=$(children $launcher)
  [ "$(echo $threads | wc -w)" -ge 3 ] || fail "threads: $threads"
}

start () { start_by ./upc_killed_$$ -n 3 "$@"; }

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

# Who is waiting for others.
for what in barrier all my; do
  start $what; kill -9 $launcher; gone 137
  start $what; kill -9 ${threads##* }; gone 137
done
start_by "$BUILD/bin/gasprun" -n 3 ./upc_killed_$$; kill -9 $launcher; gone 137
