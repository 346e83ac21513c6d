/* trace-regions.c - the regions of an OTF2 archive: functions, and kinds of
   events.

   SPDX-License-Identifier: Apache-2.0

   Places of several processes are one region if they are the same function;
   events, if they have the same name, wherever in the source they are.  */

#include "search.h"
#include "traces/otf2/trace-otf2.h"
#include "base/order.h"
#include "base/util.h"

#ifdef WITH_OTF2

#include "gasp_upc.h"
#include "model/roles.h"

#include <stdlib.h>
#include <string.h>

/* ---- What kind of region a place is.  */

static const OTF2_RegionRole roles[] = {
  [ROLE_FUNCTION] = OTF2_REGION_ROLE_FUNCTION,
  [ROLE_ALLOCATE] = OTF2_REGION_ROLE_ALLOCATE,
  [ROLE_REALLOCATE] = OTF2_REGION_ROLE_REALLOCATE,
  [ROLE_FREE] = OTF2_REGION_ROLE_DEALLOCATE,
  [ROLE_EXIT] = OTF2_REGION_ROLE_FUNCTION,
  [ROLE_NOTIFY] = OTF2_REGION_ROLE_BARRIER,
  [ROLE_WAIT] = OTF2_REGION_ROLE_BARRIER,
  [ROLE_BARRIER] = OTF2_REGION_ROLE_BARRIER,
  [ROLE_FLUSH] = OTF2_REGION_ROLE_FLUSH,
  [ROLE_WORKSHARE] = OTF2_REGION_ROLE_WORKSHARE,
  [ROLE_TEAM] = OTF2_REGION_ROLE_PARALLEL,
  [ROLE_MEMBER] = OTF2_REGION_ROLE_CODE,
  [ROLE_TEAM_WAIT] = OTF2_REGION_ROLE_BARRIER,
  [ROLE_TASK_CREATE] = OTF2_REGION_ROLE_TASK_CREATE,
  [ROLE_TASK] = OTF2_REGION_ROLE_TASK,
  [ROLE_TASK_WAIT] = OTF2_REGION_ROLE_TASK_WAIT,
  [ROLE_TURN] = OTF2_REGION_ROLE_ORDERED,
  [ROLE_HOLD] = OTF2_REGION_ROLE_CRITICAL_SBLOCK,
  [ROLE_LOCK] = OTF2_REGION_ROLE_CRITICAL,
  [ROLE_TRYLOCK] = OTF2_REGION_ROLE_CRITICAL,
  [ROLE_UNLOCK] = OTF2_REGION_ROLE_CRITICAL,
  [ROLE_LOCK_ALLOCATE] = OTF2_REGION_ROLE_FUNCTION,
  [ROLE_LOCK_FREE] = OTF2_REGION_ROLE_FUNCTION,
  [ROLE_SHARED_ALLOCATE] = OTF2_REGION_ROLE_ALLOCATE,
  [ROLE_SHARED_ALLOCATE_OWN] = OTF2_REGION_ROLE_ALLOCATE,
  [ROLE_SHARED_FREE] = OTF2_REGION_ROLE_DEALLOCATE,
  [ROLE_SHARED_STATIC] = OTF2_REGION_ROLE_CODE,
  [ROLE_TRANSFER] = OTF2_REGION_ROLE_RMA,
  [ROLE_SEND] = OTF2_REGION_ROLE_POINT2POINT,
  [ROLE_RECEIVE] = OTF2_REGION_ROLE_POINT2POINT,
  [ROLE_COMPLETE] = OTF2_REGION_ROLE_RMA,
  [ROLE_ATOMIC_ACCESS] = OTF2_REGION_ROLE_ATOMIC,
  [ROLE_CACHE] = OTF2_REGION_ROLE_DATA_TRANSFER,
  [ROLE_ONE_TO_ALL] = OTF2_REGION_ROLE_COLL_ONE2ALL,
  [ROLE_ALL_TO_ONE] = OTF2_REGION_ROLE_COLL_ALL2ONE,
  [ROLE_ALL_TO_ALL] = OTF2_REGION_ROLE_COLL_ALL2ALL,
  [ROLE_COLLECTIVE] = OTF2_REGION_ROLE_COLL_OTHER,
  [ROLE_MEETING] = OTF2_REGION_ROLE_COLL_ALL2ALL,
  [ROLE_ROOT_GIVES] = OTF2_REGION_ROLE_COLL_ONE2ALL,
  [ROLE_ROOT_GETS] = OTF2_REGION_ROLE_COLL_ALL2ONE,
  [ROLE_MEETING_IN_ORDER] = OTF2_REGION_ROLE_COLL_OTHER,
  [ROLE_MEETING_IF_HELD] = OTF2_REGION_ROLE_COLL_OTHER,
  [ROLE_GATHERING] = OTF2_REGION_ROLE_COLL_OTHER,
  [ROLE_PROBE] = OTF2_REGION_ROLE_POINT2POINT,
  [ROLE_RECEIVE_BEGUN] = OTF2_REGION_ROLE_POINT2POINT,
  [ROLE_BARRIER_WITHIN] = OTF2_REGION_ROLE_BARRIER,
  [ROLE_TARGET] = OTF2_REGION_ROLE_CODE,
  [ROLE_DEVICE_SETUP] = OTF2_REGION_ROLE_CODE,
  [ROLE_KERNEL] = OTF2_REGION_ROLE_CODE,
  [ROLE_TO_DEVICE] = OTF2_REGION_ROLE_DATA_TRANSFER,
  [ROLE_TO_DEVICE_AGAIN] = OTF2_REGION_ROLE_DATA_TRANSFER,
  [ROLE_FROM_DEVICE] = OTF2_REGION_ROLE_DATA_TRANSFER,
  [ROLE_ON_DEVICE] = OTF2_REGION_ROLE_CODE,
  [ROLE_DEVICE_WAIT] = OTF2_REGION_ROLE_CODE,
  [ROLE_OTHER] = OTF2_REGION_ROLE_CODE
};

