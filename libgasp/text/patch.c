/* patch.c - find the code of an object, and make its sites active.

   SPDX-License-Identifier: Apache-2.0

   Each site is switched by one store of an aligned word, so that threads that
   run meanwhile see a NOP or a call, nothing in between.  */

#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "build-id.h"
#include "base/message.h"
#include "base/objects.h"
#include "base/state.h"
#include "text/patch.h"
#include "text/stubs.h"
#include "text/write.h"

/* ---- What the dynamic linker knows of the file that an object is in  */

struct search
{
  const struct gasp_object *object;
  bool is_first;		/* the file looked at is the executable */
  struct gasp_code *code;
};

static void
note_segment (struct gasp_code *code, unsigned long start,
	      const ElfW (Phdr) *p)
{
  if (p->p_type != PT_LOAD)
    return;
  if (!code->base || start < code->base)
    code->base = start & -getpagesize ();
  if (!(p->p_flags & PF_X) || code->count == MAX_SEGMENTS)
    return;
  struct segment *segment = &code->segments[code->count++];
  segment->start = start;
  segment->end = start + p->p_memsz;
  segment->protection = PROT_EXEC | (p->p_flags & PF_R ? PROT_READ : 0)
			| (p->p_flags & PF_W ? PROT_WRITE : 0);
}

static int
look_at_file (struct dl_phdr_info *info, size_t size, void *pointer)
{
  struct search *search = pointer;
  bool is_first = search->is_first;
  (void) size;
  search->is_first = false;
  if (!gasp_module_has (info, (uintptr_t) search->object))
    return 0;
  search->code->is_main = is_first;
  for (int i = 0; i < info->dlpi_phnum; i++)
    note_segment (search->code, info->dlpi_addr + info->dlpi_phdr[i].p_vaddr,
		  &info->dlpi_phdr[i]);
  return 1;
}

/* ---- All sites  */

/* Returns the range of all sites, from the first to after the last, whichever
   list they are in.  */
static struct segment
find_sites (const struct gasp_object *object)
{
  struct segment all = NO_SEGMENT;
  for (const struct gasp_site *s = object->sites; s < object->sites_end; s++)
    widen (&all, gasp_site_address (s), 1);
  for (const struct gasp_call_site *c = object->calls; c < object->calls_end;
       c++)
    widen (&all, gasp_call_address (c), 1);
  return all;
}

/* Sets PAGES to those of SEGMENT that have CODE's sites.  False if there are
   none.  */
static bool
pages_with_sites (const struct gasp_code *code,
		  const struct segment *segment, struct segment *pages)
{
  unsigned long page = getpagesize ();
  *pages = *segment;
  if (pages->start < code->sites.start)
    pages->start = code->sites.start;
  if (pages->end > code->sites.end)
    pages->end = code->sites.end;
  if (pages->start >= pages->end)
    return false;
  pages->start &= -page;
  pages->end = (pages->end + page - 1) & -page;
  return true;
}

/* Sets the word that ADDRESS is in to WORD.  Returns how many changed, 0 or 1;
   -1 if that cannot be done.  */
static long
write_word (const struct gasp_writer *writer, unsigned long address,
	    unsigned long word)
{
  address &= ~7ul;
  if (word == *(const unsigned long *) address)
    return 0;
  return gasp_write_word (writer, address, word) ? 1 : -1;
}

/* Makes the sites in SEGMENT active, or if not ON, dormant.  Returns how many
   changed; -1 if that cannot be done.  */
static long
write_sites (const struct gasp_object *object, const struct segment *segment,
	     const struct gasp_writer *writer, bool on)
{
  long count = 0;
  for (const struct gasp_site *s = object->sites; s < object->sites_end; s++)
    if (is_in (segment, gasp_site_address (s)))
      {
	unsigned int kind = gasp_site_kind (s);
	long n = write_word (writer, gasp_site_address (s),
			     on ? gasp_active_word (object, s, kind)
			     : gasp_site_word (s, kind, 0));
	if (n < 0)
	  return -1;
	count += n;
      }
  return count;
}

