/* observe.h - observe the threads of programs that are recorded.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef REPORT_OBSERVE_H
#define REPORT_OBSERVE_H

/* From now on, in a thread of this process, observe all threads of its descendants
   that write records into DIRECTORY (tool/record.h).  Nothing is said if that is not
   possible: then each call is timed.  */
extern void observe_begin (const char *directory);
/* No more.  */
extern void observe_end (void);

#endif /* REPORT_OBSERVE_H */
