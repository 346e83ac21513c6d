/* spawn-time.c - how long a program runs, from its start to its end.

   SPDX-License-Identifier: Apache-2.0

   usage: spawn-time RUNS PROGRAM [ARGUMENT]...

   Prints the least of RUNS, in milliseconds.  What PROGRAM_PRELOAD is set to,
   is LD_PRELOAD for the program.  */

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static double
time_run (char **arguments)
{
  pid_t process;
  int status;
  double start = now ();
  if (posix_spawn (&process, arguments[0], NULL, NULL, arguments, environ) != 0
      || waitpid (process, &status, 0) != process || status != 0)
    {
      fprintf (stderr, "spawn-time: %s: no success\n", arguments[0]);
      exit (1);
    }
  return now () - start;
}

int
main (int argc, char **argv)
{
  double best = 1e9;
  const char *preload = getenv ("PROGRAM_PRELOAD");
  if (argc < 3)
    return 2;
  if (preload && *preload)
    setenv ("LD_PRELOAD", preload, 1);
  for (int i = 0; i < atoi (argv[1]); i++)
    {
      double time = time_run (argv + 2);
      if (time < best)
	best = time;
    }
  printf ("%.2f\n", best);
  return 0;
}
