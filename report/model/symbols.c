/* symbols.c - the functions of a file of code, by address.  See symbols.h.

   SPDX-License-Identifier: Apache-2.0

   Of the file's own table, or, where it was stripped, of the dynamic linker's,
   which has what is exported.  Nothing in the file is trusted.  */

#define _GNU_SOURCE
#include "model/symbols.h"
#include "base/util.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file that is mapped.  */
struct file
{
  const char *data;
  size_t size;
};

/* Returns what is at OFFSET of FILE, if that has COUNT members of SIZE bytes
   there; else null.  */
static const void *
at (const struct file *file, uint64_t offset, uint64_t count, size_t size)
{
  return offset <= file->size && count <= (file->size - offset) / size
	 ? file->data + offset : NULL;
}

static bool
map (struct file *file, const char *path)
{
  struct stat st;
  int descriptor = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0)
    return false;
  void *data = MAP_FAILED;
  if (!fstat (descriptor, &st) && S_ISREG (st.st_mode) && st.st_size > 0)
    data = mmap (NULL, (size_t) st.st_size, PROT_READ, MAP_PRIVATE, descriptor,
		 0);
  close (descriptor);
  if (data == MAP_FAILED)
    return false;
  *file = (struct file) { data, (size_t) st.st_size };
  return true;
}

static const Elf64_Shdr *
sections_of (const struct file *file, size_t *count)
{
  const Elf64_Ehdr *header = at (file, 0, 1, sizeof *header);
  if (!header || memcmp (header->e_ident, ELFMAG, SELFMAG)
      || header->e_ident[EI_CLASS] != ELFCLASS64)
    return NULL;
  *count = header->e_shnum;
  return at (file, header->e_shoff, *count, sizeof (Elf64_Shdr));
}

static void
add (struct symbols *symbols, const Elf64_Sym *symbol, const char *name)
{
  symbols->list = room_for_one (symbols->list, symbols->count, &symbols->room,
				sizeof *symbols->list);
  symbols->list[symbols->count++] = (struct symbol) {
    symbol->st_value, symbol->st_value + symbol->st_size, name
  };
}

/* Adds the functions of the section TABLE, whose names are in NAMES.  */
static void
add_table (struct symbols *symbols, const struct file *file,
	   const Elf64_Shdr *table, const Elf64_Shdr *names)
{
  size_t count = table->sh_size / sizeof (Elf64_Sym);
  const Elf64_Sym *list = at (file, table->sh_offset, count, sizeof *list);
  const char *text = at (file, names->sh_offset, names->sh_size, 1);
  if (!list || !text || !names->sh_size || text[names->sh_size - 1])
    return;
  for (size_t i = 0; i < count; i++)
    {
      unsigned type = ELF64_ST_TYPE (list[i].st_info);
      if ((type == STT_FUNC || type == STT_GNU_IFUNC)
	  && list[i].st_shndx != SHN_UNDEF && list[i].st_size
	  && list[i].st_name < names->sh_size)
	add (symbols, &list[i], text + list[i].st_name);
    }
}

static void
add_tables (struct symbols *symbols, const struct file *file, uint32_t kind)
{
  size_t count = 0;
  const Elf64_Shdr *sections = sections_of (file, &count);
  for (size_t i = 0; sections && i < count; i++)
    if (sections[i].sh_type == kind && sections[i].sh_link < count)
      add_table (symbols, file, &sections[i], &sections[sections[i].sh_link]);
}

static int
by_start (const void *a, const void *b)
{
  const struct symbol *x = a, *y = b;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return strcmp (x->name, y->name);
}

const struct symbols *
symbols_of (const char *path)
{
  static struct symbols *all;
  struct file file;
  for (struct symbols *s = all; s; s = s->next)
    if (!strcmp (s->path, path))
      return s;
  struct symbols *symbols = allocate (1, sizeof *symbols);
  *symbols = (struct symbols) { .path = copy_string (path), .next = all };
  all = symbols;
  if (!map (&file, path))
    return symbols;
  add_tables (symbols, &file, SHT_SYMTAB);
  if (!symbols->count)
    add_tables (symbols, &file, SHT_DYNSYM);
  if (symbols->count)
    qsort (symbols->list, symbols->count, sizeof *symbols->list, by_start);
  return symbols;
}

const struct symbol *
symbol_at (const struct symbols *symbols, uint64_t address)
{
  size_t low = 0, high = symbols->count;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (symbols->list[middle].start <= address)
	low = middle + 1;
      else
	high = middle;
    }
  return low && address < symbols->list[low - 1].end ? &symbols->list[low - 1]
						     : NULL;
}

/* ---- Names.  */

/* C++'s library has what makes a name of a symbol; where it is not installed,
   there is none.  */
static char *
demangle (const char *symbol)
{
  static char *(*library_s) (const char *, char *, size_t *, int *);
  static bool is_loaded;
  int status = -1;
  if (!is_loaded)
    {
      void *library = dlopen ("libstdc++.so.6", RTLD_LAZY);
      void *function = library ? dlsym (library, "__cxa_demangle") : NULL;
      memcpy (&library_s, &function, sizeof function);
    }
  is_loaded = true;
  return library_s ? library_s (symbol, NULL, NULL, &status) : NULL;
}

char *
function_of_symbol (const char *symbol)
{
  char *plain = copy_string (symbol);
  size_t length = strlen (plain);
  char *dot = length ? strchr (plain + 1, '.') : NULL;
  if (dot)
    *dot = '\0';
  char *name = !strncmp (plain, "_Z", 2) ? demangle (plain) : NULL;
  if (!name)
    return plain;
  free (plain);
  return name;
}
