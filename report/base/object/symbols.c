/* symbols.c - the functions of a file of code, by address.  See symbols.h.

   SPDX-License-Identifier: Apache-2.0

   Of the file's own table; or, where it was stripped, of the file that has what
   was taken out (debuginfo.c); or else of the dynamic linker's table, which has
   what is exported, and a program of Go's own.  Names are in these files, which
   stay mapped.  */

#include "base/object/symbols.h"
#include "base/object/debuginfo.h"
#include "base/object/filtered.h"
#include "base/object/languages.h"
#include "base/order.h"
#include "base/texts.h"
#include "base/util.h"
#include "search.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static void
add (struct symbols *symbols, const ElfW (Sym) *symbol, const char *name)
{
  symbols->has_haskell |= !strcmp (name, "hs_main");
  ONE_MORE (symbols->list, symbols->count, symbols->room) = (struct symbol) {
    .start = symbol->st_value, .end = symbol->st_value + symbol->st_size,
    .name = name
  };
}

/* Adds the functions of SECTION, if it is a table of them.  */
static void
add_table (struct symbols *symbols, const struct elf *elf,
	   const ElfW (Shdr) *section)
{
  size_t count;
  const ElfW (Sym) *list = elf_symbols (elf, section, &count);
  for (size_t i = 0; i < count; i++)
    {
      unsigned int type = list[i].st_info & 0xf;
      const char *name = elf_string (elf, section, list[i].st_name);
      if ((type == STT_FUNC || type == STT_GNU_IFUNC)
	  && list[i].st_shndx != SHN_UNDEF && list[i].st_size && *name)
	add (symbols, &list[i], name);
    }
}

static void
add_tables (struct symbols *symbols, const struct elf *elf, uint32_t kind)
{
  for (unsigned int i = 0; i < elf_section_count (elf); i++)
    if (elf->sections[i].sh_type == kind)
      add_table (symbols, elf, &elf->sections[i]);
}

/* Adds the sections of jumps to other files' functions, without a name.  */
static void
add_jumps (struct symbols *symbols, const struct elf *elf)
{
  for (unsigned int i = 0; i < elf_section_count (elf); i++)
    {
      const ElfW (Shdr) *section = &elf->sections[i];
      ElfW (Sym) all = { .st_value = section->sh_addr,
			 .st_size = section->sh_size };
      const char *name = elf_section_name (elf, section);
      if (section->sh_flags & SHF_EXECINSTR && name
	  && !strncmp (name, ".plt", 4))
	add (symbols, &all, "");
    }
}

ORDER (by_start, struct symbol, RISING (start) TEXT (name))

/* Adds the functions that a program of Go names itself.  */
static void
add_go_functions (struct symbols *symbols)
{
  for (uint64_t i = 0; i < symbols->go.function_count; i++)
    {
      struct go_function function = go_function_at (&symbols->go, i);
      if (function.name && *function.name)
	ONE_MORE (symbols->list, symbols->count, symbols->room)
	  = (struct symbol) { .start = function.start, .end = function.end,
			      .name = function.name, .line = function.line };
    }
}

/* Takes the names as they are if they are Go's, which have points; those of C
   have them where the compiler adds something.  */
static void
keep_names_of_go (struct symbols *symbols)
{
  if (symbols->go.is_go)
    for (size_t i = 0; i < symbols->count; i++)
      symbols->list[i].signature = symbols->list[i].name;
}

/* Returns whether ELF is of the build ID, as far as that can be known.  */
static bool
is_of_build (const struct elf *elf, const char *id)
{
  size_t size = 0;
  return !id || !elf_build_id (elf, &size) || elf_has_build_id (elf, id);
}

static void
read_symbols (struct symbols *symbols)
{
  bool is_vdso = !strncmp (symbols->path, "linux-vdso.", 11);
  struct elf elf = is_vdso ? own_vdso () : open_elf (symbols->path);
  if (!is_of_build (&elf, symbols->build_id))
    {
      /* Names in the recorder's own libraries are not shown.  */
      if (!is_vdso && strncmp (base_name (symbols->path), "libgasp", 7) != 0)
	complain ("%s is not the file that ran: what samples saw in it has no "
		  "names", symbols->path);
      return;
    }
  add_tables (symbols, &elf, SHT_SYMTAB);
  if (!symbols->count && !is_vdso)
    {
      struct elf stripped_off = open_debuginfo (symbols->path, &elf);
      add_tables (symbols, &stripped_off, SHT_SYMTAB);
    }
  symbols->go = find_go_table (&elf);
  if (!symbols->count)
    {
      add_tables (symbols, &elf, SHT_DYNSYM);
      add_go_functions (symbols);
    }
  keep_names_of_go (symbols);
  add_jumps (symbols, &elf);
  SORT (symbols->list, symbols->count, by_start);
  find_functions (symbols, &elf);
}

/* The symbols of all files that have been read.  */
static struct symbols *known_symbols;

/* Returns the known symbols of PATH with BUILD_ID, or null.  Equal texts are at
   one address.  */
