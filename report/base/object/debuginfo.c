/* debuginfo.c - find the file with what was stripped off another one.  See
   debuginfo.h.

   SPDX-License-Identifier: Apache-2.0

   Where gdb looks by default: by build-id below ROOT, and by the name that the
   file has, beside it, in .debug, and below ROOT; then among what was
   downloaded.  A file with another build-id is of another build.  */

#include "base/object/debuginfo.h"
#include "base/object/debuginfod.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

#define ROOT "/usr/lib/debug"

struct build_id { const unsigned char *bytes; size_t size; };

/* Returns the build-id of ELF; of no bytes if it has none.  */
static struct build_id
build_id_of (const struct elf *elf)
{
  size_t size = 0;
  const unsigned char *bytes = elf_build_id (elf, &size);
  return bytes && size >= 2 ? (struct build_id) { bytes, size }
	 : (struct build_id) { NULL, 0 };
}

/* Returns the file PATH, which is freed, if it is of the build ID.  */
static struct elf
open_of_build (char *path, struct build_id id)
{
  struct elf elf = open_elf (path);
  struct build_id own = build_id_of (&elf);
  free (path);
  if (elf.data && elf.sections
      && (!id.size || !own.size
	  || (own.size == id.size && !memcmp (own.bytes, id.bytes, id.size))))
    return elf;
  close_elf (&elf);
  return (struct elf) { .data = NULL };
}

static char *
path_of_build (struct build_id id)
{
  OWNED char *digits = hexadecimal (id.bytes, id.size);
  return print_string (ROOT "/.build-id/%.2s/%s.debug", digits,
		       digits + 2);
}

struct elf
open_debuginfo (const char *path, const struct elf *elf)
{
  struct build_id id = build_id_of (elf);
  struct elf found = { .data = NULL };
  if (id.size)
    found = open_of_build (path_of_build (id), id);
  const ElfW (Shdr) *link = elf_section_called (elf, ".gnu_debuglink");
  const char *name = link ? elf_at (elf, link->sh_offset, link->sh_size) : NULL;
  const char *slash = strrchr (path, '/');
  int length = slash ? (int) (slash - path) : 0;
  if (!slash || !name || !memchr (name, '\0', link->sh_size))
    name = NULL;
  if (!found.data && name)
    found = open_of_build (print_string ("%.*s/%s", length, path, name), id);
  if (!found.data && name)
    found = open_of_build (print_string ("%.*s/.debug/%s", length, path, name),
			   id);
  if (!found.data && name)
    found = open_of_build (print_string (ROOT "%.*s/%s", length, path, name),
			   id);
  char *downloaded = found.data || !id.size ? NULL
		     : downloaded_debuginfo (path, id.bytes, id.size);
  return downloaded ? open_of_build (downloaded, id) : found;
}
