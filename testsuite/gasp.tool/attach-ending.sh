# gasp attach to a program that ends in that moment, while its threads go on.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/attach.sh"
not_emulated "gasp attaches to programs of this machine"
cat > prog.c <<'END'
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

__attribute__ ((noipa)) static int leaf (int n) { return n + 1; }

static void *
body (void *argument)
{
  for (int n = 0; ; n = leaf (n) & 1023)
    ;
  return argument;
}

int
main (int argc, char **argv)
{
  pthread_t thread;
  for (int i = 0; i < 3; i++)
    pthread_create (&thread, NULL, body, NULL);
  write (1, "ready\n", 6);
  while (access ("go", F_OK) != 0)
    usleep (100);
  nanosleep (&(struct timespec) { 0, argc > 1 ? atol (argv[1]) : 0 }, NULL);
  return 7;
}
END
for mode in $(modes_of "$TEST"); do
  run 0 "$CC" -O1 -w -finstrument-gasp-functions=$mode prog.c -pthread -o prog
  for turn in $(seq "$(often 2 8)"); do
    for milliseconds in 14 17 20 23 26 29 32 35; do
      rm -f go
      start ./prog ${milliseconds}000000
      touch go
      # Counters make the beginning of a session longer.
      "$GASP" attach -w 0 -o at --counters=perf::TASK-CLOCK $process \
	> out 2>&1 || :
      finish 7
    done
  done
done
