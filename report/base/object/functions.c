/* functions.c - which function of the source the compiler says a symbol is.
   See symbols.h.

   SPDX-License-Identifier: Apache-2.0

   The compiler writes C++'s functions in other words than demanglers do: those
   of unnamed namespaces, lambdas, coroutines and templates.  So an instrumented
   file is asked for the record of the site with which the function begins
   (site.h).  */

#include "base/object/symbols.h"
#include "base/object/elf-file.h"
#include "site.h"

#include <string.h>

/* Returns SIZE bytes at ADDRESS, as linked, of ELF's SECTION, or null.  */
static const void *
in_section (const struct elf *elf, const ElfW (Shdr) *section, uint64_t address,
	    uint64_t size)
{
  uint64_t offset = address - section->sh_addr;
  return offset < section->sh_size && size <= section->sh_size - offset
	 ? elf_at (elf, section->sh_offset + offset, size) : NULL;
}

/* Returns the string at ADDRESS of ELF, or null.  */
static const char *
text_at (const struct elf *elf, uint64_t address)
{
  for (unsigned int i = 0; i < elf_section_count (elf); i++)
    {
      const ElfW (Shdr) *section = &elf->sections[i];
      if (!(section->sh_flags & SHF_ALLOC) || section->sh_type == SHT_NOBITS
	  || address - section->sh_addr >= section->sh_size)
	continue;
      uint64_t size = section->sh_addr + section->sh_size - address;
      const char *text = in_section (elf, section, address, size);
      return text && memchr (text, '\0', size) ? text : NULL;
    }
  return NULL;
}

/* Notes in the symbol that begins with SITE, which is at ADDRESS of ELF, what
   the record in SECTION says of it.  */
static void
add_function (struct symbols *symbols, const struct elf *elf,
	      const ElfW (Shdr) *section, const struct gasp_site *site,
	      uint64_t address)
{
  enum { KINDS = 8 };
  int offset = site->function_offset_and_kind & ~(KINDS - 1);
  uint64_t at = address + (uint64_t) (int64_t) offset;
  const struct gasp_gcc_function *function
    = in_section (elf, section, at, sizeof *function);
  /* Its start and end are what SYMBOLS has.  */
  struct symbol *symbol
    = (struct symbol *) symbol_at (symbols, address
				   + (uint64_t) (int64_t) site->address_offset);
  if (!function || !symbol
      || (site->function_offset_and_kind & (KINDS - 1)) != GASP_SITE_ENTER)
    return;
  symbol->signature
    = text_at (elf, at + (uint64_t) (int64_t) function->signature_offset);
  symbol->line = (unsigned int) function->line;
}

void
find_functions (struct symbols *symbols, const struct elf *elf)
{
  const ElfW (Shdr) *sites = elf_section_called (elf, "gasp_sites");
  const ElfW (Shdr) *functions = elf_section_called (elf, "gasp_functions");
  const struct gasp_site *list
    = sites && functions
      ? elf_table_at (elf, sites->sh_offset, sites->sh_size) : NULL;
  for (size_t i = 0; list && i < sites->sh_size / sizeof *list; i++)
    add_function (symbols, elf, functions, &list[i],
		  sites->sh_addr + i * sizeof *list);
}
