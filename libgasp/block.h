/* block.h - keep signal handlers away from the calling thread.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_BLOCK_H
#define GASP_BLOCK_H

#include <pthread.h>
#include <signal.h>

/* Those that an instruction brings about are let through: the kernel ends a
   process that blocks one, be its handler a debugger's for single steps, or that
   of a seccomp(2) filter for our own system calls.  */
static inline void
gasp_block_signals (sigset_t *saved)
{
  static const int synchronous[]
    = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS };
  sigset_t others;
  sigfillset (&others);
  for (unsigned int i = 0; i < sizeof synchronous / sizeof *synchronous; i++)
    sigdelset (&others, synchronous[i]);
  pthread_sigmask (SIG_BLOCK, &others, saved);
}

static inline void
gasp_unblock_signals (const sigset_t *saved)
{
  pthread_sigmask (SIG_SETMASK, saved, NULL);
}

#endif /* GASP_BLOCK_H */
