/* observe.h - observe the threads of programs that are recorded.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef REPORT_OBSERVE_H
#define REPORT_OBSERVE_H

#include <stdint.h>

/* Observes, from now on, in a thread of this process, all threads of its
   descendants that write records into DIRECTORY (tool/record.h).  Nothing is
   said if that is not possible: then each call is timed.  */
extern void observe_begin (const char *directory);
/* Ends observing.  */
extern void observe_end (void);

/* Returns, behind that, the node of the record of process PID that its thread,
   whose element is at THREAD there, was seen at last; 0: it was not.  */
extern uint32_t observed_last (int pid, uint32_t thread);

#endif /* REPORT_OBSERVE_H */
