/* slots.c - have calls of a library's functions lead elsewhere: see slots.h.

   SPDX-License-Identifier: Apache-2.0

   Only slots that lead to the one library, or will, are taken, so that another
   one with functions of the same names is left alone.  */

#include "slots.h"
#include "file-names.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined __x86_64__
#define IS_SLOT(type) \
  ((type) == R_X86_64_JUMP_SLOT || (type) == R_X86_64_GLOB_DAT)
#elif defined __aarch64__
#define IS_SLOT(type) \
  ((type) == R_AARCH64_JUMP_SLOT || (type) == R_AARCH64_GLOB_DAT)
#else
#define IS_SLOT(type) ((type) == R_RISCV_JUMP_SLOT || (type) == R_RISCV_64)
#endif

/* ---- An object's slots  */

struct object {
  const char *name;
  uintptr_t base, first, last;	/* last: after it */
  uintptr_t relro, relro_end;
  const ElfW (Sym) *symbols;
  const char *strings;
  const ElfW (Half) *versions;
  const ElfW (Verneed) *needed;
  const ElfW (Rela) *relocations[2];
  size_t counts[2];
  size_t relative;		/* the first of the second, no slots */
  void **redirected, *wrapper;	/* the first slot that leads to one */
};

/* Returns VALUE as an address: on most processors, the C library has added the
   base to those already.  */
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
#define COUNT(i) o->counts[i] = d->d_un.d_val / sizeof (ElfW (Rela)); break
      case DT_PLTRELSZ: COUNT (0);
      case DT_RELASZ: COUNT (1);
#undef COUNT
      case DT_RELACOUNT: o->relative = d->d_un.d_val; break;
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

/* Returns the version of symbol NUMBER that the object asks for, or null.  */
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

/* Returns the address that SYMBOL will have for the object when it is bound.
   An executable's own stub for a function is not that function.  */
static void *
bound_later (const struct object *o, const ElfW (Sym) *symbol,
	     const struct slots_entry *entry)
{
  const char *name = o->strings + symbol->st_name;
  void *found = dlsym (RTLD_DEFAULT, name);
  if (found && symbol->st_shndx == SHN_UNDEF && symbol->st_value
      && (uintptr_t) found == o->base + symbol->st_value)
    return *entry->real;
  if (!found)
    {
      void *self = dlopen (o->name, RTLD_LAZY | RTLD_NOLOAD);
      found = self ? dlsym (self, name) : NULL;
      if (self)
	dlclose (self);
    }
  return found;
}

static bool
leads_to_real (const struct object *o, const ElfW (Sym) *symbol, void *value,
	       const struct slots_entry *entry)
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

/* Returns whether the slot is redirected.  */
static bool
redirect_slot (struct object *o, const ElfW (Rela) *r, slots_find *find,
	       bool *open)
{
  size_t number = ELF64_R_SYM (r->r_info);
  const ElfW (Sym) *symbol = &o->symbols[number];
  const char *name = o->strings + symbol->st_name;
  bool is_mangled = name[0] == '_' && name[1] == 'Z';
  const struct slots_entry *entry = is_mangled ? NULL : find (name);
  if (!entry || !entry->wrapper || !*entry->real)
    return false;
  const char *version = entry->since ? version_of (o, number) : NULL;
  if (version && strcmp (version, entry->since))
    return false;
  void **slot = (void **) (o->base + r->r_offset);
  if (*slot == entry->wrapper || !leads_to_real (o, symbol, *slot, entry))
    return false;
  if (!o->redirected)
    {
      o->redirected = slot;
      o->wrapper = entry->wrapper;
    }
  if (!*open && (uintptr_t) slot >= o->relro && (uintptr_t) slot < o->relro_end)
    {
      *open = true;
      protect (o, PROT_READ | PROT_WRITE);
    }
  __atomic_store_n (slot, entry->wrapper, __ATOMIC_RELEASE);
  return true;
}

static bool
redirect_object (struct object *o, slots_find *find)
{
  bool open = false, any = false;
  for (int k = 0; k < 2; k++)
    for (size_t i = k ? o->relative : 0; o->relocations[k] && i < o->counts[k];
	 i++)
      if (IS_SLOT (ELF64_R_TYPE (o->relocations[k][i].r_info)))
	any |= redirect_slot (o, &o->relocations[k][i], find, &open);
  if (open)
    protect (o, PROT_READ);
  return any;
}

/* ---- Objects that have been seen to  */

#define OBJECTS_MOST 4096

/* If SLOT, the first that was redirected, does not lead to WRAPPER any more,
   there is another object.  */
struct slots_object
{
  uintptr_t base;
  const char *strings;
  void **slot, *wrapper;
};

