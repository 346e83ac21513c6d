# gasp attach to a program while it forks: the processes that it makes then end,
# as they do otherwise.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/attach.sh"
not_emulated "gasp attaches to programs of this machine"
cat > prog.c <<'END'
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "functions.h"

static int is_over (void) { return access ("stop", F_OK) == 0; }

static void *
fork_often (void *argument)
{
  int status = 9 << 8;
  while (status == 9 << 8 && !is_over ())
    {
      pid_t child = fork ();
      if (child == 0)
	{
	  alarm (20);
	  exit (function_0 (8));
	}
      waitpid (child, &status, 0);
    }
  return status == 9 << 8 ? NULL : argument;
}

int
main (void)
{
  pthread_t thread;
  void *wrong;
  pthread_create (&thread, NULL, fork_often, &thread);
  write (1, "ready\n", 6);
  while (!is_over ())
    usleep (100);
  pthread_join (thread, &wrong);
  return wrong ? 1 : 7;
}
END
awk 'BEGIN {
  for (i = 0; i < 3000; i++)
    printf "__attribute__ ((noipa, unused)) static int function_%d (int n)" \
	   " { return n + 1; }\n", i }' > functions.h
for mode in $(modes_of "$TEST"); do
  run 0 "$CC" -O1 -w -finstrument-gasp-functions=$mode prog.c -pthread -o prog
  for turn in 1 2 3 4 5; do
    start ./prog
    attach_again
    finish 7
  done
done
