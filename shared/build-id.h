/* build-id.h - finds notes of an ELF file or module, and modules by addresses.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Returns the note of TYPE by OWNER, of four characters with its zeros, among
   NOTES, of SIZE bytes; its length in *LENGTH.  Null if it is missing.  */
static inline const unsigned char *
gasp_find_note (const void *notes, size_t size, const char owner[4],
		unsigned int type, size_t *length)
{
  const size_t alignment = 3;
  const char *at = (const char *) notes;
  ElfW (Nhdr) note;
  while (size >= sizeof note)
    {
      memcpy (&note, at, sizeof note);
      size_t name = ((size_t) note.n_namesz + alignment) & ~alignment;
      size_t all = sizeof note + name
		   + (((size_t) note.n_descsz + alignment) & ~alignment);
      if (all > size)
	return NULL;
      *length = note.n_descsz;
      if (note.n_type == type && note.n_namesz == 4
	  && !memcmp (at + sizeof note, owner, 4))
	return (const unsigned char *) at + sizeof note + name;
      at += all;
      size -= all;
    }
  return NULL;
}

/* Returns the build-id among NOTES, likewise.  */
static inline const unsigned char *
gasp_build_id (const void *notes, size_t size, size_t *length)
{
  return gasp_find_note (notes, size, "GNU", NT_GNU_BUILD_ID, length);
}

#ifdef __USE_GNU		/* link.h has dl_phdr_info */

/* Returns whether ADDRESS is in the module of INFO.  */
static inline bool
gasp_module_has (const struct dl_phdr_info *info, uintptr_t address)
{
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *p = &info->dlpi_phdr[i];
      if (p->p_type == PT_LOAD
	  && address - (info->dlpi_addr + p->p_vaddr) < p->p_memsz)
	return true;
    }
  return false;
}

#endif
