/* addresses.h - what is at the addresses of a process: lines of code,
   variables.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef REPORT_ADDRESSES_H
#define REPORT_ADDRESSES_H

#include "model/model.h"

/* Sets the file and line of PLACE to where the call stands that returns to
   ADDRESS of PROCESS: in the program's own code, if functions of the system's
   headers are inlined there.  If that is not known, the file is that of the
   module.  */
extern void place_at_address (const struct process *process, uint64_t address,
			      struct place *place);

/* Returns "NAME" or "NAME+OFFSET" of the static variable that has ADDRESS in
   PROCESS, allocated; null if there is none.  */
extern char *variable_at (const struct process *process, uint64_t address);

#endif /* REPORT_ADDRESSES_H */
