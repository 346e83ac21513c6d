/* patch.c - make the sites of an object active.

   SPDX-License-Identifier: Apache-2.0

   Each site is switched by one store of an aligned word, so that threads that
   run meanwhile see a NOP or a call, nothing in between.  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "runtime.h"

#define MAX_SEGMENTS 8

struct segment
{
  unsigned long start, end;
  int protection;
};

/* What the dynamic linker knows of the file that an object is in.  */
struct module
{
  const struct gasp_object *object;
  bool is_first;		/* the file looked at is the executable */
  bool is_main;
  unsigned int count;
  struct segment code[MAX_SEGMENTS];
};

static bool
contains (const struct dl_phdr_info *info, const void *address)
{
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *p = &info->dlpi_phdr[i];
      if (p->p_type == PT_LOAD
	  && (unsigned long) address - (info->dlpi_addr + p->p_vaddr)
	     < p->p_memsz)
	return true;
    }
  return false;
}

static void
note_code (struct module *module, const struct dl_phdr_info *info,
	   const ElfW (Phdr) *p)
{
  if (p->p_type != PT_LOAD || !(p->p_flags & PF_X)
      || module->count == MAX_SEGMENTS)
    return;
  struct segment *segment = &module->code[module->count++];
  segment->start = info->dlpi_addr + p->p_vaddr;
  segment->end = segment->start + p->p_memsz;
  segment->protection = PROT_EXEC | (p->p_flags & PF_R ? PROT_READ : 0)
			| (p->p_flags & PF_W ? PROT_WRITE : 0);
}

static int
look_at_file (struct dl_phdr_info *info, size_t size, void *pointer)
{
  struct module *module = pointer;
  bool is_first = module->is_first;
  (void) size;
  module->is_first = false;
  if (!contains (info, module->object))
    return 0;
  module->is_main = is_first;
  for (int i = 0; i < info->dlpi_phnum; i++)
    note_code (module, info, &info->dlpi_phdr[i]);
  return 1;
}

/* ---- Writing  */

static bool
is_in (const struct segment *segment, unsigned long address)
{
  return address >= segment->start && address < segment->end;
}

/* The pages of SEGMENT that have sites.  False if there are none.  */
static bool
pages_with_sites (const struct gasp_object *object,
		  const struct segment *segment, struct segment *pages)
{
  unsigned long first = ~0ul, last = 0, page = sysconf (_SC_PAGESIZE);
  for (const struct gasp_site *s = object->sites; s < object->sites_end; s++)
    {
      unsigned long address = gasp_site_address (s);
      if (!is_in (segment, address))
	continue;
      if (address < first)
	first = address;
      if (address > last)
	last = address;
    }
  pages->start = first & -page;
  pages->end = (last + page) & -page;
  return first <= last;
}

static bool
write_word (int fd, unsigned long address, unsigned long word)
{
  if (fd >= 0)
    return pwrite (fd, &word, sizeof word, address) == sizeof word;
  __atomic_store_n ((unsigned long *) address, word, __ATOMIC_RELEASE);
  return true;
}

/* Write the active words of the sites in SEGMENT: to memory, or, if FD is not
   negative, to that file.  How many there were; -1 if that cannot be done.  */
static long
write_sites (const struct gasp_object *object, const struct segment *segment,
	     int fd)
{
  long count = 0;
  for (const struct gasp_site *s = object->sites; s < object->sites_end; s++)
    if (is_in (segment, gasp_site_address (s)))
      {
	unsigned long address = gasp_site_address (s) & ~7ul;
	unsigned long word = gasp_active_word (s);
	if (word == *(const unsigned long *) address)
	  continue;
	if (!write_word (fd, address, word))
	  return -1;
	count++;
      }
  return count;
}

/* Where memory must never be writable and executable, the kernel still writes
   it for a debugger, and we may be our own.  */
static long
write_as_debugger (const struct gasp_object *object,
		   const struct segment *segment)
{
  int fd = open ("/proc/self/mem", O_RDWR | O_CLOEXEC);
  if (fd < 0)
    return -1;
  long count = write_sites (object, segment, fd);
  close (fd);
  return count;
}

static long
patch_segment (const struct gasp_object *object,
	       const struct segment *segment)
{
  struct segment pages;
  if (!pages_with_sites (object, segment, &pages))
    return 0;
  void *start = (void *) pages.start;
  size_t size = pages.end - pages.start;
  if (mprotect (start, size, PROT_READ | PROT_WRITE | PROT_EXEC) < 0)
    return write_as_debugger (object, segment);
  long count = write_sites (object, segment, -1);
  mprotect (start, size, segment->protection);
  return count;
}

void
gasp_patch (const struct gasp_object *object, bool *is_main)
{
  struct module module = { .object = object, .is_first = true };
  long count = 0;
  dl_iterate_phdr (look_at_file, &module);
  *is_main = module.is_main;
  for (unsigned int i = 0; i < module.count; i++)
    {
      long n = patch_segment (object, &module.code[i]);
      if (n < 0)
	gasp_gcc_message ("the code of %s cannot be written (%s): its "
			  "functions are not measured",
			  gasp_file_of (object), strerror (errno));
      else
	count += n;
    }
  if (gasp_verbose)
    gasp_gcc_message ("%s: %td functions, %ld of %td sites made active",
		      gasp_file_of (object),
		      object->functions_end - object->functions, count,
		      object->sites_end - object->sites);
}
