# gasp attach and gasp detach killed at any moment: the process goes on, as it was,
# and can be attached to.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/attach.sh"
not_emulated "gasp attaches to programs of this machine"
# Many sites make the call a long one.
{
  for i in $(seq 1500); do
    echo "__attribute__ ((noipa)) double work$i (double x) { return x + $i; }"
  done
  echo 'double (*const works[]) (double) = {'
  for i in $(seq 1500); do echo "  work$i,"; done
  echo '};'
} > sites.c
cat > prog.c <<'END'
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern double (*const works[]) (double);

typedef double many __attribute__ ((vector_size (64)));

static volatile sig_atomic_t alarms;

static void
on_alarm (int signal)
{
  alarms++;
}

static int
compute (int turn)
{
  many sum = { 0 };
  double expected = 0;
  for (int i = 0; i < 300; i++)
    {
      expected += i + turn;
      sum += i + turn;
      __asm__ volatile ("" : "+m" (sum));
    }
  for (int i = 0; i < 8; i++)
    if (sum[i] != expected)
      return 3;
  return works[turn % 1500] (1) == turn % 1500 + 2 ? 0 : 4;
}

/* Each of these would end early, or say that it was interrupted.  */
static int
wait_a_while (int turn)
{
  struct timespec t = { 0, 2000000 };
  struct pollfd none = { -1, POLLIN, 0 };
  switch (turn % 3)
    {
    case 0:
      return nanosleep (&t, NULL) == 0 ? 0 : 5;
    case 1:
      return poll (&none, 1, 2) == 0 ? 0 : 6;
    default:
      return ppoll (&none, 1, &t, NULL) == 0 ? 0 : 7;
    }
}

static int
is_disturbed (const sigset_t *wanted, const stack_t *stack)
{
  sigset_t mask;
  stack_t now;
  sigprocmask (SIG_SETMASK, NULL, &mask);
  sigaltstack (NULL, &now);
  for (int i = 1; i < 32; i++)
    if (sigismember (&mask, i) != sigismember (wanted, i))
      return 8;
  if (now.ss_sp != stack->ss_sp || now.ss_size != stack->ss_size)
    return 9;
  return errno == 77 ? 0 : 10;
}

int
main (void)
{
  static char area[65536];
  stack_t stack = { .ss_sp = area, .ss_size = sizeof area };
  struct sigaction action = { .sa_handler = on_alarm };
  sigset_t mask;
  sigaltstack (&stack, NULL);
  sigaction (SIGALRM, &action, NULL);
  sigemptyset (&mask);
  sigaddset (&mask, SIGUSR2);
  sigprocmask (SIG_SETMASK, &mask, NULL);
  FILE *progress = fopen ("progress", "w");
  puts ("ready");
  fflush (stdout);
  errno = 77;
  for (int turn = 1; access ("stop", F_OK) != 0; turn++)
    {
      int wrong = 0;
      errno = 77;
      for (int i = 0; i < 100 && !wrong; i++)
	wrong = compute (turn + i);
      if (!wrong)
	wrong = wait_a_while (turn);
      if (!wrong)
	wrong = is_disturbed (&mask, &stack);
      if (wrong)
	{
	  printf ("turn %d: errno %d\n", turn, errno);
	  return wrong;
	}
      rewind (progress);
      fprintf (progress, "%d\n", turn);
      fflush (progress);
    }
  raise (SIGALRM);
  return alarms == 1 ? 0 : 11;
}
END
# The process has come further than "$1".
is_further ()
{
  [ "$(cat progress)" != "$1" ]
}
# killer PROCESS NANOSECONDS COMMAND...: kill who begins to trace the process when
# COMMAND is run, so much later.
cat > killer.c <<'END'
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int
find_tracer (const char *path)
{
  char line[200];
  int tracer = 0;
  FILE *f = fopen (path, "r");
  while (f && fgets (line, sizeof line, f)
	 && sscanf (line, "TracerPid: %d", &tracer) != 1)
    ;
  if (f)
    fclose (f);
  return tracer;
}

static long
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000L + t.tv_nsec;
}

int
main (int argc, char **argv)
{
  char path[50];
  int tracer, status;
  sprintf (path, "/proc/%s/status", argv[1]);
  pid_t child = fork ();
  if (child == 0)
    {
      execvp (argv[3], argv + 3);
      _exit (127);
    }
  /* For a moment, the kernel shows the process's parent, as it is ours.  */
  while (!(tracer = find_tracer (path)) || tracer == getppid ())
    if (waitpid (child, &status, WNOHANG) == child)
      return 0;
  for (long end = now () + atol (argv[2]); now () < end;)
    ;
  kill (tracer, SIGKILL);
  waitpid (child, &status, 0);
  return 0;
}
END
run 0 "$CC" -O1 -w killer.c -o killer
kill_during ()
{
  ./killer $process ${delay}000 "$GASP" "$@" > /dev/null 2>&1
  before=$(cat progress)
  (wait_until is_further "$before") || {
    echo "After \"$1\" was killed $delay us behind its first stop:"
    show_process
    cat process.out process.err
    fail "the process does not go on"
  }
}
for mode in $(modes_of "$TEST"); do
  run 0 "$CC" -O1 -w -finstrument-gasp-functions=$mode prog.c sites.c -o prog
  start ./prog
  for delay in $(seq 0 "$(often 220 60)" 1100); do
    # A sample that is due then may end a call early: gasp-limits(7).
    kill_during attach -w 0 -o at --sample=none $process
    kill_during detach $process
  done
  # Whatever it is by now.
  timeout 60 "$GASP" detach $process > /dev/null 2>&1 || :
  attach 0 -o at
  has err 'process [0-9]+ is measured'
  finish 0
done
