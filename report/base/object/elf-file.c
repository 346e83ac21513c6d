/* elf-file.c - reads ELF files, with words as long as this machine's.  See
   elf-file.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/object/elf-file.h"
#include "base/util.h"
#include "build-id.h"

#include <fcntl.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <stdlib.h>
#include <unistd.h>

#if defined __x86_64__
# define OWN_MACHINE EM_X86_64
#elif defined __aarch64__
# define OWN_MACHINE EM_AARCH64
#elif defined __riscv
# define OWN_MACHINE EM_RISCV
#endif

const void *
elf_at (const struct elf *elf, uint64_t offset, uint64_t size)
{
  return offset <= elf->size && size <= elf->size - offset
	 ? elf->data + offset : NULL;
}

const void *
elf_table_at (const struct elf *elf, uint64_t offset, uint64_t size)
{
  return offset % alignof (ElfW (Ehdr)) ? NULL : elf_at (elf, offset, size);
}

/* Returns ELF's header, if its words are as this machine's.  */
static const ElfW (Ehdr) *
header_of (const struct elf *elf)
{
  static const unsigned char own[] = {
    ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3,
    sizeof (long) == 8 ? ELFCLASS64 : ELFCLASS32, ELFDATA2LSB
  };
  const ElfW (Ehdr) *header = elf_at (elf, 0, sizeof *header);
  return header && !memcmp (own, header->e_ident, sizeof own) ? header : NULL;
}

static const ElfW (Shdr) *
sections_of (const struct elf *elf)
{
  const ElfW (Ehdr) *header = elf->header;
  const ElfW (Shdr) *sections
    = elf_table_at (elf, header->e_shoff, header->e_shnum * sizeof *sections);
  return sections && header->e_shstrndx < header->e_shnum ? sections : NULL;
}

/* Completes ELF, whose data are known.  */
static void
look_at (struct elf *elf)
{
  elf->header = header_of (elf);
  elf->is_native = elf->header && elf->header->e_machine == OWN_MACHINE;
  elf->sections = elf->header ? sections_of (elf) : NULL;
}

/* Returns the vdso of this process.  The kernel does not say how large it is,
   but the table of sections is the last thing in it.  */
struct elf
own_vdso (void)
{
  const ElfW (Ehdr) *header = (const void *) getauxval (AT_SYSINFO_EHDR);
  struct elf elf = { 0 };
  if (header)
    {
      elf.data = (const unsigned char *) header;
      elf.size = header->e_shoff + header->e_shnum * sizeof (ElfW (Shdr));
      look_at (&elf);
    }
  return elf;
}

struct elf
open_elf (const char *path)
{
  struct elf elf = { 0 };
  struct stat st;
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return elf;
  if (!fstat (fd, &st) && S_ISREG (st.st_mode) && st.st_size > 0)
    {
      void *data = mmap (NULL, (size_t) st.st_size, PROT_READ, MAP_PRIVATE,
			 fd, 0);
      if (data != MAP_FAILED)
	elf = (struct elf) { .data = data, .size = (size_t) st.st_size };
    }
  close (fd);
  look_at (&elf);
  return elf;
}

void
close_elf (struct elf *elf)
{
  if (elf->data)
    munmap ((void *) elf->data, elf->size);
}

unsigned int
elf_section_count (const struct elf *elf)
{
  return elf->sections ? elf->header->e_shnum : 0;
}

/* Returns the string at OFFSET of the section STRINGS, or "".  */
static const char *
string_in (const struct elf *elf, const ElfW (Shdr) *strings, uint64_t offset)
{
  const char *text = elf_at (elf, strings->sh_offset, strings->sh_size);
  if (!text || offset >= strings->sh_size
      || !memchr (text + offset, '\0', strings->sh_size - offset))
    return "";
  return text + offset;
}

const char *
elf_string (const struct elf *elf, const ElfW (Shdr) *section, uint64_t offset)
{
  return section->sh_link < elf->header->e_shnum
	 ? string_in (elf, &elf->sections[section->sh_link], offset) : "";
}

const char *
elf_section_name (const struct elf *elf, const ElfW (Shdr) *section)
{
  return string_in (elf, &elf->sections[elf->header->e_shstrndx],
		    section->sh_name);
}

const ElfW (Shdr) *
elf_section_called (const struct elf *elf, const char *name)
{
  for (unsigned int i = 0; i < elf_section_count (elf); i++)
    if (!strcmp (elf_section_name (elf, &elf->sections[i]), name))
      return &elf->sections[i];
  return NULL;
}

const ElfW (Phdr) *
elf_segments (const struct elf *elf, size_t *count)
{
  const ElfW (Phdr) *segments
    = elf->header
      ? elf_table_at (elf, elf->header->e_phoff,
		      (uint64_t) elf->header->e_phnum * sizeof *segments)
      : NULL;
  *count = segments ? elf->header->e_phnum : 0;
  return segments;
}

const void *
elf_bytes_at (const struct elf *elf, uint64_t address, uint64_t size)
{
  size_t count;
  const ElfW (Phdr) *segments = elf_segments (elf, &count);
  for (size_t i = 0; i < count; i++)
    {
      uint64_t offset = address - segments[i].p_vaddr;
      if (segments[i].p_type == PT_LOAD && offset < segments[i].p_filesz
	  && size <= segments[i].p_filesz - offset)
	return elf_at (elf, segments[i].p_offset + offset, size);
    }
  return NULL;
}

const ElfW (Phdr) *
elf_segment (const struct elf *elf, unsigned int type)
{
  size_t count;
  const ElfW (Phdr) *segments = elf_segments (elf, &count);
  for (size_t i = 0; i < count; i++)
    if (segments[i].p_type == type)
      return &segments[i];
  return NULL;
}

const unsigned char *
elf_build_id (const struct elf *elf, size_t *size)
{
  size_t count;
  const ElfW (Phdr) *segments = elf_segments (elf, &count);
  const unsigned char *found = NULL;
  for (size_t i = 0; i < count && !found; i++)
    {
      const void *notes
	= segments[i].p_type == PT_NOTE
	  ? elf_at (elf, segments[i].p_offset, segments[i].p_filesz) : NULL;
      if (notes)
	found = gasp_build_id (notes, segments[i].p_filesz, size);
    }
  return found;
}

bool
elf_has_build_id (const struct elf *elf, const char *id)
{
  size_t size = 0;
  const unsigned char *own = elf_build_id (elf, &size);
  OWNED char *text = own ? hexadecimal (own, size) : NULL;
  return text && !strcmp (text, id);
}

const ElfW (Sym) *
elf_symbols (const struct elf *elf, const ElfW (Shdr) *section, size_t *count)
{
  const ElfW (Sym) *symbols
    = section->sh_type == SHT_SYMTAB || section->sh_type == SHT_DYNSYM
      ? elf_table_at (elf, section->sh_offset, section->sh_size) : NULL;
  *count = symbols ? section->sh_size / sizeof *symbols : 0;
  return symbols;
}