static struct symbols *
find_symbols (const char *path, const char *build_id)
{
  struct symbols **link = &known_symbols, *symbols;
  for (; (symbols = *link); link = &symbols->next)
    if (symbols->path == path && symbols->build_id == build_id)
      {
	/* They are mostly asked for again.  */
	*link = symbols->next;
	symbols->next = known_symbols;
	return known_symbols = symbols;
      }
  return NULL;
}

const struct symbols *
symbols_of (const char *path, const char *build_id)
{
  struct symbols *symbols = find_symbols (path, build_id);
  if (symbols)
    return symbols;
  path = shared_text (path);
  build_id = build_id ? shared_text (build_id) : NULL;
  symbols = find_symbols (path, build_id);
  if (symbols)
    return symbols;
  symbols = allocate (1, sizeof *symbols);
  *symbols = (struct symbols) {
    .path = path, .build_id = build_id, .next = known_symbols
  };
  known_symbols = symbols;
  read_symbols (symbols);
  return symbols;
}

const struct symbol *
symbol_at (const struct symbols *symbols, uint64_t address)
{
  size_t count = FIRST_FROM (symbols->count, i,
			     symbols->list[i].start <= address);
  return count && address < symbols->list[count - 1].end
	 ? &symbols->list[count - 1] : NULL;
}

/* ---- Names.  */

void
mark_unnamed (char *name)
{
  static const char theirs[] = "(anonymous namespace)", ours[] = "{anonymous}";
  for (char *at = name; (at = strstr (at, theirs)) != NULL;)
    {
      const char *rest = at + sizeof theirs - 1;
      memcpy (at, ours, sizeof ours - 1);
      at += sizeof ours - 1;
      memmove (at, rest, strlen (rest) + 1);
    }
}

/* Returns the name that SYMBOL stands for, allocated, or null.  C++'s library
   makes it; where that is not installed, there is none.  */
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
  char *name = library_s ? library_s (symbol, NULL, NULL, &status) : NULL;
  if (name)
    mark_unnamed (name);
  return name;
}

/* Returns the length of what TEXT, up to LENGTH, ends with if that says for
   which processors a function of the C library is, as "_avx2"; or 0.  */
static size_t
variant_length (const char *text, size_t length)
{
  static const char *const variants[] = {
    "_sse2", "_sse3", "_ssse3", "_sse4_1", "_sse4_2", "_sse42", "_avx", "_avx2",
    "_avx512", "_evex", "_evex512", "_fma", "_fma4", "_rtm", "_movbe", "_erms",
    "_unaligned", "_no_vzeroupper"
  };
  for (size_t i = 0; i < COUNT_OF (variants); i++)
    {
      size_t own = strlen (variants[i]);
      if (length > own && !strncmp (text + length - own, variants[i], own))
	return own;
    }
  return 0;
}

/* Makes NAME, of one of the C library's functions for some processors, as
   "__strcmp_evex", what users call it.  */
static void
drop_variant (char *name)
{
  enum { MARK = 2 };
  size_t whole = strlen (name), length = whole, variant;
  while ((variant = variant_length (name, length)) != 0)
    length -= variant;
  if (length == whole || length <= MARK || strncmp (name, "__", MARK))
    return;
  memmove (name, name + MARK, length - MARK);
  name[length - MARK] = '\0';
}

/* Returns, allocated, what users call an access to UPC's shared space if NAME
   is the function that makes those without events; or null.  */
static char *
shared_access (const char *name)
{
  static const char *const accesses[][2] = {
    { "__upc_get", "shared read (not recorded)" },
    { "__upc_put", "shared write (not recorded)" }
  };
  for (size_t i = 0; i < COUNT_OF (accesses); i++)
    {
      size_t length = strlen (accesses[i][0]);
      const char *rest = name + length;
      if (!strncmp (name, accesses[i][0], length)
	  && (!*rest || (*rest == '_' && rest[1] >= '1' && rest[1] <= '8'
			 && !rest[2])))
	return copy_string (accesses[i][1]);
    }
  return NULL;
}

/* Returns the name of the coroutine within SYMBOL, that of its code, and sets
   *LENGTH to the name's; null if SYMBOL is something else.  */
static const char *
coroutine_in (const char *symbol, size_t *length)
{
  const char *end = strstr (symbol, ".Frame."), *start = end;
  while (start && start > symbol && strncmp (start, "_Z", 2))
    start--;
  if (!start || start == symbol)
    return NULL;
  *length = (size_t) (end - start);
  return start;
}

char *
function_of_symbol (const char *symbol)
{
  size_t rust = rust_length (symbol);
  size_t length = rust ? rust : *symbol ? 1 + strcspn (symbol + 1, ".@") : 0;
  char *whole = ocaml_name (symbol);
  if (whole)
    return whole;
  const char *coroutine = coroutine_in (symbol, &length);
  symbol = coroutine ? coroutine : symbol;
  char *plain = print_string ("%.*s", (int) length, symbol);
  char *name = rust ? rust_name (plain) : NULL;
  if (!name)
    name = !strncmp (plain, "_Z", 2) ? demangle (plain) : shared_access (plain);
  if (!name)
    name = fortran_name (plain);
  if (!name)
    name = d_name (plain);
  if (!name)
    name = haskell_name (plain);
  if (!name)
    {
      drop_variant (plain);
      return plain;
    }
  free (plain);
  return name;
}
