/* switch.c - switch the sites of single functions, while threads run there.

   SPDX-License-Identifier: Apache-2.0

   A site goes from a call to a NOP and back by one store, like when it was
   made active, so threads see either.  Those that have just seen the old one
   may go on with it for a moment: stubs stay what they are, and a half pair
   is what the frames can deal with (frames.c).

   The thread that switches keeps signals away, as its handlers may want to
   switch, too.  */

#define _GNU_SOURCE
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/objects.h"
#include "base/state.h"
#include "stack/thread.h"
#include "text/patch.h"
#include "text/stubs.h"
#include "text/write.h"

/* The requests of gasp_gcc_set_mode.  */
struct request
{
  const struct gasp_gcc_function *const *functions;
  unsigned long count;
  enum gasp_gcc_mode mode;
};

/* ---- The sites of a function  */

static size_t
tables_size (const struct gasp_object *object)
{
  size_t functions = object->functions_end - object->functions;
  size_t sites = object->sites_end - object->sites;
  return (functions + sites) * sizeof (unsigned int) + functions;
}

static bool
make_tables (const struct gasp_object *object, struct gasp_code *code)
{
  size_t functions = object->functions_end - object->functions;
  size_t sites = object->sites_end - object->sites;
  unsigned int *area = mmap (NULL, tables_size (object),
			     PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (area == MAP_FAILED)
    return false;
  code->next = area + functions;
  code->mode = (unsigned char *) (code->next + sites);
  memset (code->mode, GASP_GCC_CALLS, functions);
  for (size_t i = sites; i-- > 0;)
    {
      unsigned int *first
	= area + (gasp_site_function (&object->sites[i]) - object->functions);
      code->next[i] = *first;
      *first = i + 1;
    }
  __atomic_store_n (&code->first, area, __ATOMIC_RELEASE);
  return true;
}

/* ---- Switching  */

/* Returns whether a site of KIND is a NOP in MODE: those that count take the
   place of those where functions are entered.  */
static bool
is_nop (unsigned int kind, enum gasp_gcc_mode mode)
{
  bool enters = gasp_counting_kind (kind) != kind;
  return (mode == GASP_GCC_NOTHING || (mode == GASP_GCC_COUNT && !enters)
	  || (mode == GASP_GCC_ENDS && enters));
}

/* Returns the word of SITE in MODE.  */
static unsigned long
word_in_mode (const struct gasp_object *object, const struct gasp_site *site,
	      enum gasp_gcc_mode mode)
{
  unsigned int kind = gasp_site_kind (site);
  unsigned int counting = gasp_counting_kind (kind);
  if (is_nop (kind, mode))
    return gasp_site_word (site, kind, 0);
  return gasp_active_word (object, site,
			   mode == GASP_GCC_COUNT ? counting : kind);
}

/* Calls VISIT on each site in SEGMENT of the functions of REQUEST that OBJECT
   has.  */
static void
for_each_site (const struct gasp_object *object,
	       const struct segment *segment, const struct request *request,
	       void (*visit) (const struct gasp_object *,
			      const struct gasp_site *,
			      enum gasp_gcc_mode, void *),
	       void *argument)
{
  for (unsigned long i = 0; i < request->count; i++)
    {
      const struct gasp_gcc_function *f = request->functions[i];
      if (f < object->functions || f >= object->functions_end)
	continue;
      for (unsigned int n = object->code->first[f - object->functions]; n;
	   n = object->code->next[n - 1])
	if (is_in (segment, gasp_site_address (&object->sites[n - 1])))
	  visit (object, &object->sites[n - 1], request->mode, argument);
    }
}

static void
widen_pages (const struct gasp_object *object, const struct gasp_site *site,
	     enum gasp_gcc_mode mode, void *pages)
{
  (void) object;
  (void) mode;
  widen (pages, gasp_site_address (site), 1);
}

static void
write_site (const struct gasp_object *object, const struct gasp_site *site,
	    enum gasp_gcc_mode mode, void *writer)
{
  gasp_write_word (writer, gasp_site_address (site) & ~7ul,
		   word_in_mode (object, site, mode));
}

static bool
switch_segment (const struct gasp_object *object,
		const struct segment *segment, const struct request *request)
{
  unsigned long page = getpagesize ();
  struct segment pages = NO_SEGMENT;
  pages.protection = segment->protection;
  struct gasp_writer writer;
  for_each_site (object, segment, request, widen_pages, &pages);
  if (pages.start > pages.end)
    return true;
  pages.start &= -page;
  pages.end = (pages.end + page - 1) & -page;
  if (!gasp_write_begin (&writer, &pages, true))
    return false;
  for_each_site (object, segment, request, write_site, &writer);
  gasp_write_end (&writer);
  return true;
}

/* Switches those functions that OBJECT has.  Returns how many.  */
static int
switch_in_object (struct gasp_object *object, const struct request *request)
{
  struct gasp_code *code = object->code;
  int count = 0;
  if (!code || !code->stubs.start
      || (!code->first && !make_tables (object, code)))
    return 0;
  for (unsigned int i = 0; i < code->count; i++)
    if (!switch_segment (object, &code->segments[i], request))
      return 0;
  for (unsigned long i = 0; i < request->count; i++)
    {
      const struct gasp_gcc_function *f = request->functions[i];
      if (f < object->functions || f >= object->functions_end)
	continue;
      code->mode[f - object->functions] = request->mode;
      count++;
    }
  return count;
}

int
gasp_gcc_set_mode (const struct gasp_gcc_function *const *functions,
		   unsigned long count, enum gasp_gcc_mode mode)
{
  struct request request = { functions, count, mode };
  gasp_signals saved;
  int done = 0;
  if (mode == GASP_GCC_COUNT && !gasp_recorder.count)
    return -1;
  gasp_switch_lock (&saved);
  for (struct gasp_object *object = gasp_objects_first (); object;
       object = object->next)
    done += switch_in_object (object, &request);
  gasp_synchronise ();
  gasp_switch_unlock (&saved);
  return done ? done : -1;
}

/* Frees the stubs and tables of OBJECT, which has left the list.  A thread
   that still found it there has finished with it when the lock is free.  This
   checks the lock by a write: the next thread that takes the lock sees the
   write, and so sees that the object has left the list.  The lock itself is
   not taken: taking it means blocking signals, and the program may have
   forbidden itself that system call (seccomp).  */
void
gasp_unpatch (struct gasp_object *object)
{
  while (gasp_switch_is_locked ())
    sched_yield ();
  struct gasp_code *code = object->code;
  /* The process ends, and other threads may still run there: even those that
     were detached from may be in a stub.  */
  if (code && code->is_main)
    return;
#if GASP_HAS_NEAR
  if (object->near)
    gasp_forget_near (object->near);
#endif
  if (!code)
    return;
  object->code = NULL;
  /* In a sandbox, nothing is given back; nor is it while the program is being
     attached to, as this may be the end of the process, unnoticed so far.  */
  if (gasp_sandboxed || gasp_thread.life.left || gasp_attach_unfinished ())
    return;
  gasp_give_back_stubs (code);
  if (code->first)
    munmap (code->first, tables_size (object));
  munmap (code, sizeof *code);
}
