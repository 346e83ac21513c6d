/* place.h - strings and places, each once; and what goes with them.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include "events/context.h"
#include "gasp_gcc.h"
#include "ground/map.h"
#include "record.h"
#include "ground/state.h"

#pragma GCC visibility push (hidden)

extern gasp_record_ref gasp_tool_string (const char *text);
extern gasp_record_ref gasp_tool_place (const struct gasp_record_place *place);
/* Sets NAME and FILE of PLACE, and returns its reference in the record.  */
extern gasp_record_ref gasp_tool_named_place (struct gasp_record_place *place,
					      const char *name,
					      const char *file);
extern gasp_record_ref
gasp_tool_function_place (const struct gasp_gcc_function *function);
/* Forgets functions whose addresses are from BEGIN up to END, which are going
   away.  */
extern void gasp_tool_places_unload (uint64_t begin, uint64_t end);
/* Returns a copy, in this record, of a place of the record mapped at BASE.  */
extern gasp_record_ref gasp_tool_copy_place (const char *base,
					     gasp_record_ref place);
/* Returns CONTEXT's memory of WANTED, whose place is 0; if that is not known,
   the caller fills it in.  */
extern struct known_place *
gasp_tool_known_place (gasp_context_t context,
		       const struct known_place *wanted);
/* Forgets all such places, and where the nodes of calls are, in counted ones
   that are open, too.  */
extern void gasp_tool_forget_known (gasp_context_t context);
/* Returns a copy of ELEMENT added to the table of KIND, or null.  */
extern void *gasp_tool_add (enum gasp_record_kind kind, const void *element,
			    unsigned int size);
extern void gasp_tool_note (const char *text);
/* Counts one of KIND at NODE.  Returns the note, or null.  */
extern struct gasp_record_note *
gasp_tool_count_note (enum gasp_record_note_kind kind, gasp_record_ref node,
		      gasp_record_ref earlier, uint64_t address);
extern void gasp_tool_places_fork (void);

/* ---- What a context remembers of places  */

static inline bool
is_known_as (const struct known_place *known, const char *file,
	     const void *identity, uint32_t tag, int line, int column)
{
  return (known->file == file && known->line == line && known->tag == tag
	  && known->column == column && known->identity == identity);
}

/* Returns the slot of such a place, or else the first of the two where it may
   be.  */
static inline struct known_place *
known_slot (gasp_context_t context, const char *file, const void *identity,
	    uint32_t tag, int line, int column)
{
  uint32_t hash = map_hash ((uint64_t) (uintptr_t) file
			    ^ (uint64_t) (uintptr_t) identity << 7
			    ^ (uint64_t) tag << 32
			    ^ (uint64_t) line << 16 ^ column);
  struct known_place *known = &context->known[hash % KNOWN_PLACES & ~1u];
  return known + is_known_as (known + 1, file, identity, tag, line, column);
}

/* Returns the place of an event if CONTEXT remembers it, or 0.  */
static inline gasp_record_ref
recent_place (gasp_context_t context, const char *file, uint32_t tag,
	      int line, int column)
{
  struct known_place *known
    = known_slot (context, file, NULL, tag, line, column);
  return (is_known_as (known, file, NULL, tag, line, column)
	  && context->known_unloads == gasp_tool_unloads ? known->place : 0);
}

#pragma GCC visibility pop
