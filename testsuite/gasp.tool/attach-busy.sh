# Threads that are at work most of the time are attached to again and again.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/attach.sh"
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
  pthread_t thread[16];
  for (int i = 0; i < 16; i++)
    pthread_create (&thread[i], NULL, busy, NULL);
  write (1, "ready\n", 6);
  for (int i = 0; i < 16; i++)
    pthread_join (thread[i], NULL);
  puts ("end");
  return 0;
}
END

run 0 "$CC" -O2 --profile busy.c -pthread -o busy
start ./busy
rounds=$(often 3 12)
for round in $(seq $rounds); do
  echo "round $round"
  attach 0 -o at
  has err 'is measured'
  run 0 "$GASP" detach $process
done
finish 0
has process.out '^end$'
# Each thread begins anew each time, unless it had no processor meanwhile.  Those
# that detaching forgot about would go on as they were.
run 0 "$GASP" report at
threads=$(sed -n 's/^ *measured .* \([0-9]*\) threads.*/\1/p' out)
[ "$threads" -ge $((6 * rounds)) ] || fail "only $threads threads in $rounds times 16"
