/* redirect.c - calls of libgomp lead to the wrappers.

   SPDX-License-Identifier: Apache-2.0

   Where there may be a tool, the slots by which loaded objects call libgomp are
   pointed at the wrappers; else nothing is touched.  Only slots that lead to
   the one libgomp, or will, are taken, so that another runtime in the process
   is left alone.  */

#include "calls.h"
#include "consumer.h"
#include "state.h"
#include "tool.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined __x86_64__
#define IS_SLOT(type) ((type) == R_X86_64_JUMP_SLOT || (type) == R_X86_64_GLOB_DAT)
#elif defined __aarch64__
#define IS_SLOT(type) ((type) == R_AARCH64_JUMP_SLOT || (type) == R_AARCH64_GLOB_DAT)
#else
#define IS_SLOT(type) ((type) == R_RISCV_JUMP_SLOT || (type) == R_RISCV_64)
#endif

/* Of the C library: main's start, and what loads objects.  */
static gasp_omp_start_t *real_start;
static void *(*real_dlopen) (const char *, int);
static void *(*real_dlsym) (void *, const char *);
static gasp_omp_start_t wrap_start;
static __typeof__ (*real_dlopen) wrap_dlopen;
static __typeof__ (*real_dlsym) wrap_dlsym;

static const struct gasp_omp_entry system_entries[] = {
  { "__libc_start_main", (void **) &real_start, (void *) wrap_start, NULL },
  { "dlopen", (void **) &real_dlopen, (void *) wrap_dlopen, NULL },
  { "dlsym", (void **) &real_dlsym, (void *) wrap_dlsym, NULL },
};

/* ---- The real functions  */

static int
note_libgomp (struct dl_phdr_info *info, size_t size, void *name)
{
  (void) size;
  const char *base = strrchr (info->dlpi_name, '/');
  if (strncmp (base ? base + 1 : info->dlpi_name, "libgomp.so", 10)
      && strncmp (base ? base + 1 : info->dlpi_name, "libgomp-", 8))
    return 0;
  *(char **) name = strdup (info->dlpi_name);
  return 1;
}

/* LLVM's library under libgomp's name has OMPT of its own.  */
static bool
find_real_functions (void)
{
  static bool found;
  char *name = NULL;
  if (found || !dl_iterate_phdr (note_libgomp, &name) || !name)
    return found;
  void *library = dlopen (name, RTLD_LAZY | RTLD_NOLOAD);
  free (name);
  if (!library || dlsym (library, "__kmpc_fork_call"))
    return false;
  for (unsigned int i = 0; i < gasp_omp_entry_count; i++)
    *gasp_omp_entries[i].real = dlsym (library, gasp_omp_entries[i].name);
  return found = real_GOMP_parallel != NULL;
}

static void
find_system_functions (void)
{
  for (unsigned int i = 0; i < sizeof system_entries / sizeof *system_entries;
       i++)
    if (!*system_entries[i].real)
      *system_entries[i].real = dlsym (RTLD_DEFAULT, system_entries[i].name);
}

static const struct gasp_omp_entry *
find_entry (const char *name)
{
  for (unsigned int i = 0; i < sizeof system_entries / sizeof *system_entries;
       i++)
    if (!strcmp (system_entries[i].name, name))
      return &system_entries[i];
  if (strncmp (name, "GOMP_", 5) && strncmp (name, "omp_", 4))
    return NULL;
  for (unsigned int i = 0; i < gasp_omp_entry_count; i++)
    if (!strcmp (gasp_omp_entries[i].name, name))
      return gasp_omp_entries[i].wrapper ? &gasp_omp_entries[i] : NULL;
  return NULL;
}

/* ---- An object's slots  */

struct object {
  const char *name;
  uintptr_t base, first, last;	/* last: behind it */
  uintptr_t relro, relro_end;
  const ElfW (Sym) *symbols;
  const char *strings;
  const ElfW (Half) *versions;
  const ElfW (Verneed) *needed;
  const ElfW (Rela) *relocations[2];
  size_t counts[2];
};

/* The C library has added the base to those addresses, on most processors.  */
static uintptr_t
address (const struct object *o, uintptr_t value)
{
  return value < o->base ? value + o->base : value;
}

