/* objects.c - the list of the instrumented objects that are loaded.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include <sched.h>
#include "base/objects.h"

static struct gasp_object *objects;
static unsigned int changes;	/* of the list */

/* How many threads are walking the list, by the period in which they began.
   They do not wait for one another, since a signal handler may stop a thread
   there for any time; a thread that removes an object from the list waits for
   those that may have reached it.  */
static int readers[2];
static unsigned int period;

int *
gasp_objects_begin_reading (void)
{
  int *mine = &readers[__atomic_load_n (&period, __ATOMIC_SEQ_CST)];
  __atomic_add_fetch (mine, 1, __ATOMIC_SEQ_CST);
  return mine;
}

void
gasp_objects_end_reading (int *mine)
{
  __atomic_sub_fetch (mine, 1, __ATOMIC_SEQ_CST);
}

/* A reader that a handler has left for good, by machine code of its own, does
   not keep anybody waiting for ever.  */
#define PATIENCE 100000

/* Waits until two periods have ended, since a reader may have chosen one
   without having begun.  */
void
gasp_objects_wait (void)
{
  for (int i = 0; i < 2; i++)
    {
      int *old = &readers[__atomic_fetch_xor (&period, 1, __ATOMIC_SEQ_CST)];
      for (int n = 0; n < PATIENCE; n++)
	{
	  if (__atomic_load_n (old, __ATOMIC_SEQ_CST) <= 0)
	    break;
	  sched_yield ();
	}
    }
}

/* Sets *LINK, which is part of the list or its head, to OBJECT.  The dynamic
   linker loads and unloads one at a time.  */
static void
set_link (struct gasp_object **link, struct gasp_object *object)
{
  __atomic_store_n (link, object, __ATOMIC_SEQ_CST);
  __atomic_add_fetch (&changes, 1, __ATOMIC_SEQ_CST);
}

unsigned int
gasp_objects_changes (void)
{
  return __atomic_load_n (&changes, __ATOMIC_ACQUIRE);
}

void
gasp_objects_fork_child (void)
{
  readers[0] = readers[1] = 0;
}

bool
gasp_objects_left (void)
{
  return objects != NULL;
}

bool
gasp_object_has (const struct gasp_object *object,
		 const struct gasp_gcc_function *function)
{
  unsigned long offset
    = (unsigned long) function - (unsigned long) object->functions;
  return (function >= object->functions && function < object->functions_end
	  && offset % sizeof *function == 0);
}

struct gasp_object *
gasp_objects_first (void)
{
  return __atomic_load_n (&objects, __ATOMIC_ACQUIRE);
}

/* Returns the object that FUNCTION is in, or null.  For readers: another
   thread may be about to unload an object of the list.  */
static const struct gasp_object *
object_with (const struct gasp_gcc_function *function)
{
  const struct gasp_object *object
    = __atomic_load_n (&objects, __ATOMIC_SEQ_CST);
  while (object && !gasp_object_has (object, function))
    object = __atomic_load_n (&object->next, __ATOMIC_SEQ_CST);
  return object;
}

bool
gasp_function_known (const struct gasp_gcc_function *function)
{
  int *reading = gasp_objects_begin_reading ();
  bool is_known = object_with (function) != NULL;
  gasp_objects_end_reading (reading);
  return is_known;
}

/* Returns the mode of FUNCTION, which is OBJECT's.  OBJECT must not be
   unloaded during this.  */
static enum gasp_gcc_mode
mode_in (const struct gasp_object *object,
	 const struct gasp_gcc_function *function)
{
  const struct gasp_code *code = object->code;
  if (!code || !__atomic_load_n (&code->first, __ATOMIC_ACQUIRE))
    return GASP_GCC_CALLS;
  return code->mode[function - object->functions];
}

bool
gasp_is_switched_off (const struct gasp_gcc_function *function)
{
  int *reading = gasp_objects_begin_reading ();
  const struct gasp_object *object = object_with (function);
  bool is_off = object && mode_in (object, function) == GASP_GCC_NOTHING;
  gasp_objects_end_reading (reading);
  return is_off;
}

static struct gasp_object **
find_link (const struct gasp_object *object)
{
  struct gasp_object **link = &objects;
  while (*link && *link != object)
    link = &(*link)->next;
  return link;
}

static bool have_functions;

bool
gasp_objects_have_functions (void)
{
  return __atomic_load_n (&have_functions, __ATOMIC_RELAXED);
}

void
gasp_objects_add (struct gasp_object *object)
{
  if (object->functions != object->functions_end)
    __atomic_store_n (&have_functions, true, __ATOMIC_RELAXED);
  object->next = objects;
  set_link (&objects, object);
}

bool
gasp_objects_have (const struct gasp_object *object)
{
  return *find_link (object) != NULL;
}

void
gasp_objects_remove (struct gasp_object *object)
{
  set_link (find_link (object), object->next);
}
