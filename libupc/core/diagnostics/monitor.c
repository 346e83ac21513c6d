/* monitor.c - the process that was started waits for the UPC threads, which are
   its children, and ends as they do.

   SPDX-License-Identifier: Apache-2.0

   Whoever started the program knows only the monitor.  So it takes signals and
   passes them on, it stops when the terminal stops the job, and its status is
   that of the program.

   When a thread is killed, the others are, unless a debugger has stopped them,
   and the monitor dies of the same signal.  When one ends without having met
   the others at the end (_exit), and its status is not 0, the others are made
   to end, and that is the program's status; if it is 0, or the thread has
   become another program, the others find out if they wait for it.  When the
   monitor is killed, the kernel kills the threads.  */

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "core/control.h"

static struct
{
  int running;			/* threads */
  int killed_by;		/* a signal, or 0 */
  int passed_on;		/* the last signal that was */
  bool ending;			/* the others have been asked to end */
  bool all_killed;
  struct timespec limit;	/* when their time is over, if ENDING */
} monitor;

/* How long a thread has to write out what stdio holds, and how long another
   thread's failure may remain unheard.  */
#define SECONDS_TO_END 1
#define SECONDS_TO_NOTICE 3

/* ---- Making threads  */

/* The mask that the program was started with.  */
static sigset_t original_mask;

static void
become_thread (int number, pid_t parent)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != parent)
    _exit (1);
  upc_be_thread (number);
  sigprocmask (SIG_SETMASK, &original_mask, NULL);
}

static void
tell_threads (int signal_number)
{
  for (int t = 0; t < THREADS; t++)
    if (upc_control->threads[t].process > 0)
      kill (upc_control->threads[t].process, signal_number);
}

static void __attribute__ ((noreturn))
no_thread (int number)
{
  int why = errno;
  tell_threads (SIGKILL);
  upc_fatal ("cannot make thread %d of %d (fork: %s); see -n N and ulimit -u",
	     number, THREADS, strerror (why));
}

static void wait_for_threads (void) __attribute__ ((noreturn));

/* Returns which thread is made after I others: the one to debug is the first,
   as gdb follows that.  */
static int
thread_in_turn (int i)
{
  int first = upc_settings.debugged;
  if (first >= THREADS || i > first)
    return i;
  return i ? i - 1 : first;
}

void
upc_make_threads (void)
{
  pid_t self = getpid ();
  sigset_t all;
  sigfillset (&all);
  sigprocmask (SIG_BLOCK, &all, &original_mask);
  upc_control->monitor = self;
  __upc_debugger_processes = &upc_control->threads[0].process;
  for (int i = 0; i < THREADS; i++)
    {
      int t = thread_in_turn (i);
      pid_t child = fork ();
      if (child < 0)
	no_thread (t);
      if (child == 0)
	{
	  become_thread (t, self);
	  return;
	}
      upc_control->threads[t].process = child;
      monitor.running++;
    }
  wait_for_threads ();
}

/* ---- Ending them  */

static void
set_limit (int seconds)
{
  clock_gettime (CLOCK_MONOTONIC, &monitor.limit);
  monitor.limit.tv_sec += seconds;
}

static bool
limit_is_over (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (now.tv_sec > monitor.limit.tv_sec
	  || (now.tv_sec == monitor.limit.tv_sec
	      && now.tv_nsec >= monitor.limit.tv_nsec));
}

/* Returns whether a thread notes where it is, and asks others (calls.c).  */
static bool
is_being_told (void)
{
  return __atomic_load_n (&upc_control->telling, __ATOMIC_ACQUIRE) > 0;
}

/* Kills all threads but those that somebody looks at in a debugger: these are
   killed as they go on.  */
static void
kill_threads (void)
{
  monitor.ending = monitor.all_killed = true;
  for (int t = 0; t < THREADS; t++)
    {
      pid_t process = upc_control->threads[t].process;
      if (process > 0 && upc_held_by_debugger (process))
	monitor.all_killed = false;
      else if (process > 0)
	kill (process, SIGKILL);
    }
}

static void
end_threads (void)
{
  if (monitor.ending)
    return;
  monitor.ending = true;
  tell_threads (UPC_END_SIGNAL);
  set_limit (SECONDS_TO_END);
}

/* ---- What happens to a thread  */

/* Signals that people and shells end programs with need no comment.  */
static bool
is_usual (int number)
{
  static const char usual[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT };
  return (number == monitor.passed_on
	  || memchr (usual, number, sizeof usual) != NULL);
}

