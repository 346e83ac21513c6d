/* regions.h - a word for each address of the program's memory.

   SPDX-License-Identifier: Apache-2.0

   For memory.c: what is known of blocks that begin there.  */

#ifndef GASP_TOOL_REGIONS_H
#define GASP_TOOL_REGIONS_H

#include <stdbool.h>
#include "record.h"

#pragma GCC visibility push (hidden)

/* The word for ADDRESS, which is there for good.  If there is none yet: make
   one, 0, if ADD; else return null.  Null without memory.  */
extern gasp_record_ref *gasp_tool_region_entry (uint64_t address, bool add);
/* Call FUNCTION with each that there is, in the child of a fork.  */
extern void gasp_tool_regions_each (void (*function) (gasp_record_ref *entry));

#pragma GCC visibility pop

#endif /* GASP_TOOL_REGIONS_H */
