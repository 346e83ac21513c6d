/* inject.c - have a thread of another process call a function.

   SPDX-License-Identifier: Apache-2.0

   As debuggers do: stop a thread, put its registers aside, let it call, stop it
   when it is done, and put them back.  A system call that was interrupted is
   begun anew by the kernel, since what says so is in the registers, or by us.
   Signals wait meanwhile: this command's, too.  Only SIGKILL would leave the
   thread where it is.  */

#include "live/inject.h"
#include "live/stop.h"
#include "base/proc.h"
#include "base/process.h"
#include "base/util.h"

#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __x86_64__

const char *
why_no_injection (void)
{
  return NULL;
}

/* ---- Going on to wait  */

/* Returns whether the system call NUMBER ends with EINTR for as little as
   being stopped (signal(7)), and can be made again then.  */
static bool
ends_when_stopped (unsigned long number)
{
  static const short calls[] = {
    SYS_accept, SYS_accept4, SYS_epoll_pwait, SYS_epoll_pwait2, SYS_epoll_wait,
    SYS_io_getevents, SYS_io_pgetevents, SYS_io_uring_enter, SYS_msgrcv,
    SYS_msgsnd, SYS_read, SYS_readv, SYS_recvfrom, SYS_recvmmsg, SYS_recvmsg,
    SYS_rt_sigtimedwait, SYS_semop, SYS_semtimedop, SYS_sendmmsg, SYS_sendmsg,
    SYS_sendto, SYS_write, SYS_writev
  };
  for (size_t i = 0; i < COUNT_OF (calls); i++)
    if (number == (unsigned long) calls[i])
      return true;
  return false;
}

/* Returns whether the thread with REGISTERS is in such a call, which has
   ended.  */
static bool
is_ended_call (const struct user_regs_struct *registers)
{
  return ((long) registers->rax == -EINTR
	  && ends_when_stopped (registers->orig_rax));
}

/* Returns REGISTERS, of a thread in a system call, as they were in front of
   it.  */
static struct user_regs_struct
before_call (const struct user_regs_struct *registers)
{
  struct user_regs_struct r = *registers;
  r.rip -= 2;			/* the size of the instruction */
  r.rax = r.orig_rax;
  r.orig_rax = -1ul;
  return r;
}

/* Returns whether process PID handles SIGNAL.  */
static bool
is_handled (int pid, int signal)
{
  OWNED char *mask = read_status (pid, pid, "SigCgt");
  unsigned long handled = mask ? strtoul (mask, NULL, 16) : 0;
  return handled >> (signal - 1) & 1;
}

/* Lets the thread with REGISTERS, which is in a system call that our stopping
   it would end, make that again; and go on there, unless a signal that the
   process handles comes before it has entered the call.  Returns that signal,
   or 0.  */
static int
make_call_again (int pid, int tid, const struct user_regs_struct *registers)
{
  struct user_regs_struct again = before_call (registers);
  int status, signal = 0;
  ptrace (PTRACE_SETREGS, tid, NULL, &again);
  for (;;)
    {
      if (ptrace (PTRACE_SYSCALL, tid, NULL, (void *) (long) signal) != 0
	  || !wait_for_stop (tid, &status, FOR_EVER))
	return 0;
      if (WSTOPSIG (status) == (SIGTRAP | 0x80))
	{
	  ptrace (PTRACE_CONT, tid, NULL, NULL);
	  return 0;
	}
      signal = status >> 16 ? 0 : WSTOPSIG (status);
      if (signal && is_handled (pid, signal))
	break;
    }
  ptrace (PTRACE_SETREGS, tid, NULL, registers);
  return signal;
}

/* Lets the thread with REGISTERS go on by itself.  That it is detached from
   ends such a call, too, but not if the one that traces it ends.  */
static void
let_go (int pid, int tid, const struct user_regs_struct *registers)
{
  long signal = 0;
  if (is_ended_call (registers)
      && !(signal = make_call_again (pid, tid, registers)))
    return;
  ptrace (PTRACE_DETACH, tid, NULL, (void *) signal);
}

/* ---- Calling  */

/* The most that XSAVE can write, in bytes, as far as processors are known.  */
#define EXTENDED_SIZE 16384

/* The saved state of a thread.  EXTENDED_AREA is in EXTENDED, in the format of
   XSAVE.  */