static void *
make_room (size_t size)
{
  void *room = mmap (NULL, size, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return room == MAP_FAILED ? NULL : room;
}

/* Returns what SEEN has of O, or null.  */
static struct slots_object *
known_object (const struct slots_seen *seen, const struct object *o)
{
  for (unsigned int i = 0; seen && i < seen->count; i++)
    if (seen->objects[i].base == o->base
	&& seen->objects[i].strings == o->strings)
      return &seen->objects[i];
  return NULL;
}

static bool
is_seen (const struct slots_seen *seen, const struct object *o)
{
  const struct slots_object *known = known_object (seen, o);
  return known && (!known->slot || *known->slot == known->wrapper);
}

/* Makes room in SEEN for one more, if there is memory.  The program may have
   locked all that it has.  */
static bool
has_room (struct slots_seen *seen)
{
  enum { FIRST_ROOM = 128 };
  if (seen->count < seen->room)
    return true;
  unsigned int room = seen->room ? 2 * seen->room : FIRST_ROOM;
  struct slots_object *more = make_room (room * sizeof *more);
  if (!more)
    return false;
  struct slots_object *old = seen->objects;
  if (old)
    memcpy (more, old, seen->count * sizeof *more);
  seen->objects = more;
  if (old)
    munmap (old, seen->room * sizeof *more);
  seen->room = room;
  return true;
}

static void
note_seen (struct slots_seen *seen, const struct object *o)
{
  struct slots_object *known = known_object (seen, o);
  if (!known && has_room (seen))
    known = &seen->objects[seen->count++];
  if (known)
    *known = (struct slots_object) { o->base, o->strings, o->redirected,
				     o->wrapper };
}

/* ---- All objects.  They are noted first: nothing may be asked of the loader
   while it goes through them.  Another thread may unload one meanwhile, so each
   is looked at while it is held.  */

/* The names of objects, one after the other: the loader frees its own.  */
#define NAMES_ROOM (1 << 20)

struct objects {
  const struct slots_seen *seen;
  struct object *items;
  unsigned int count;
  char *names;
  size_t names_size;
  unsigned long long loaded;	/* ever */
};

/* Returns whether O is this object, or one of the C library.  */
static bool
is_never_redirected (const struct object *o)
{
  const char *base = base_name (o->name);
  uintptr_t here = (uintptr_t) slots_redirect;
  return (here >= o->first && here < o->last)
	 || !strncmp (base, "ld-linux", 8) || !strncmp (base, "linux-vdso", 10)
	 || !strncmp (base, "libc.so", 7);
}

static int
note_object (struct dl_phdr_info *info, size_t size, void *data)
{
  struct objects *objects = data;
  struct object *o = &objects->items[objects->count];
  size_t length = strlen (info->dlpi_name) + 1;
  (void) size;
  objects->loaded = info->dlpi_adds;
  if (!read_object (o, info) || is_never_redirected (o)
      || is_seen (objects->seen, o)
      || objects->names_size + length > NAMES_ROOM)
    return 0;
  o->name = memcpy (objects->names + objects->names_size, info->dlpi_name,
		    length);
  objects->names_size += length;
  return ++objects->count == OBJECTS_MOST;
}

/* Redirects the slots of O, which may have been unloaded.  */
static bool
redirect_noted (struct object *o, slots_find *find, struct slots_seen *seen)
{
  struct link_map *held = dlopen (o->name, RTLD_LAZY | RTLD_NOLOAD);
  bool any = false;
  if (held && held->l_addr == o->base)
    {
      any = redirect_object (o, find);
      if (seen)
	note_seen (seen, o);
    }
  if (held)
    dlclose (held);
  return any;
}

/* Does what slots_redirect does, for a thread that has SEEN to itself.  */
static bool
redirect_new (slots_find *find, slots_exempt *exempt, struct slots_seen *seen)
{
  bool any = false;
  struct objects objects = { .seen = seen };
  size_t size = OBJECTS_MOST * sizeof *objects.items + NAMES_ROOM;
  objects.items = make_room (size);
  if (!objects.items)
    return false;
  objects.names = (char *) (objects.items + OBJECTS_MOST);
  dl_iterate_phdr (note_object, &objects);
  bool is_new = !seen || seen->loaded != objects.loaded;
  for (unsigned int i = 0; is_new && i < objects.count; i++)
    if (!exempt (base_name (objects.items[i].name)))
      any |= redirect_noted (&objects.items[i], find, seen);
  if (seen)
    seen->loaded = objects.loaded;
  munmap (objects.items, size);
  return any;
}

bool
slots_redirect (slots_find *find, slots_exempt *exempt,
		struct slots_seen *seen)
{
  enum { MOST_TIMES = 3 };
  if (!seen)
    return redirect_new (find, exempt, seen);
  /* What is missed, the other thread finds: it may not be waited for, as it may
     wait for the loader's lock.  */
  __atomic_store_n (&seen->is_missed, true, __ATOMIC_SEQ_CST);
  int owner = getpid (), other = 0;
  if (!__atomic_compare_exchange_n (&seen->owner, &other, owner, false,
				    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
      && (other == owner
	  || !__atomic_compare_exchange_n (&seen->owner, &other, owner, false,
					   __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)))
    return false;
  bool any = false;
  for (int i = 0; i < MOST_TIMES
		  && __atomic_exchange_n (&seen->is_missed, false,
					  __ATOMIC_SEQ_CST); i++)
    any |= redirect_new (find, exempt, seen);
  __atomic_store_n (&seen->owner, 0, __ATOMIC_SEQ_CST);
  return any;
}
