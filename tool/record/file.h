/* file.h - the record.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "gasp_gcc.h"
#include "record.h"
#include "ground/state.h"

#pragma GCC visibility push (hidden)

#define AT(type, ref) ((type *) (gasp_tool_base + ((uint64_t) (ref) << 3)))
#define NODE(ref) AT (struct gasp_record_node, ref)
#define HEADER AT (struct gasp_record_header, 0)

/* The part of a node that the runtime sees.  */
#define PATH(node) ((struct gasp_gcc_path *) (node))

static inline gasp_record_ref
ref_of (const void *p)
{
  return ((const char *) p - gasp_tool_base) >> 3;
}

/* Creates a record for this process.  If there can be none, reports why and
   returns false.  */
extern bool gasp_tool_file_create (void);
/* Starts a record for a process just forked; the mapping of its parent's is
   still readable at *OLD, up to OLD_SIZE, to be given to
   gasp_tool_file_forget.  */
extern bool gasp_tool_file_fork (char **old, size_t *old_size);
extern void gasp_tool_file_forget (char *old, size_t old_size);
/* Keeps, in a process just forked, what is written into the SIZE bytes mapped
   at BASE from the parent's sight.  */
extern void gasp_tool_part_from_parent (char *base, size_t size);
/* Keeps what is written into the record from the parent's sight.  */
extern void gasp_tool_file_part (void);
/* Makes the record grow now by as much as a sandboxed program may need.  */
extern void gasp_tool_file_grow (void);
/* Enables it, which may be out of reach from now on, to grow all the same.  */
extern void gasp_tool_file_spare (void);
/* Gives back addresses that are more than a small part of LIMIT, to which
   those of the process are limited.  */
extern void gasp_tool_file_shrink (size_t limit);
/* Returns how many it has.  */
extern size_t gasp_tool_file_reserved (void);
/* Returns its name without directory, and with.  */
extern const char *gasp_tool_file_name (void);
extern const char *gasp_tool_file_path (void);

/* Returns SIZE zeroed bytes for elements of KIND in *SEGMENT, which is
   replaced if it is full.  They count once they are published.  Null if the
   record is full, which has been reported.  */
extern void *gasp_tool_new (struct gasp_record_segment **segment,
			    enum gasp_record_kind kind, unsigned int size);
extern void gasp_tool_publish (struct gasp_record_segment *segment,
			       unsigned int size);
/* Offers the rest of *SEGMENT to others.  */
extern void gasp_tool_recycle (struct gasp_record_segment **segment);

/* How much room is left.  Some has to be kept for elements other than
   nodes.  */
enum gasp_tool_room { ROOM_FOR_ALL, ROOM_FOR_SOME, ROOM_FOR_FUNCTIONS };
extern enum gasp_tool_room gasp_tool_room (void);
/* Reports and notes that further paths are merged.  */
extern void gasp_tool_file_merges (void);

/* Calls FUNCTION with each element of KIND that is published, and DATA.  */
extern void gasp_tool_each (enum gasp_record_kind kind,
			    void (*function) (void *element, const void *data),
			    const void *data);

#pragma GCC visibility pop