/* Makes the call sites in SEGMENT active, or if not ON, dormant.  Returns how
   many changed; -1 if that cannot be done.  */
static long
write_calls (const struct gasp_object *object, const struct segment *segment,
	     const struct gasp_writer *writer, bool on)
{
  long count = 0;
  for (const struct gasp_call_site *c = object->calls; c < object->calls_end;
       c++)
    {
      unsigned long to = gasp_call_goes_to (object, object->code, c, on);
      if (!to || !is_in (segment, gasp_call_address (c)))
	continue;
      long n = write_word (writer, gasp_call_address (c),
			   gasp_call_word (c, to));
      if (n < 0)
	return -1;
      count += n;
    }
  return count;
}

/* Returns whether there are so many sites in PAGES that hardly one has
   none.  */
static bool
are_dense (const struct gasp_object *object, const struct segment *pages)
{
  unsigned long sites = ((object->sites_end - object->sites)
			 + (object->calls_end - object->calls));
  return sites / 4 > (pages->end - pages->start) / getpagesize ();
}

static long
patch_segment (const struct gasp_object *object,
	       const struct segment *segment, bool on, bool live)
{
  struct segment pages;
  struct gasp_writer writer;
  if (!pages_with_sites (object->code, segment, &pages))
    return 0;
  if (!gasp_write_begin (&writer, &pages, live))
    return -1;
  if (on && writer.fd < 0 && are_dense (object, &pages))
    gasp_populate (pages.start, pages.end - pages.start);
  long sites = write_sites (object, segment, &writer, on);
  long calls = write_calls (object, segment, &writer, on);
  gasp_write_end (&writer);
  return sites < 0 || calls < 0 ? -1 : sites + calls;
}

/* Returns how many sites have been switched; -1 if that could not be done
   with all.  LIVE: threads may run there.  */
static long
patch_all (struct gasp_object *object, bool on, bool live)
{
  struct gasp_code *code = object->code;
  long count = 0;
  if (object->sites == object->sites_end
      && object->calls == object->calls_end)
    return 0;
  if (!code->stubs.start && !gasp_make_stubs (object, code))
    return -1;
  for (unsigned int i = 0; i < code->count; i++)
    {
      long n = patch_segment (object, &code->segments[i], on, live);
      if (n < 0)
	return -1;
      count += n;
    }
  return count;
}

/* Gives OBJECT the data about its code, in memory of its own.  False if there
   is none.  */
static bool
make_code (struct gasp_object *object)
{
  void *area = mmap (NULL, sizeof *object->code, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (area == MAP_FAILED)
    return false;
  object->code = area;
  struct search search = { object, true, object->code };
  dl_iterate_phdr (look_at_file, &search);
  object->code->sites = find_sites (object);
  gasp_places_open (object, object->code);
  return true;
}

void
gasp_patch (struct gasp_object *object)
{
  long count = -1;
  if (make_code (object))
    {
      gasp_signals saved;
      gasp_switch_lock (&saved);
      count = patch_all (object, true, false);
      gasp_switch_unlock (&saved);
    }
  if (count < 0)
    gasp_gcc_message ("the code of %s cannot be changed (%s): its functions "
		      "and allocations are not measured",
		      gasp_file_of (object), strerror (errno));
  else if (gasp_verbose)
    gasp_gcc_message ("%s: %td functions, %ld of %td sites made active",
		      gasp_file_of (object),
		      object->functions_end - object->functions, count,
		      object->sites_end - object->sites
		      + (object->calls_end - object->calls));
}

bool
gasp_patch_all (struct gasp_object *object, bool on)
{
  if (!object->code && (!on || !make_code (object)))
    return !on;
  if (object->code->mode)
    memset (object->code->mode, on ? GASP_GCC_CALLS : GASP_GCC_NOTHING,
	    object->functions_end - object->functions);
  return patch_all (object, on, true) >= 0;
}
