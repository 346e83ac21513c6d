/* objects-events.c - an event for each static shared object, before main.

   SPDX-License-Identifier: Apache-2.0

   Where instrumentation is on, the compiler leaves a record of each object that
   it defines (struct upc_object).  */

#include "core/start.h"
#include "events/crash-events.h"

static void
tell (const struct upc_object *object, const char *shared)
{
  const char *file = object->file;
  int line = object->line, column = object->column;
  upc_pts_t address = upc_pts (0, object->proxy - shared + UPC_FIRST_ADDRESS);
  int64_t nblocks = object->nblocks;
  if (nblocks < 0)
    nblocks *= -THREADS;
  EVENTS (GASP_GCC_STATIC_SHARED);
  ATOMIC ((size_t) nblocks, (size_t) object->nbytes, &address,
	  (size_t) object->element, object->name, object->type);
}

void
__upc_main_begins (const struct upc_image *image)
{
  upc_note_crashes ();
  for (const struct upc_object *object = image->objects;
       object < image->objects_end; object++)
    if (object->proxy)
      tell (object, image->shared);
}
