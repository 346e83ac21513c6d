/* kills.c - kill an instrumented program often, and see what is left of it.

   SPDX-License-Identifier: Apache-2.0

     kills GASP VICTIM NUMBER SEED

   The sample tool's record of a program that has died in any way must be
   readable, and hold at least each call that had returned a second before.
   In each round VICTIM runs under `GASP run' and dies at a random moment; the
   calls that it had counted by then, and a second earlier, are compared with
   those that `GASP report' finds.  The last line gives the figures; status 0
   if nothing was lost.  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "kills.h"

#define STEP_MS 10
#define LONGEST_MS 1500
#define STEPS (2 * LONGEST_MS / STEP_MS)

/* How a victim dies; the first from outside.  */
static const char *const ways[] = { "kill", "fault", "abort", "hunger" };
#define WAYS (sizeof ways / sizeof *ways)

static struct returned *returned;
static const char *gasp, *victim;

static struct
{
  unsigned long long calls, recorded;
  unsigned long long most_lost;	/* by one victim */
  int rounds, unreadable, lost_old, lost_any;
} sum;

static uint64_t
all_returned (void)
{
  uint64_t all = 0;
  for (int i = 0; i < RETURNED_THREADS; i++)
    all += returned[i].leaf;
  return all;
}

static void
nap (void)
{
  struct timespec t = { 0, STEP_MS * 1000000 };
  nanosleep (&t, NULL);
}

/* Run the victim in a process group of its own.  Its messages are those of a
   dying program: of no interest.  */
static pid_t
start (const char *way, int milliseconds)
{
  char ms[16], threads[16], processes[16];
  snprintf (ms, sizeof ms, "%d", milliseconds);
  snprintf (threads, sizeof threads, "%d", 1 + rand () % 3);
  snprintf (processes, sizeof processes, "%d", 1 + (rand () % 4 == 0) * 2);
  pid_t pid = fork ();
  if (pid != 0)
    return pid;
  setpgid (0, 0);
  int null = open ("/dev/null", O_WRONLY);
  dup2 (null, 1);
  dup2 (null, 2);
  execl (gasp, gasp, "run", "-q", "--exact", "-o", "profile", victim, "returned",
	 threads, processes, way, ms, (char *) NULL);
  _exit (127);
}

/* Wait until the victim has died, killing it if it is to be killed after
   STEP_MS times STEPS.  Returns what had returned a second before.  */
static uint64_t
watch (pid_t pid, int killed, int milliseconds)
{
  static uint64_t past[STEPS];
  int step = 0, dead = 0;
  while (!dead && step < STEPS)
    {
      past[step++] = all_returned ();
      nap ();
      if (killed && step * STEP_MS >= milliseconds)
	kill (-pid, SIGKILL);
      dead = waitpid (pid, NULL, WNOHANG) == pid;
    }
  kill (-pid, SIGKILL);
  if (!dead)
    waitpid (pid, NULL, 0);
  /* Those that its death left behind.  */
  nap ();
  int second = 1000 / STEP_MS;
  return step > second ? past[step - second - 1] : 0;
}

/* The column of LINE that is called NAME.  A name has neither commas nor
   quotes in it.  */
static int
column_of (char *line, const char *name)
{
  int column = 0;
  for (char *word = strtok (line, "\",\n"); word;
       word = strtok (NULL, "\",\n"))
    {
      if (!strcmp (word, name))
	return column;
      column++;
    }
  return -1;
}

/* Field COLUMN of LINE as a number; fields may be in quotes.  */
static unsigned long long
number_at (const char *line, int column)
{
  for (int quoted = 0; *line && column > 0; line++)
    {
      quoted ^= *line == '"';
      column -= *line == ',' && !quoted;
    }
  return strtoull (line, NULL, 10);
}

/* The calls of leaf that the report finds, or -1 if there is no report.  */
static long long
reported (void)
{
  char line[65536], command[4096];
  snprintf (command, sizeof command,
	    "'%s' report -n 0 --format=csv --view=flat profile 2> report.err",
	    gasp);
  FILE *report = popen (command, "r");
  int column = -1;
  long long calls = 0;
  if (report && fgets (line, sizeof line, report))
    column = column_of (line, "calls");
  while (column >= 0 && fgets (line, sizeof line, report))
    if (strstr (line, "int leaf(int)"))
      calls += number_at (line, column);
  int status = report ? pclose (report) : -1;
  return status == 0 && column >= 0 ? calls : -1;
}

static void
judge (const char *way, uint64_t then, uint64_t now)
{
  long long found = reported ();
  sum.rounds++;
  if (found < 0)
    {
      /* Before the first call there may be no record yet.  */
      if (now == 0)
	return;
      sum.unreadable++;
      printf ("round %d, %s: no report\n", sum.rounds, way);
      return;
    }
  uint64_t lost = now > (uint64_t) found ? now - found : 0;
  sum.calls += now;
  sum.recorded += found;
  if (lost)
    printf ("round %d, %s: %llu of the last second's calls are not recorded\n",
	    sum.rounds, way, (unsigned long long) lost);
  sum.lost_any += lost > 0;
  if (lost > sum.most_lost)
    sum.most_lost = lost;
  if ((uint64_t) found < then)
    {
      sum.lost_old++;
      printf ("round %d, %s: %lld calls recorded, of %llu a second before\n",
	      sum.rounds, way, found, (unsigned long long) then);
    }
}

static void
one_round (void)
{
  int which = rand () % WAYS;
  /* Short lives are the interesting ones, but some must be old.  */
  int milliseconds = 1 + rand () % (rand () % 2 ? 100 : LONGEST_MS);
  if (system ("rm -rf profile"))
    exit (2);
  memset (returned, 0, RETURNED_SIZE);
  pid_t pid = start (ways[which], milliseconds);
  uint64_t then = watch (pid, which == 0, milliseconds);
  judge (ways[which], then, all_returned ());
}

static void
map_counts (void)
{
  int fd = open ("returned", O_RDWR | O_CREAT | O_TRUNC, 0666);
  if (fd < 0 || ftruncate (fd, RETURNED_SIZE) < 0)
    {
      perror ("kills: returned");
      exit (2);
    }
  returned = mmap (NULL, RETURNED_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED,
		   fd, 0);
}

static void
print_sum (void)
{
  printf ("%d kills: %llu calls had returned, %llu recorded; %d records "
	  "unreadable, %d without calls older than a second, %d without some "
	  "call (%llu at most)\n", sum.rounds, sum.calls, sum.recorded,
	  sum.unreadable, sum.lost_old, sum.lost_any, sum.most_lost);
}

int
main (int argc, char **argv)
{
  if (argc != 5)
    {
      fprintf (stderr, "Usage: kills GASP VICTIM NUMBER SEED\n");
      return 2;
    }
  gasp = argv[1];
  victim = argv[2];
  int number = atoi (argv[3]);
  srand (atoi (argv[4]));
  map_counts ();
  for (int i = 1; i <= number; i++)
    {
      one_round ();
      if (isatty (2))
	fprintf (stderr, "\r%d of %d%s", i, number, i < number ? "" : "\n");
      else if (i % 100 == 0)
	fprintf (stderr, "%d of %d\n", i, number);
    }
  print_sum ();
  return sum.unreadable || sum.lost_old || sum.rounds == 0;
}
