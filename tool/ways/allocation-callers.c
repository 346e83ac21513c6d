/* allocation-callers.c - who called functions of C++'s library that allocate.

   SPDX-License-Identifier: Apache-2.0

   What calls malloc in a program of C++ without instrumentation is operator
   new, and that is called by std::string, or by an instance of a template of
   the library's in the program: these say nothing.  They are known by their
   names, which are looked at once, in the symbols of what is loaded when the
   program begins.

   On x86-64 only; elsewhere gasp_gcc_callers finds none.  */

#define _GNU_SOURCE
#include "ways/allocation-callers.h"
#include "gasp_gcc.h"
#include "gasp_provider.h"
#include "ground/map.h"
#include "ground/pages.h"
#include "measure/memory/sampling.h"
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#pragma weak gasp_gcc_callers

/* More are not followed.  */
#define MOST_CALLERS 32

/* Where the library's functions begin: a hash table of a power of 2, of which
   half is free.  */
#define FIRST_ROOM 4096
static uintptr_t *functions;
static uint32_t function_count, function_mask;

/* Returns whether NAME, as mangled, is operator new or in namespace std or
   __gnu_cxx, and cannot have a function of the program's in it.  */
static bool
is_of_library (const char *name)
{
  if (name[0] != '_' || name[1] != 'Z')
    return false;
  name += 2;
  if (*name == 'n')
    return name[1] == 'w' || name[1] == 'a';
  name += *name == 'N';
  name += *name == 'K';
  if (!(name[0] == 'S' && (name[1] == 't' || name[1] == 's'))
      && strncmp (name, "9__gnu_cxx", 10))
    return false;
  return !strstr (name, "_M_invoke") && !strstr (name, "_M_run")
	 && !strstr (name, "__invoke");
}

/* Returns where ADDRESS is in the table, or is to be.  */
static uintptr_t *
entry_of (uintptr_t address)
{
  for (uint32_t at = map_hash (address);; at++)
    {
      uintptr_t *entry = &functions[at & function_mask];
      if (!*entry || *entry == address)
	return entry;
    }
}

/* Makes the table twice as large, or the first one.  Returns false if there is
   no memory.  */
static bool
grow (void)
{
  uint32_t had = functions ? function_mask + 1 : 0;
  uint32_t room = had ? 2 * had : FIRST_ROOM;
  uintptr_t *old = functions, *new = gasp_tool_pages (room * sizeof *new);
  if (!new)
    return false;
  functions = new;
  function_mask = room - 1;
  for (uint32_t i = 0; i < had; i++)
    if (old[i])
      *entry_of (old[i]) = old[i];
  if (had)
    gasp_tool_pages_free (old, had * sizeof *old);
  return true;
}

static void
add_function (uintptr_t address)
{
  if (2 * function_count >= (functions ? function_mask : 0) && !grow ())
    return;
  uintptr_t *entry = entry_of (address);
  function_count += !*entry;
  *entry = address;
}

/* ---- Reading symbols  */

/* A file of code that is loaded with a BIAS, and mapped as a whole.  */
struct file { const char *data; size_t size; uintptr_t bias; };

/* Returns what is at OFFSET in F, if COUNT elements of that SIZE are; else
   null.  */
static const void *
at_offset (const struct file *f, uint64_t offset, uint64_t count, size_t size)
{
  return offset <= f->size && count <= (f->size - offset) / size
	 ? f->data + offset : NULL;
}

/* Returns the table of symbols of F, the larger one of two, or null; and sets
   *SECTIONS to all sections.  */
static const ElfW (Shdr) *
find_symbols (const struct file *f, const ElfW (Shdr) **sections)
{
  const ElfW (Ehdr) *header = at_offset (f, 0, 1, sizeof *header);
  const ElfW (Shdr) *found = NULL;
  if (!header || memcmp (header->e_ident, ELFMAG, SELFMAG))
    return NULL;
  *sections = at_offset (f, header->e_shoff, header->e_shnum, sizeof *found);
  for (unsigned int i = 0; *sections && i < header->e_shnum; i++)
    {
      const ElfW (Shdr) *s = &(*sections)[i];
      if ((s->sh_type == SHT_SYMTAB || (s->sh_type == SHT_DYNSYM && !found))
	  && s->sh_link < header->e_shnum)
	found = s;
    }
  return found;
}

