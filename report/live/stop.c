/* stop.c - stop a thread of another process.  See stop.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "live/stop.h"
#include "base/proc.h"
#include "base/process.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>

#ifdef __x86_64__

void
pause_for (long nanoseconds)
{
  struct timespec t = { 0, nanoseconds };
  nanosleep (&t, NULL);
}

bool
wait_for_stop (int tid, int *status, long time)
{
  int found;
  for (long nap = SOON; !(found = waitpid (tid, status, __WALL | WNOHANG));
       nap = longer (nap))
    {
      if (time <= 0)
	return errno = ETIMEDOUT, false;
      pause_for (nap);
      time -= time < FOR_EVER ? nap : 0;
    }
  errno = ESRCH;
  return found == tid && WIFSTOPPED (*status);
}

bool
stop_thread (int tid, long time)
{
  int status;
  if (ptrace (PTRACE_INTERRUPT, tid, NULL, NULL) != 0)
    return false;
  while (wait_for_stop (tid, &status, time))
    {
      if (status >> 16 == PTRACE_EVENT_STOP)
	return true;
      ptrace (PTRACE_CONT, tid, NULL, (void *) (long) WSTOPSIG (status));
    }
  return false;
}

bool
in_dynamic_linker (int pid, unsigned long address)
{
  struct mapping m = { 0 };
  bool found = false;
  while (!found && next_mapping (pid, &m))
    found = address >= m.start && address < m.end
	    && (strstr (m.path, "/ld-") || strstr (m.path, "/ld.so"));
  end_mappings (&m);
  return found;
}

bool
in_restartable_sequence (int pid, int tid, unsigned long address)
{
#ifdef PTRACE_GET_RSEQ_CONFIGURATION
  struct __ptrace_rseq_configuration rseq;
  unsigned long place;
  struct { uint32_t version, flags; uint64_t start, size, abort; } sequence;
  const size_t to_sequence = 8;	/* rseq_cs, in struct rseq */
  return (ptrace (PTRACE_GET_RSEQ_CONFIGURATION, tid, (void *) sizeof rseq,
		  &rseq) == (long) sizeof rseq && rseq.rseq_abi_pointer
	  && read_process (pid, rseq.rseq_abi_pointer + to_sequence, &place,
			   sizeof place)
	  && place && read_process (pid, place, &sequence, sizeof sequence)
	  && address - sequence.start < sequence.size);
#else
  return (void) pid, (void) tid, (void) address, false;
#endif
}

#endif
