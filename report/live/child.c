/* child.c - run a program as if it had been run directly.  See child.h.

   SPDX-License-Identifier: Apache-2.0

   All signals are blocked here and fetched one by one, so nothing happens
   behind our back.  What the terminal sends went to the whole foreground
   process group, the child included; everything else was meant for the
   program and is passed on.  */

#include "live/child.h"
#include "base/util.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Signals that our own mistakes raise, which cannot be waited for.  */
static const int own_faults[]
  = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT };

/* Signals that the kernel sends on behalf of a terminal.  */
static const int terminal_signals[]
  = { SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU, SIGHUP, SIGCONT, SIGWINCH };

/* Returns whether PATH may be a shell script without "#!": a text, as shells
   judge it.  */
static bool
may_be_script (const char *path)
{
  char start[80];
  FILE *in = fopen (path, "re");
  size_t length = in ? fread (start, 1, sizeof start, in) : 0;
  if (in)
    fclose (in);
  return in && !memchr (start, '\0', length);
}

void
become (const char *path, char **argv)
{
  execv (path, argv);
  int error = errno;
  if (error == ENOEXEC && may_be_script (path))
    {
      int argc = 0;
      while (argv[argc])
	argc++;
      char **shell = allocate ((size_t) argc + 2, sizeof *shell);
      shell[0] = "sh";
      shell[1] = (char *) path;
      for (int i = 1; i < argc; i++)
	shell[i + 1] = argv[i];
      execv ("/bin/sh", shell);
    }
  fail (error == ENOENT ? 127 : 126, "cannot run '%s': %s", path,
	strerror (error));
}

static bool
is_from_terminal (const siginfo_t *info)
{
  for (size_t i = 0; i < COUNT_OF (terminal_signals); i++)
    if (info->si_signo == terminal_signals[i])
      return info->si_code > 0;
  return false;
}

static void
pass_on (pid_t child, const siginfo_t *info)
{
  if (info->si_code == SI_QUEUE)
    sigqueue (child, info->si_signo, info->si_value);
  else if (info->si_signo != SIGCHLD && !is_from_terminal (info))
    kill (child, info->si_signo);
}

/* Follows CHILD, which has changed its state.  Returns whether it is over.  */
static bool
follow (pid_t child, int *status)
{
  if (waitpid (child, status, WNOHANG | WUNTRACED) != child)
    return false;
  if (!WIFSTOPPED (*status))
    return true;
  /* Stop as well, so that the shell sees it; and go on together.  */
  raise (SIGSTOP);
  kill (child, SIGCONT);
  return false;
}

static int
wait_for (pid_t child, const sigset_t *signals)
{
  int status = 0;
  for (;;)
    {
      siginfo_t info;
      if (sigwaitinfo (signals, &info) < 0)
	continue;
      pass_on (child, &info);
      if (follow (child, &status))
	return status;
    }
}

int
run_child (const char *path, char **argv, int *pid)
{
  sigset_t all, inherited;
  struct sigaction inherited_chld;
  sigfillset (&all);
  for (size_t i = 0; i < COUNT_OF (own_faults); i++)
    sigdelset (&all, own_faults[i]);
  sigprocmask (SIG_BLOCK, &all, &inherited);
  sigaction (SIGCHLD, &(struct sigaction) { .sa_handler = SIG_DFL },
	     &inherited_chld);
  pid_t parent = getpid (), child = fork ();
  if (child < 0)
    fail (126, "cannot start a process: %s", strerror (errno));
  if (!child)
    {
      /* As if it were this process: killed when this is killed.  */
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      if (getppid () != parent)
	raise (SIGKILL);
      sigaction (SIGCHLD, &inherited_chld, NULL);
      sigprocmask (SIG_SETMASK, &inherited, NULL);
      become (path, argv);
    }
  *pid = child;
  int status = wait_for (child, &all);
  sigprocmask (SIG_SETMASK, &inherited, NULL);
  return status;
}

void
end_like (int status)
{
  fflush (stdout);
  if (WIFEXITED (status))
    exit (WEXITSTATUS (status));
  int signal_number = WTERMSIG (status);
  sigset_t only;
  sigemptyset (&only);
  sigaddset (&only, signal_number);
  /* The program has left a core file if one is wanted.  */
  setrlimit (RLIMIT_CORE, &(struct rlimit) { 0, 0 });
  signal (signal_number, SIG_DFL);
  sigprocmask (SIG_UNBLOCK, &only, NULL);
  raise (signal_number);
  _exit (128 + signal_number);
}
