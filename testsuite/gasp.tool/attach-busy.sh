# Threads that are at work most of the time are attached to again and again.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

cat > busy.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__ ((noipa)) static void
work (int n)
{
  for (int i = 0; i < n; i++)
    free (malloc (i));
}

__attribute__ ((noipa)) static void *
busy (void *argument)
{
  while (access ("stop", F_OK) != 0)
    work (1000);
  return argument;
}

int
main (void)
{
  pthread_t thread[64];
  for (int i = 0; i < 64; i++)
    pthread_create (&thread[i], NULL, busy, NULL);
  for (int i = 0; i < 64; i++)
    pthread_join (thread[i], NULL);
  puts ("end");
  return 0;
}
END

run 0 "$CC" -O2 --profile busy.c -pthread -o busy
./busy > busy.out 2>&1 &
busy=$!
trap 'kill $busy 2> /dev/null' EXIT
sleep 0.3
for round in 1 2 3 4 5 6 7 8 9 10 11 12; do
  got=0
  "$GASP" attach -o at $busy > out 2> err || got=$?
  if grep -q 'Operation not permitted' err; then unsupported "no ptrace"; fi
  [ $got = 0 ] || fail "round $round: attach: status $got, $(cat err)"
  grep -q 'is measured' out err || fail "round $round: $(cat out err)"
  run 0 "$GASP" detach $busy
done
touch stop
trap - EXIT
wait $busy || fail "the program ended with $?"
grep -q '^end$' busy.out || fail "the program said: $(cat busy.out)"
# Each thread begins anew each time, unless it had no processor meanwhile.  Those
# that detaching forgot about would go on as they were.
run 0 "$GASP" report at
threads=$(sed -n 's/^ *measured .* \([0-9]*\) threads.*/\1/p' out)
[ "$threads" -ge 300 ] || fail "only $threads threads in 12 times 64"