struct thread_state
{
  struct user_regs_struct registers;
  uint64_t signals;
  unsigned char extended[EXTENDED_SIZE];
  struct iovec extended_area;
};

static bool
save (int tid, struct thread_state *state)
{
  state->extended_area = (struct iovec) { state->extended,
					  sizeof state->extended };
  return (ptrace (PTRACE_GETREGS, tid, NULL, &state->registers) == 0
	  && ptrace (PTRACE_GETREGSET, tid, (void *) NT_X86_XSTATE,
		     &state->extended_area) == 0
	  && ptrace (PTRACE_GETSIGMASK, tid, (void *) sizeof (uint64_t),
		     &state->signals) == 0);
}

/* As WAY has them in the process.  */
struct progress
{
  int taken, calls, result;
};

static bool
read_progress (int pid, const struct way_in *way, struct progress *progress)
{
  return read_process (pid, way->taken, progress, sizeof *progress);
}

/* Returns whether a thread is on WAY's stack.  */
static bool
is_taken (int pid, const struct way_in *way)
{
  struct progress now;
  return read_progress (pid, way, &now) && now.taken;
}

/* Returns whether the thread with REGISTERS is on that stack; it may have
   not yet noted so, or have already noted that it left.  */
static bool
is_there (const struct user_regs_struct *registers, const struct way_in *way)
{
  return way->stack - registers->rsp <= way->stack_size;
}

/* Lets the thread, of which STATE has been put aside, begin to call
   FUNCTION.  */
static bool
begin_call (int tid, const struct thread_state *state,
	    const struct way_in *way, unsigned long function)
{
  const uint64_t all = ~0ul;
  struct user_regs_struct r = state->registers;
  r.rsp = way->stack;
  r.rip = way->call;
  r.rax = function;
  r.orig_rax = -1ul;
  r.eflags &= ~0x500ul;		/* direction, trap */
  return (ptrace (PTRACE_SETREGS, tid, NULL, &r) == 0
	  && ptrace (PTRACE_SETSIGMASK, tid, (void *) sizeof all, &all) == 0
	  && ptrace (PTRACE_CONT, tid, NULL, NULL) == 0);
}

/* Waits until the thread has made a call more than CALLS.  What stops it in
   between is given back to it.  */
static bool
wait_for_call (int pid, int tid, const struct way_in *way, int calls,
	       int *result)
{
  struct progress now = { .calls = calls };
  int status;
  for (long time = SOON; now.calls == calls; time = longer (time))
    {
      pause_for (time);
      int found = waitpid (tid, &status, __WALL | WNOHANG);
      if (found && (found != tid || !WIFSTOPPED (status)))
	return errno = ESRCH, false;
      long signal = !found || status >> 16 ? 0 : WSTOPSIG (status);
      if (found)
	ptrace (PTRACE_CONT, tid, NULL, (void *) signal);
      if (!read_progress (pid, way, &now))
	return false;
    }
  *result = now.result;
  return true;
}

/* Puts the thread back to where it was.  */
static void
restore (int pid, int tid, struct thread_state *state,
	 const struct way_in *way)
{
  const int nobody = 0;
  write_process (pid, way->taken, &nobody, sizeof nobody);
  ptrace (PTRACE_SETREGSET, tid, (void *) NT_X86_XSTATE,
	  &state->extended_area);
  ptrace (PTRACE_SETSIGMASK, tid, (void *) sizeof (uint64_t),
	  &state->signals);
  ptrace (PTRACE_SETREGS, tid, NULL, &state->registers);
}

/* Lets the thread, which is stopped, call FUNCTION, and puts back STATE.
   Returns whether the thread is there again, stopped.  *DONE is whether it has
   called.  */
static bool
call_and_restore (int pid, int tid, struct thread_state *state,
		  const struct way_in *way, unsigned long function,
		  int *result, bool *done)
{
  struct progress before;
  *done = false;
  if (!read_progress (pid, way, &before))
    return true;
  if (before.taken || is_there (&state->registers, way))
    return errno = EBUSY, true;
  if (begin_call (tid, state, way, function))
    {
      *done = wait_for_call (pid, tid, way, before.calls, result);
      if (!stop_thread (tid, FOR_EVER))
	return false;
    }
  restore (pid, tid, state, way);
  return true;
}

