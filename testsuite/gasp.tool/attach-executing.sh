# gasp attach to a process that executes a program from one of its threads, again
# and again: neither waits for ever.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/attach.sh"
not_emulated "gasp attaches to programs of this machine"
cat > prog.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__ ((noipa)) static int work (int n) { return n + 1; }

static void *
busy (void *argument)
{
  for (int n = 0;; n = work (n))
    ;
  return argument;
}

static void *
execute (void *argument)
{
  char **argv = argument, turns[20];
  sprintf (turns, "%d", atoi (argv[1]) - 1);
  char *again[] = { argv[0], turns, NULL };
  usleep (5000);
  execv (argv[0], again);
  return NULL;
}

int
main (int argc, char **argv)
{
  pthread_t others[2];
  if (argc < 2 || atoi (argv[1]) == 0)
    return 5;
  for (int i = 0; i < 2; i++)
    pthread_create (&others[i], NULL, i ? execute : busy, argv);
  busy (NULL);
  return 1;
}
END
for mode in $(modes_of "$TEST"); do
  run 0 "$CC" -O1 -w -finstrument-gasp-functions=$mode prog.c -pthread -o prog
  for turn in $(seq "$(often 2 6)"); do
    ./prog 40 &
    process=$!
    trap 'kill -9 $process 2> /dev/null || :' EXIT
    while kill -0 $process 2> /dev/null; do
      got=0
      timeout -s KILL 20 "$GASP" attach -w 0 -o at $process > out 2>&1 || got=$?
      [ $got -le 1 ] || fail "gasp attach: status $got"
    done
    got=0
    wait $process || got=$?
    trap - EXIT
    [ $got = 5 ] || fail "the program ended with $got, not 5"
  done
done
