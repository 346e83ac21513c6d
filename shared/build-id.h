/* build-id.h - finds the build-id among the notes of an ELF file or module.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <elf.h>
#include <link.h>
#include <string.h>

/* Returns the build-id among NOTES, of SIZE bytes; its length in *LENGTH.  Null
   if it is missing.  */
static inline const unsigned char *
gasp_build_id (const void *notes, size_t size, size_t *length)
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
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof "GNU"
	  && !memcmp (at + sizeof note, "GNU", sizeof "GNU"))
	return (const unsigned char *) at + sizeof note + name;
      at += all;
      size -= all;
    }
  return NULL;
}
