/* objects.h - the list of the instrumented objects that are loaded.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/code.h"

#pragma GCC visibility push (hidden)

/* Returns the first; the list continues by NEXT.  The holder of the lock for
   changing code (text/write.h) may walk it: objects that have left it wait
   for that lock.  */
extern struct gasp_object *gasp_objects_first (void);
/* Holds off, for the others, that what they come to is unloaded: from the
   beginning, which returns what the end is given.  */
extern int *gasp_objects_begin_reading (void);
extern void gasp_objects_end_reading (int *reading);
extern bool gasp_objects_left (void);
/* Returns whether one with functions has ever been in the list.  */
extern bool gasp_objects_have_functions (void);
/* Returns how often the list has changed.  */
extern unsigned int gasp_objects_changes (void);
extern bool gasp_objects_have (const struct gasp_object *object);
extern void gasp_objects_add (struct gasp_object *object);
extern void gasp_objects_remove (struct gasp_object *object);
/* Waits until no reader uses an object that has been removed.  */
extern void gasp_objects_wait (void);
extern void gasp_objects_fork_child (void);

/* Returns whether FUNCTION is one of OBJECT's.  */
extern bool gasp_object_has (const struct gasp_object *object,
			     const struct gasp_gcc_function *function);
/* Returns whether FUNCTION belongs to an object that is still there.  */
extern bool gasp_function_known (const struct gasp_gcc_function *function);
/* Returns whether FUNCTION has the mode GASP_GCC_NOTHING.  */
extern bool gasp_is_switched_off (const struct gasp_gcc_function *function);

/* Opens the places in OBJECT whose code is CODE (places.c).  */
extern void gasp_places_open (const struct gasp_object *object,
			      struct gasp_code *code);

static inline unsigned long
gasp_site_address (const struct gasp_site *site)
{
  return (unsigned long) site + site->address_offset;
}

static inline unsigned long
gasp_call_address (const struct gasp_call_site *call)
{
  return (unsigned long) call + call->address_offset;
}

static inline const struct gasp_gcc_function *
gasp_site_function (const struct gasp_site *site)
{
  return (const void *) ((unsigned long) site
			 + (site->function_offset_and_kind & -8));
}

static inline unsigned int
gasp_site_kind (const struct gasp_site *site)
{
  return site->function_offset_and_kind & 7;
}

#pragma GCC visibility pop
