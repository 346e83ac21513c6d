/* handler.c - whether a thread is in a signal handler.

   SPDX-License-Identifier: Apache-2.0

   If so, it may hold any lock of the C library, and only async-signal-safe
   functions may be called.  The chain of calls shows it; where the chain cannot
   be followed, the address that a handler returns to, which is somewhere on the
   stack, or was.  */

#define _GNU_SOURCE
#include <signal.h>
#include <sys/auxv.h>
#include <sys/uio.h>
#include <unistd.h>
#include "stack/stacks.h"
#include "syscall.h"

/* A handler, as the kernel knows it.  */
struct action
{
  void *handler;
  unsigned long flags;
  void *restorer;
  unsigned long mask;
};

/* Where handlers return to: the address that the C library has given to the
   kernel, 0 if there are no handlers; or an address of the kernel's own.  */
struct ends
{
  unsigned long restorer, vdso;
};

static unsigned long
find_restorer (void)
{
#ifdef SA_RESTORER
  const unsigned long flag = SA_RESTORER;
#else
  const unsigned long flag = 0x04000000;
#endif
  for (int signal = 1; signal < NSIG; signal++)
    {
      struct action action = { 0 };
      if (ASK_KERNEL (SYS_rt_sigaction, signal, 0, (long) &action, 8) == 0
	  && (unsigned long) action.handler > 1 && action.flags & flag)
	return (unsigned long) action.restorer;
    }
  return 0;
}

#define VDSO_PAGE 4096

static bool
is_end (const struct ends *ends, unsigned long word)
{
  return ((word == ends->restorer && word)
	  || (ends->vdso && word - ends->vdso < VDSO_PAGE - 16
	      && gasp_is_end_of_handler (word)));
}

/* How much of the stack is looked at.  */
#define MOST (16ul << 20)

static bool
has_end (unsigned long position, unsigned long *words, size_t size)
{
  struct ends ends = { find_restorer (), getauxval (AT_SYSINFO_EHDR) };
  position &= -size;
  for (unsigned long end = position + MOST; position < end; position += size)
    {
      struct iovec to = { words, size }, from = { (void *) position, size };
      if (process_vm_readv (getpid (), &to, 1, &from, 1, 0) != (ssize_t) size)
	return false;
      for (size_t i = 0; i < size / sizeof *words; i++)
	if (is_end (&ends, words[i]))
	  return true;
    }
  return false;
}

bool
gasp_in_handler (unsigned long position, unsigned long *words, size_t size)
{
  stack_t stack;
  if (sigaltstack (NULL, &stack) == 0 && stack.ss_flags & SS_ONSTACK)
    return true;
  enum gasp_origin origin = gasp_chain_origin ();
  return (origin == GASP_ORIGIN_HANDLER
	  || (origin == GASP_ORIGIN_UNKNOWN
	      && has_end (position, words, size)));
}

int
gasp_gcc_in_handler (void)
{
  unsigned long words[64];
  return gasp_in_handler (gasp_stack_pointer (), words, sizeof words);
}
