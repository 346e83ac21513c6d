/* shapes.h - what the table of events says of them.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push (hidden)

/* The arguments of an event, by position.  */
union argument {
  const void *p;
  const char *s;
  size_t z;
  int64_t l;
  double d;
  int i;
};

/* The roles of events, whatever their model.  */
enum role {
#define GASP_ROLE(role, text) ROLE_##role,
#include "gasp-events.def"
  ROLES
};

/* An event of the table: its label, its role and its arguments.  */
struct event_shape {
  uint32_t tag;
  enum role role;
  const char *label, *start, *end;
};

/* Returns the shape of event TAG; null if it is not in the table.  */
extern const struct event_shape *gasp_tool_event_shape (uint32_t tag);

/* The role of TAG; of one that is not in the table, the first.  */
extern const unsigned char gasp_tool_roles[];
extern const uint32_t gasp_tool_role_count;
static inline enum role
gasp_tool_role (uint32_t tag)
{
  return tag < gasp_tool_role_count ? gasp_tool_roles[tag] : (enum role) 0;
}

/* Reads VALUES, of shape LETTERS.  */
extern void gasp_tool_arguments (union argument *arguments,
				 const char *letters, va_list values);
/* Returns the bytes that an event with ARGUMENTS of shape LETTERS is about:
   its last size.  */
extern uint64_t gasp_tool_bytes_of (const char *letters,
				    const union argument *arguments);

/* The data that an event moves: see the columns of GASP_MOVES.  */
enum pattern { COPY, FETCH_EACH, PUT_PERMUTED, PUT_ELEMENT, FETCH_ELEMENT };
#define NONE -1
struct movement {
  uint32_t tag;
  enum pattern pattern;
  signed char target, source, size;
};

/* Returns what event TAG moves; null if nothing.  */
extern const struct movement *gasp_tool_movement (uint32_t tag);

struct gasp_tool_model {
  int language;
  const char *name, *rank;	/* what one of its processes is called */
  uint32_t first, last;		/* tags */
};

/* Returns the first with LANGUAGE, or null.  */
extern const struct gasp_tool_model *gasp_tool_model (int language);

#pragma GCC visibility pop