static void
read_dynamic (struct object *o, const ElfW (Dyn) *d)
{
  for (; d->d_tag != DT_NULL; d++)
    switch (d->d_tag)
      {
#define AT(field) o->field = (void *) address (o, d->d_un.d_ptr); break
      case DT_SYMTAB: AT (symbols);
      case DT_STRTAB: AT (strings);
      case DT_VERSYM: AT (versions);
      case DT_VERNEED: AT (needed);
      case DT_JMPREL: AT (relocations[0]);
      case DT_RELA: AT (relocations[1]);
#undef AT
      case DT_PLTRELSZ: o->counts[0] = d->d_un.d_val / sizeof (ElfW (Rela)); break;
      case DT_RELASZ: o->counts[1] = d->d_un.d_val / sizeof (ElfW (Rela)); break;
      }
}

static bool
read_object (struct object *o, const struct dl_phdr_info *info)
{
  const ElfW (Dyn) *dynamic = NULL;
  *o = (struct object) { .name = info->dlpi_name, .base = info->dlpi_addr,
			 .first = -1 };
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *p = &info->dlpi_phdr[i];
      uintptr_t first = o->base + p->p_vaddr, last = first + p->p_memsz;
      if (p->p_type == PT_DYNAMIC)
	dynamic = (void *) first;
      else if (p->p_type == PT_GNU_RELRO)
	o->relro = first, o->relro_end = last;
      else if (p->p_type == PT_LOAD)
	{
	  o->first = first < o->first ? first : o->first;
	  o->last = last > o->last ? last : o->last;
	}
    }
  if (dynamic)
    read_dynamic (o, dynamic);
  return o->symbols && o->strings;
}

/* The version of symbol NUMBER that the object asks for, or null.  */
static const char *
version_of (const struct object *o, size_t number)
{
  if (!o->versions || !o->needed)
    return NULL;
  unsigned int wanted = o->versions[number] & 0x7fff;
  const char *need = (const char *) o->needed;
  for (;;)
    {
      const ElfW (Verneed) *n = (const void *) need;
      const char *aux = need + n->vn_aux;
      for (unsigned int i = 0; i < n->vn_cnt; i++)
	{
	  const ElfW (Vernaux) *a = (const void *) aux;
	  if ((a->vna_other & 0x7fff) == wanted)
	    return o->strings + a->vna_name;
	  aux += a->vna_next;
	}
      if (!n->vn_next)
	return NULL;
      need += n->vn_next;
    }
}

/* The address that symbol NAME will have for the object when it is bound.  An
   executable's own stub for a function is not that function.  */
static void *
bound_later (const struct object *o, const ElfW (Sym) *symbol,
	     const struct gasp_omp_entry *entry)
{
  void *found = dlsym (RTLD_DEFAULT, entry->name);
  if (found && symbol->st_shndx == SHN_UNDEF && symbol->st_value
      && (uintptr_t) found == o->base + symbol->st_value)
    return *entry->real;
  if (!found)
    {
      void *self = dlopen (o->name, RTLD_LAZY | RTLD_NOLOAD);
      found = self ? dlsym (self, entry->name) : NULL;
      if (self)
	dlclose (self);
    }
  return found;
}

static bool
leads_to_real (const struct object *o, const ElfW (Sym) *symbol, void *value,
	       const struct gasp_omp_entry *entry)
{
  if (value == *entry->real)
    return true;
  uintptr_t place = (uintptr_t) value;
  return place >= o->first && place < o->last
	 && symbol->st_shndx == SHN_UNDEF
	 && bound_later (o, symbol, entry) == *entry->real;
}

static void
protect (const struct object *o, int protection)
{
  uintptr_t page = getpagesize ();
  uintptr_t first = o->relro & -page, last = o->relro_end & -page;
  if (last > first)
    mprotect ((void *) first, last - first, protection);
}