/* Adds the library's functions in F to the table.  */
static void
read_symbols (const struct file *f)
{
  enum { AHEAD = 16 };
  const ElfW (Shdr) *sections, *s = find_symbols (f, &sections);
  size_t count = s ? s->sh_size / sizeof (ElfW (Sym)) : 0;
  const ElfW (Sym) *symbols
    = s ? at_offset (f, s->sh_offset, count, sizeof *symbols) : NULL;
  const ElfW (Shdr) *strings = s ? &sections[s->sh_link] : NULL;
  const char *names
    = s ? at_offset (f, strings->sh_offset, strings->sh_size, 1) : NULL;
  for (size_t i = 0; symbols && names && i < count; i++)
    {
      const ElfW (Sym) *symbol = &symbols[i];
      /* The names of symbols in order are not in order.  */
      if (i + AHEAD < count)
	__builtin_prefetch (names + symbols[i + AHEAD].st_name);
      if ((symbol->st_info & 0xf) == STT_FUNC && symbol->st_value
	  && symbol->st_name < strings->sh_size
	  && is_of_library (names + symbol->st_name))
	add_function (f->bias + symbol->st_value);
    }
}

static int
read_module (struct dl_phdr_info *info, size_t size, void *data)
{
  const char *path = *info->dlpi_name ? info->dlpi_name : "/proc/self/exe";
  int fd = *path == '/' ? open (path, O_RDONLY | O_CLOEXEC) : -1;
  struct stat status;
  (void) size, (void) data;
  if (fd < 0)
    return 0;
  if (!fstat (fd, &status) && status.st_size > 0)
    {
      struct file f = { .size = (size_t) status.st_size,
			.bias = info->dlpi_addr };
      void *mapped = mmap (NULL, f.size, PROT_READ, MAP_PRIVATE, fd, 0);
      f.data = mapped;
      if (mapped != MAP_FAILED)
	{
	  read_symbols (&f);
	  munmap (mapped, f.size);
	}
    }
  close (fd);
  return 0;
}

void
gasp_tool_find_allocating (void)
{
  if (gasp_gcc_callers)
    dl_iterate_phdr (read_module, NULL);
}

/* Sets CALL to that from whose ADDRESS this thread has come here, with its
   frame pointer: this takes the way through our own functions.  Returns
   whether it is found.  */
static __attribute__ ((noinline)) bool
find_with_pointer (const void *address, struct gasp_gcc_caller *call)
{
  enum { MOST_OF_OURS = 4 };
  const unsigned long *frame = __builtin_frame_address (0);
  struct gasp_gcc_caller calls[MOST_OF_OURS] = {
    { .address = (unsigned long) __builtin_return_address (0),
      .position = (unsigned long) __builtin_dwarf_cfa (), .pointer = *frame }
  };
  unsigned int i = 0, count = gasp_gcc_callers (calls, MOST_OF_OURS);
  while (i < count && calls[i].address != (uintptr_t) address)
    i++;
  if (i < count)
    *call = calls[i];
  return i < count;
}

/* Addresses that calls return to in functions that are not the library's.  */
#define OTHERS 1024		/* a power of 2 */
static uintptr_t others[OTHERS];

/* Steps in CALLS, of which the first is known, out to the call that entered the
   library.  Returns whether all frames on the way could be unwound.  */
static bool
leave_library (struct gasp_gcc_caller calls[2])
{
  for (int i = 0; i < MOST_CALLERS; i++)
    {
      uintptr_t address = calls->address;
      uintptr_t *other = &others[map_hash (address) % OTHERS];
      if (__atomic_load_n (other, __ATOMIC_RELAXED) == address)
	return true;
      __atomic_fetch_add (&gasp_tool_steps_to_callers, 1, __ATOMIC_RELAXED);
      if (gasp_gcc_callers (calls, 2) != 2)
	return false;
      if (!*entry_of (calls->function))
	{
	  __atomic_store_n (other, address, __ATOMIC_RELAXED);
	  return true;
	}
      calls[0] = calls[1];
    }
  return true;
}

const void *
gasp_tool_allocation_caller (const void *address, unsigned long position)
{
  struct gasp_gcc_caller calls[2]
    = { { .address = (uintptr_t) address, .position = position } };
  if (functions && !leave_library (calls)
      && find_with_pointer (address, calls))
    leave_library (calls);
  return (const void *) calls->address;
}
