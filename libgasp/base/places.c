/* places.c - where a call stands, by the address it returns to.

   SPDX-License-Identifier: Apache-2.0  */

#define GASP_PROVIDES
#include "base/objects.h"
#include "gasp_provider.h"

static unsigned long
address_of (const struct gasp_call_place *place)
{
  return (unsigned long) place + place->address_offset;
}

/* Finds the range of the places of OBJECT's calls, and whether they are
   sorted: the linker has put them in the order of the code if it obeys
   SHF_LINK_ORDER.  */
void
gasp_places_open (const struct gasp_object *object, struct gasp_code *code)
{
  unsigned long last = 0;
  code->returns = NO_SEGMENT;
  code->returns_are_sorted = true;
  if (object->size < sizeof *object)
    return;
  for (const struct gasp_call_place *p = object->places;
       p < object->places_end; p++)
    {
      unsigned long address = address_of (p);
      code->returns_are_sorted &= last <= address;
      last = address;
      widen (&code->returns, address, 1);
    }
}

static const struct gasp_call_place *
search_in_order (const struct gasp_object *object, unsigned long address)
{
  const struct gasp_call_place *low = object->places,
			       *high = object->places_end;
  while (low < high)
    {
      const struct gasp_call_place *middle = low + (high - low) / 2;
      if (address_of (middle) < address)
	low = middle + 1;
      else
	high = middle;
    }
  return (low < object->places_end && address_of (low) == address
	  ? low : NULL);
}

static const struct gasp_call_place *
search (const struct gasp_object *object, unsigned long address)
{
  if (!object->code || !is_in (&object->code->returns, address))
    return NULL;
  if (object->code->returns_are_sorted)
    return search_in_order (object, address);
  for (const struct gasp_call_place *p = object->places;
       p < object->places_end; p++)
    if (address_of (p) == address)
      return p;
  return NULL;
}

/* Returns whether ADDRESS is in the code of OBJECT.  */
static bool
is_in_object (const struct gasp_object *object, unsigned long address)
{
  const struct gasp_code *code = object->code;
  for (unsigned int i = 0; code && i < code->count; i++)
    if (is_in (&code->segments[i], address))
      return true;
  return false;
}

unsigned int
gasp_gcc_places_version (void)
{
  return gasp_objects_changes ();
}

int
gasp_gcc_find_place (const void *address, struct gasp_gcc_place *result)
{
  const struct gasp_call_place *place = NULL;
  /* The address will do for code without instrumentation, if the tool finds
     what stands there.  */
  bool is_known = &gasp_gcc_at_address != NULL;
  int *reading = gasp_objects_begin_reading ();
  for (const struct gasp_object *object = gasp_objects_first ();
       object && !place;
       object = __atomic_load_n (&object->next, __ATOMIC_SEQ_CST))
    {
      place = search (object, (unsigned long) address);
      is_known &= !is_in_object (object, (unsigned long) address);
    }
  if (!place && is_known)
    *result = (struct gasp_gcc_place) {
      gasp_gcc_at_address, (int) (unsigned long) address,
      (int) ((unsigned long) address >> 32)
    };
  if (place)
    {
      result->file = (const char *) &place->file_offset + place->file_offset;
      result->line = place->line;
      result->column = place->column;
    }
  gasp_objects_end_reading (reading);
  return place || is_known;
}
