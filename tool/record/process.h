/* process.h - what the record says of the process.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "record.h"

#pragma GCC visibility push (hidden)

extern void gasp_tool_keep_arguments (int argc, char **argv);
/* Fills in what the header says of the process.  */
extern void gasp_tool_describe (void);
/* Adds the processors that the calling thread may run on.  */
extern void gasp_tool_add_processors (void);
/* Notes how the process ends, as far as is known: STATE, STATUS.  */
extern void gasp_tool_end (enum gasp_record_state state, int status);
/* Notes that the process exits with STATUS, maybe in a handler of a signal.  */
extern void gasp_tool_end_at_once (int status);
/* Notes that the process is about to become another program; and that this has
   failed.  */
extern void gasp_tool_become (void);
extern void gasp_tool_remain (void);

#pragma GCC visibility pop
