/* inject.h - have a thread of another process call a function.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef REPORT_INJECT_H
#define REPORT_INJECT_H

#include <stdbool.h>
#include <stddef.h>

/* Null, or why this command cannot do that at all.  */
extern const char *why_no_injection (void);

/* The threads of process PID, *COUNT, allocated; null if it has none that is
   alive.  */
extern int *list_threads (int pid, size_t *count);

/* What /proc says under NAME of the status of thread TID of process PID,
   allocated; null if nothing.  */
extern char *read_status (int pid, int tid, const char *name);

/* Where SYMBOL is in process PID, in its libgasp or in its executable; 0 if
   there is none.  */
extern unsigned long find_in_process (int pid, const char *symbol);

/* SIZE bytes of process PID, from ADDRESS there, to TO, or the reverse.  */
extern bool read_process (int pid, unsigned long address, void *to,
			  size_t size);
extern bool write_process (int pid, unsigned long address, const void *from,
			   size_t size);

/* Where a thread calls a function; on what stack, its end; where there is an
   int that is not 0 when that is done, and the thread waits; and where there is
   what, as long as the process does not execute another program.  */
struct way_in
{
  unsigned long call, stack, called, marked;
  unsigned char mark[12];
};

/* Stop a thread of process PID, let it call FUNCTION by WAY, which takes nothing
   and does no more than a signal handler may, and go on as if nothing had been.
   Its result in *RESULT.  False, and errno, if that cannot be done; then
   ESRCH means that it has ended, or is another program by now, EPERM that it may
   not be traced, EAGAIN that no thread could be stopped where it can be
   done, ETIMEDOUT that none could be stopped.  */
extern bool call_in_process (int pid, const struct way_in *way,
			     unsigned long function, int *result);

#endif /* REPORT_INJECT_H */