/* ---- In a thread, or another  */

/* Returns whether process PID is still the program that WAY is for.  */
static bool
is_same_program (int pid, const struct way_in *way)
{
  unsigned char found[sizeof way->mark];
  return (read_process (pid, way->marked, found, sizeof found)
	  && memcmp (found, way->mark, sizeof found) == 0);
}

/* How often, and after what time, a thread is stopped again that was where it
   must not be.  */
#define TRIES 200
#define BETWEEN_TRIES 2000000

/* Lets the thread, which is stopped, call FUNCTION, and lets it go.  Blocks
   this command's own signals meanwhile.  */
static bool
call_and_let_go (int pid, int tid, const struct way_in *way,
		 unsigned long function, int *result)
{
  static struct thread_state state;
  sigset_t all;
  bool done = false;
  sigfillset (&all);
  sigprocmask (SIG_BLOCK, &all, NULL);
  bool is_back = (!save (tid, &state)
		  || call_and_restore (pid, tid, &state, way, function,
				       result, &done));
  int error = errno;
  if (is_back)
    let_go (pid, tid, &state.registers);
  else
    ptrace (PTRACE_DETACH, tid, NULL, NULL);
  errno = error;
  return done;
}

/* Calls FUNCTION in thread TID.  The caller is to end soon after.  */
static bool
call_in_thread (int pid, int tid, const struct way_in *way,
		unsigned long function, int *result)
{
  struct user_regs_struct registers;
  if (ptrace (PTRACE_SEIZE, tid, NULL, (void *) PTRACE_O_TRACESYSGOOD) != 0)
    return false;
  for (int i = 0; i < TRIES; i++)
    {
      if (!stop_thread (tid, PATIENCE))
	return false;
      if (!is_same_program (pid, way))
	return errno = ESTALE, false;
      if (ptrace (PTRACE_GETREGS, tid, NULL, &registers) == 0
	  && !in_restartable_sequence (pid, tid, registers.rip)
	  && !in_dynamic_linker (pid, registers.rip))
	return call_and_let_go (pid, tid, way, function, result);
      ptrace (PTRACE_CONT, tid, NULL, NULL);
      pause_for (BETWEEN_TRIES);
    }
  errno = EAGAIN;
  return false;
}

/* Calls FUNCTION in a process that is gone afterwards.  Returns 0, or what
   errno was.  */
static int
call_and_be_gone (int pid, int tid, const struct way_in *way,
		  unsigned long function, int *result)
{
  struct { int error, result; } *end;
  int status, error = ESRCH;
  end = mmap (NULL, sizeof *end, PROT_READ | PROT_WRITE,
	      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (end == MAP_FAILED)
    return errno;
  end->error = error;
  pid_t child = fork ();
  if (child == 0)
    {
      bool done = call_in_thread (pid, tid, way, function, &end->result);
      end->error = done ? 0 : errno;
      _exit (0);
    }
  if (child > 0)
    {
      waitpid (child, &status, 0);
      error = end->error;
      if (!error)
	*result = end->result;
    }
  else
    error = errno;
  munmap (end, sizeof *end);
  return error;
}

/* How many threads are tried, or how often one is.  */
#define THREADS_TRIED 50

bool
call_in_process (int pid, const struct way_in *way, unsigned long function,
		 int *result)
{
  int error = ETIMEDOUT;
  /* One thread is as good as another.  */
  for (int i = 0; (error == ETIMEDOUT || error == ESRCH) && i < THREADS_TRIED;
       i++)
    {
      size_t count;
      int *threads = list_threads (pid, &count);
      if (!threads)
	return errno = ESRCH, false;
      /* Stopping it would keep a thread that waits there from continuing.  */
      error = (is_taken (pid, way) ? EBUSY
	       : call_and_be_gone (pid, threads[i % count], way, function,
				   result));
      free (threads);
    }
  errno = error == ESTALE ? ESRCH : error;
  return error == 0;
}

#else

const char *
why_no_injection (void)
{
  return "this is done on x86-64 only so far";
}

bool
call_in_process (int pid, const struct way_in *way, unsigned long function,
		 int *result)
{
  (void) pid, (void) way, (void) function, (void) result;
  errno = ENOSYS;
  return false;
}

#endif