static void
thread_killed (int t, pid_t process, int number)
{
  if (monitor.ending || upc_control->ending)
    return;
  monitor.killed_by = number;
  kill_threads ();
  if (!is_usual (number))
    upc_message ("thread %d (process %d) was killed by signal %d (%s)%s", t,
		 (int) process, number, strsignal (number),
		 monitor.all_killed ? ""
		 : "; what a debugger has stopped stays");
}

static void
thread_exited (struct upc_thread *thread, int status)
{
  thread->status = status;
  if (thread->state == UPC_LEFT || monitor.ending)
    return;
  upc_arrive (&upc_control->leaving);
  if (thread->state == UPC_FINISHED)
    return;
  __atomic_store_n (&thread->state, UPC_GONE, __ATOMIC_SEQ_CST);
  if (status)
    upc_ask_end (status);
  else
    upc_arrive_for (thread);
}

static int
thread_of (pid_t process)
{
  for (int t = 0; t < THREADS; t++)
    if (upc_control->threads[t].process == process)
      return t;
  return -1;
}

static void
process_ended (pid_t process, int status)
{
  int t = thread_of (process);
  if (t < 0)
    return;
  __atomic_store_n (&upc_control->threads[t].process, 0, __ATOMIC_RELAXED);
  monitor.running--;
  upc_stop_telling (process);
  if (WIFSIGNALED (status))
    thread_killed (t, process, WTERMSIG (status));
  else
    thread_exited (&upc_control->threads[t], WEXITSTATUS (status));
}

static void
collect_children (void)
{
  int status;
  pid_t process;
  while ((process = waitpid (-1, &status, WNOHANG)) > 0)
    if (!WIFSTOPPED (status))
      process_ended (process, status);
}

/* Returns whether a thread that called exit with a failing status, which goes
   to *STATUS, waits for the others to do the same: not for ever.  */
static bool
failure_is_waiting (int *status)
{
  for (int t = 0; t < THREADS; t++)
    {
      struct upc_thread *thread = &upc_control->threads[t];
      if (__atomic_load_n (&thread->state, __ATOMIC_ACQUIRE) == UPC_ENDING
	  && thread->status)
	{
	  *status = thread->status;
	  return true;
	}
    }
  return false;
}

static void
look_after_failure (void)
{
  int status;
  if (monitor.ending)
    return;
  if (!failure_is_waiting (&status))
    monitor.limit.tv_sec = 0;
  else if (!monitor.limit.tv_sec)
    set_limit (SECONDS_TO_NOTICE);
  else if (limit_is_over ())
    upc_ask_end (status);
}

/* ---- Signals  */

/* Returns whether a signal is the whole job's: all its processes have it from
   the terminal.  */
static bool
is_for_the_job (const siginfo_t *info)
{
  static const char numbers[] = { SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU,
				  SIGHUP, SIGWINCH, SIGCONT };
  return (info->si_code > 0
	  && memchr (numbers, info->si_signo, sizeof numbers) != NULL);
}

static void
take_signal (const siginfo_t *info)
{
  int number = info->si_signo;
  if (number == SIGCHLD)
    return;
  if (!is_for_the_job (info))
    {
      monitor.passed_on = number;
      tell_threads (number);
    }
  if (number == SIGTSTP || number == SIGTTIN || number == SIGTTOU)
    raise (SIGSTOP);
}

/* ---- The end  */

static int
exit_status (void)
{
  uint32_t ending = __atomic_load_n (&upc_control->ending, __ATOMIC_ACQUIRE);
  if (ending)
    return ending & 0xff;
  for (int t = 0; t < THREADS; t++)
    if (upc_control->threads[t].status & 0xff)
      return upc_control->threads[t].status & 0xff;
  return 0;
}

static void __attribute__ ((noreturn))
die_of (int number)
{
  const struct rlimit none = { 0, 0 };
  sigset_t set;
  setrlimit (RLIMIT_CORE, &none);	/* the thread has left one */
  signal (number, SIG_DFL);
  sigemptyset (&set);
  sigaddset (&set, number);
  raise (number);
  sigprocmask (SIG_UNBLOCK, &set, NULL);
  _exit (128 + number);
}

static void
wait_for_threads (void)
{
  const struct timespec often = { 0, 20000000 }, seldom = { 1, 0 };
  siginfo_t info;
  sigset_t all;
  sigfillset (&all);
  while (collect_children (), monitor.running > 0)
    {
      if (upc_control->ending && !is_being_told ())
	end_threads ();
      if (monitor.ending && !monitor.all_killed && limit_is_over ())
	kill_threads ();
      look_after_failure ();
      if (sigtimedwait (&all, &info, monitor.ending ? &often : &seldom) > 0)
	take_signal (&info);
    }
  if (monitor.killed_by)
    die_of (monitor.killed_by);
  _exit (exit_status ());
}