static void
redirect_slot (const struct object *o, const ElfW (Rela) *r, bool *open)
{
  size_t number = ELF64_R_SYM (r->r_info);
  const ElfW (Sym) *symbol = &o->symbols[number];
  const struct gasp_omp_entry *entry = find_entry (o->strings
						   + symbol->st_name);
  if (!entry || !*entry->real)
    return;
  const char *version = entry->since ? version_of (o, number) : NULL;
  if (version && strcmp (version, entry->since))
    return;
  void **slot = (void **) (o->base + r->r_offset);
  if (*slot == entry->wrapper || !leads_to_real (o, symbol, *slot, entry))
    return;
  if (!*open && (uintptr_t) slot >= o->relro && (uintptr_t) slot < o->relro_end)
    {
      *open = true;
      protect (o, PROT_READ | PROT_WRITE);
    }
  __atomic_store_n (slot, entry->wrapper, __ATOMIC_RELEASE);
}

static void
redirect_object (const struct object *o)
{
  bool open = false;
  for (int k = 0; k < 2; k++)
    for (size_t i = 0; o->relocations[k] && i < o->counts[k]; i++)
      if (IS_SLOT (ELF64_R_TYPE (o->relocations[k][i].r_info)))
	redirect_slot (o, &o->relocations[k][i], &open);
  if (open)
    protect (o, PROT_READ);
}

/* ---- All objects.  They are noted first: nothing may be asked of the loader
   while it goes through them.  */

#define OBJECTS_MOST 4096

struct objects {
  struct object *items;
  unsigned int count;
};

static bool
is_left_alone (const struct object *o)
{
  const char *base = strrchr (o->name, '/');
  base = base ? base + 1 : o->name;
  uintptr_t here = (uintptr_t) &gasp_omp_entries;
  return (here >= o->first && here < o->last)
	 || !strncmp (base, "libgomp", 7) || !strncmp (base, "ld-linux", 8)
	 || !strncmp (base, "linux-vdso", 10) || !strncmp (base, "libc.so", 7);
}

static int
note_object (struct dl_phdr_info *info, size_t size, void *data)
{
  struct objects *objects = data;
  struct object *o = &objects->items[objects->count];
  (void) size;
  if (read_object (o, info) && !is_left_alone (o))
    objects->count++;
  return objects->count == OBJECTS_MOST;
}

static void
redirect_all (void)
{
  struct objects objects = { 0 };
  size_t size = OBJECTS_MOST * sizeof *objects.items;
  objects.items = mmap (NULL, size, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (objects.items == MAP_FAILED)
    return;
  dl_iterate_phdr (note_object, &objects);
  for (unsigned int i = 0; i < objects.count; i++)
    redirect_object (&objects.items[i]);
  munmap (objects.items, size);
}

static void
redirect (void)
{
  find_system_functions ();
  find_real_functions ();
  redirect_all ();
}

/* ---- Objects that are loaded later.  dlopen goes by its caller, so it has to be
   jumped to; what it has loaded is seen to when the program asks for a function
   of it.  */

#define JUMPS __attribute__ ((optimize ("optimize-sibling-calls")))

static bool loaded;		/* atomic: since the last time */

JUMPS static void *
wrap_dlopen (const char *file, int mode)
{
  __atomic_store_n (&loaded, true, __ATOMIC_RELEASE);
  return real_dlopen (file, mode);
}

JUMPS static void *
wrap_dlsym (void *handle, const char *name)
{
  if (__atomic_exchange_n (&loaded, false, __ATOMIC_ACQ_REL))
    redirect ();
  return real_dlsym (handle, name);
}

/* ---- main  */

static int
wrap_start (int (*main_function) (int, char **, char **), int argc,
	    char **argv, void (*init) (void), void (*fini) (void),
	    void (*loader_fini) (void), void *stack_end)
{
  return gasp_omp_start (real_start, main_function, argc, argv, init, fini,
			 loader_fini, stack_end);
}

/* ---- When this library is loaded  */

static void
begin (void)
{
  gasp_omp_set_activity (PENDING);
  redirect ();
}

/* The program has been attached to.  Threads may be in any construct by now; of
   those that have begun there are only the ends.  */
static void
begin_late (void)
{
  static bool begun;
  if (begun)
    return;
  begun = true;
  begin ();
  gasp_omp_find_tool ();
}

__attribute__ ((constructor (101))) static void
load (void)
{
  if (gasp_omp_tool_expected ())
    begin ();
  else if (&gasp_omp_builtin && gasp_omp_builtin.wait)
    gasp_omp_builtin.wait (begin_late);
}
