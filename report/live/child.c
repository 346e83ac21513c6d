/* child.c - run a program as if it had been run directly.  See child.h.

   SPDX-License-Identifier: Apache-2.0

   All signals are blocked here and fetched one by one, so nothing happens
   behind our back.  What the terminal sends went to the whole foreground
   process group, the child included; everything else was meant for the
   program and is passed on.  */

#include "live/child.h"
#include "base/proc.h"
#include "base/util.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
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

/* Becomes PATH; if that cannot be, says so and exits as a shell would.  */
static __attribute__ ((noreturn)) void
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

/* Sets the processor time of CHILD if it is over.  What waitpid knows has that
   of its children in it.  */
static void
note_processor (struct ended_child *child)
{
  siginfo_t info = { .si_pid = 0 };
  struct proc_stat stat;
  if (waitid (P_PID, (id_t) child->pid, &info, WEXITED | WNOHANG | WNOWAIT)
      || !info.si_pid || !read_stat (child->pid, 0, &stat))
    return;
  uint64_t ticks = stat_field (&stat, PROC_USER)
		   + stat_field (&stat, PROC_SYSTEM);
  /* At least what is not a whole tick.  */
  child->processor_ms
    = (uint32_t) ((ticks + 1) * 1000 / (uint64_t) sysconf (_SC_CLK_TCK));
}

/* Sets the most memory that CHILD had in use, of which USAGE knows, with its
   children: if these took no time.  */
static void
note_resident (struct ended_child *child, const struct rusage *usage)
{
  enum { LITTLE_MS = 10 };
  int64_t ms = (usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000
	       + (usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) / 1000;
  if (ms <= (int64_t) child->processor_ms + LITTLE_MS)
    child->resident = (uint32_t) (usage->ru_maxrss / 4);
}

/* Follows CHILD, which has changed its state.  Returns whether it is over.  */
static bool
follow (struct ended_child *child)
{
  struct rusage usage = { 0 };
  note_processor (child);
  if (wait4 (child->pid, &child->status, WNOHANG | WUNTRACED, &usage)
      != child->pid)
    return false;
  if (!WIFSTOPPED (child->status))
    {
      note_resident (child, &usage);
      return true;
    }
  /* Stop as well, so that the shell sees it; and go on together.  */
  raise (SIGSTOP);
  kill (child->pid, SIGCONT);
  return false;
}

static void
wait_for (struct ended_child *child, const sigset_t *signals)
{
  do
    {
      siginfo_t info;
      if (sigwaitinfo (signals, &info) < 0)
	continue;
      pass_on (child->pid, &info);
    }
  while (!follow (child));
}

struct ended_child
run_child (const char *path, char **argv)
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
  struct ended_child ended = { .pid = child };
  wait_for (&ended, &all);
  sigprocmask (SIG_SETMASK, &inherited, NULL);
  return ended;
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