static OTF2_RegionRole
region_role (const struct trace_place *place)
{
  OTF2_RegionRole role;
  if (place->kind == GASP_RECORD_EVENT
      && teams_region_role (place->tag, &role))
    return role;
  return roles[place->kind == GASP_RECORD_FUNCTION ? ROLE_FUNCTION
	       : role_of_tag (place->tag)];
}

OTF2_Paradigm
otf2_paradigm_of (const char *model)
{
  static const struct { const char *model; OTF2_Paradigm paradigm; } all[] = {
#define GASP_PARADIGM(model, paradigm, text) \
  { #model, OTF2_PARADIGM_##paradigm },
#include "gasp-events.def"
  };
  for (size_t i = 0; model && i < COUNT_OF (all); i++)
    if (!strcmp (model, all[i].model))
      return all[i].paradigm;
  return OTF2_PARADIGM_USER;
}

/* Returns whose region PLACE is: the compiler's, a model's, or the user's.  */
static OTF2_Paradigm
region_paradigm (const struct trace_place *place)
{
  if (place->kind == GASP_RECORD_FUNCTION
      || place->tag - 1 < GASP_UPC_NONCOLLECTIVE_EXIT)
    return OTF2_PARADIGM_COMPILER;
  return otf2_paradigm_of (model_of_tag (place->tag));
}

/* ---- Which places are one.  */

static int
compare_texts (const char *a, const char *b)
{
  return a && b ? strcmp (a, b) : (a != NULL) - (b != NULL);
}

static int
by_source (const struct trace_place *x, const struct trace_place *y)
{
  int order = compare_texts (x->file, y->file);
  return order ? order : compare_numbers (x->line, y->line);
}

/* A place, and where its region's number is to be put.  */
struct placed { const struct trace_place *place; OTF2_RegionRef *region;
		size_t number; };

static int
by_region (const void *a, const void *b)
{
  const struct trace_place *x = ((const struct placed *) a)->place;
  const struct trace_place *y = ((const struct placed *) b)->place;
  int order = compare_numbers (x->kind, y->kind);
  if (!order)
    order = compare_numbers (x->tag, y->tag);
  if (!order)
    order = compare_texts (x->label, y->label);
  if (!order)
    order = compare_texts (x->name, y->name);
  return order || x->kind != GASP_RECORD_FUNCTION ? order : by_source (x, y);
}

/* Compares regions, and those of one in the order in which they were
   listed.  */
ORDER (by_region_and_number, struct placed, THEN (by_region (a, b))
       RISING (number))

/* Returns all places, of which the last of each process is the unknown, and
   sets *COUNT.  */
static struct placed *
list_places (struct otf2_writer *w, size_t *count)
{
  struct placed *all = NULL;
  size_t room = 0;
  *count = 0;
  w->regions = allocate (w->trace->process_count + 1, sizeof *w->regions);
  for (size_t i = 0; i < w->trace->process_count; i++)
    {
      const struct trace_process *process = &w->trace->processes[i];
      w->regions[i] = allocate (process->place_count + 1, sizeof **w->regions);
      for (uint64_t j = 0; j <= process->place_count; j++)
	{
	  all = room_for_one (all, *count, &room, sizeof *all);
	  all[*count] = (struct placed) { &process->places[j],
					  &w->regions[i][j], *count };
	  ++*count;
	}
    }
  return all;
}

/* Lists the COUNT PLACES as one region, with their place in the source if all
   have the same.  */
static void
add_region (struct otf2_writer *w, const struct placed *places, size_t count)
{
  struct trace_place region = *places->place;
  for (size_t i = 0; i < count; i++)
    {
      *places[i].region = (OTF2_RegionRef) w->region_count;
      if (by_source (&region, places[i].place))
	{
	  region.file = NULL;
	  region.line = region.end_line = 0;
	}
    }
  ONE_MORE (w->region_places, w->region_count, w->region_room) = region;
}

void
regions_find (struct otf2_writer *w)
{
  size_t count;
  OWNED struct placed *all = list_places (w, &count);
  SORT (all, count, by_region_and_number);
  for (size_t i = 0, next; i < count; i = next)
    {
      next = END_OF_RUN (count, i, j, !by_region (&all[i], &all[j]));
      add_region (w, all + i, next - i);
    }
}

void
regions_define (struct otf2_writer *w)
{
  for (size_t i = 0; i < w->region_count; i++)
    {
      const struct trace_place *place = &w->region_places[i];
      OTF2_StringRef name = otf2_define_string (w, place->label);
      OTF2_StringRef full = otf2_define_string (w, place->name);
      OTF2_StringRef file = place->file ? otf2_define_string (w, place->file)
			    : OTF2_UNDEFINED_STRING;
      otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteRegion
		       (w->definitions, (OTF2_RegionRef) i, name, full, 0,
			region_role (place), region_paradigm (place),
			OTF2_REGION_FLAG_NONE, file, place->line,
			place->end_line));
    }
}

void
regions_forget (struct otf2_writer *w)
{
  for (size_t i = 0; i < w->trace->process_count; i++)
    free (w->regions[i]);
  free (w->regions);
  free (w->region_places);
}

#endif
