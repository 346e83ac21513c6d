/* file.h - the record, and the strings and places in it.

   SPDX-License-Identifier: Apache-2.0

   Part of tool.h: what file.c and place.c offer.  */

#ifndef GASP_TOOL_FILE_H
#define GASP_TOOL_FILE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>
#include "gasp_gcc.h"
#include "growing.h"
#include "lock.h"
#include "map.h"
#include "record.h"
#include "trace-format.h"

#define likely(x) __builtin_expect (!!(x), 1)
#define unlikely(x) __builtin_expect (!!(x), 0)

#pragma GCC visibility push (hidden)

/* ---- file.c: the record.  */

#define AT(type, ref) ((type *) (gasp_tool_base + ((uint64_t) (ref) << 3)))
#define NODE(ref) AT (struct gasp_record_node, ref)
#define HEADER AT (struct gasp_record_header, 0)

/* What the runtime sees of a node.  */
#define PATH(node) ((struct gasp_gcc_path *) (node))

static inline gasp_record_ref
ref_of (const void *p)
{
  return ((const char *) p - gasp_tool_base) >> 3;
}

/* Create a record for this process.  Says what is wrong and returns false if
   there can be none.  */
extern bool gasp_tool_file_create (void);
/* Start a record for a process just forked; the mapping of its parent's is
   still readable at *OLD, up to OLD_SIZE, to be given to
   gasp_tool_file_forget.  */
extern bool gasp_tool_file_fork (char **old, size_t *old_size);
extern void gasp_tool_file_forget (char *old, size_t old_size);
/* In a process just forked, what is written into the SIZE bytes mapped at BASE
   is from now on not seen by its parent.  */
extern void gasp_tool_part_from_parent (char *base, size_t size);
/* The same for the record.  */
extern void gasp_tool_file_part (void);
/* Let it grow now by as much as a sandboxed program may need.  */
extern void gasp_tool_file_grow (void);
/* From now on it may be out of reach: let it be able to grow all the same.  */
extern void gasp_tool_file_spare (void);
/* It is LIMIT that the process's addresses are limited to: give those back that
   are more than a small part of it.  */
extern void gasp_tool_file_shrink (size_t limit);
/* How many it has.  */
extern size_t gasp_tool_file_reserved (void);
/* Its name without directory, and with.  */
extern const char *gasp_tool_file_name (void);
extern const char *gasp_tool_file_path (void);
/* The time of day, in nanoseconds.  */
extern uint64_t gasp_tool_realtime (void);

/* SIZE bytes, null, for elements of KIND in *SEGMENT, which is replaced if it
   is full.  They count once they are published.  Null if the record is
   full, which has been said.  */
extern void *gasp_tool_new (struct gasp_record_segment **segment,
			    enum gasp_record_kind kind, unsigned int size);
extern void gasp_tool_publish (struct gasp_record_segment *segment,
			       unsigned int size);
/* *SEGMENT's rest may be used by others.  */
extern void gasp_tool_recycle (struct gasp_record_segment **segment);

/* Whether nodes should take no more room: what is left is for other kinds.  */
extern bool gasp_tool_nodes_are_enough (void);
/* Say and write down that paths of more than DEPTH calls have been merged.  */
extern void gasp_tool_file_coarsened (unsigned int depth);

/* Call FUNCTION with each element of KIND that is published, and DATA.  */
extern void gasp_tool_each (enum gasp_record_kind kind,
			    void (*function) (void *element, const void *data),
			    const void *data);

/* Zeroed memory, or null; and back.  */
extern void *gasp_tool_pages (size_t size);
extern void gasp_tool_pages_free (void *pages, size_t size);
/* An array of ELEMENT-byte elements doubled: its new place, or null.  */
extern void *gasp_tool_pages_double (void *pages, size_t element,
				     unsigned int *count);

/* ---- place.c: strings and places, each once; and what goes with them.  */

extern gasp_record_ref gasp_tool_string (const char *text);
extern gasp_record_ref gasp_tool_place (const struct gasp_record_place *place);
extern gasp_record_ref
gasp_tool_function_place (const struct gasp_gcc_function *function);
/* Functions whose addresses are from BEGIN up to END are going away.  */
extern void gasp_tool_places_unload (uint64_t begin, uint64_t end);
/* A copy, in this record, of a place of the record mapped at BASE.  */
extern gasp_record_ref gasp_tool_copy_place (const char *base,
					     gasp_record_ref place);
struct known_place;
/* CONTEXT's memory of WANTED, whose place is 0; if that is not known, the
   caller fills it in.  */
extern struct known_place *
gasp_tool_known_place (gasp_context_t context,
		       const struct known_place *wanted);
/* Forget where the nodes of calls are, in counted ones that are open, too.  */
extern void gasp_tool_forget_calls (gasp_context_t context);
/* Forget all such places, and calls at them.  */
extern void gasp_tool_forget_known (gasp_context_t context);
/* The place of an event if CONTEXT remembers it, or 0.  */
static inline gasp_record_ref recent_place (gasp_context_t context,
					    const char *file, uint32_t tag,
					    int line, int column);
/* A copy of ELEMENT added to the table of KIND, or null.  */
extern void *gasp_tool_add (enum gasp_record_kind kind, const void *element,
			    unsigned int size);
extern void gasp_tool_note (const char *text);
/* Count one of KIND at NODE.  Returns the note, or null.  */
extern struct gasp_record_note *
gasp_tool_count_note (enum gasp_record_note_kind kind, gasp_record_ref node,
		      gasp_record_ref earlier, uint64_t address);
extern void gasp_tool_places_fork (void);

#pragma GCC visibility pop

#endif /* GASP_TOOL_FILE_H */
