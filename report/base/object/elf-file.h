/* elf-file.h - reads ELF files, with words as long as this machine's.

   SPDX-License-Identifier: Apache-2.0

   Every offset that is read from a file is checked against its size.  */

#pragma once

#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf {
  const unsigned char *data;	/* null: it could not be read */
  size_t size;
  const ElfW (Ehdr) *header;	/* null: it is not of 64 bits where we are, or
				   32 */
  bool is_native;		/* it is for this machine's processor */
  const ElfW (Shdr) *sections;	/* or null */
};

extern struct elf open_elf (const char *path);
extern void close_elf (struct elf *elf);
/* Returns the vdso of this kernel, which is not a file and is never closed.  */
extern struct elf own_vdso (void);

/* Returns SIZE bytes at OFFSET of ELF, or null if it is too short.  */
extern const void *elf_at (const struct elf *elf, uint64_t offset,
			   uint64_t size);
/* Returns what elf_at does, for what has to be aligned as the structs of ELF
   files are.  */
extern const void *elf_table_at (const struct elf *elf, uint64_t offset,
				 uint64_t size);

/* Returns how many sections there are.  */
extern unsigned int elf_section_count (const struct elf *elf);
extern const char *elf_section_name (const struct elf *elf,
				     const ElfW (Shdr) *section);
/* Returns the first section called NAME, or null.  */
extern const ElfW (Shdr) *elf_section_called (const struct elf *elf,
					      const char *name);
/* Returns the segments of ELF, *COUNT; null if there are none.  */
extern const ElfW (Phdr) *elf_segments (const struct elf *elf, size_t *count);
/* Returns SIZE bytes of what is loaded at ADDRESS, as linked, or null.  */
extern const void *elf_bytes_at (const struct elf *elf, uint64_t address,
				 uint64_t size);
/* Returns the first segment of TYPE, or null.  */
extern const ElfW (Phdr)
  * elf_segment (const struct elf *elf, unsigned int type);

/* Returns the build-id of ELF, of *SIZE bytes, or null.  */
extern const unsigned char *elf_build_id (const struct elf *elf, size_t *size);
/* Returns whether ELF has the build ID, in hexadecimal digits.  */
extern bool elf_has_build_id (const struct elf *elf, const char *id);

/* Returns the string at OFFSET of those that SECTION refers to, or "".  */
extern const char *elf_string (const struct elf *elf,
			       const ElfW (Shdr) *section, uint64_t offset);
/* Returns the symbols of SECTION, *COUNT, if it is a table of them; or
   null.  */
extern const ElfW (Sym)
  * elf_symbols (const struct elf *elf, const ElfW (Shdr) * section,
		 size_t *count);
