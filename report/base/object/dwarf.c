/* dwarf.c - load elfutils' libdw.  See dwarf.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/object/dwarf.h"
#include "base/object/debuginfod.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>

struct libdw libdw;

/* Finds the debugging information of MODULE, the file NAMED so, for libdw, as
   dwfl_standard_find_debuginfo does, or what was downloaded of it.  */
static int
find_debuginfo (Dwfl_Module *module, void **user, const char *name,
		uint64_t base, const char *file, const char *link, uint32_t crc,
		char **found)
{
  const unsigned char *id;
  uint64_t address;
  int got = libdw.standard_find_debuginfo (module, user, name, base, file, link,
					   crc, found);
  int size = got < 0 ? libdw.dwfl_module_build_id (module, &id, &address) : 0;
  char *path = size > 0 ? downloaded_debuginfo (name, id, (size_t) size) : NULL;
  if (!path)
    return got;
  free (*found);
  *found = path;
  return open (path, O_RDONLY | O_CLOEXEC);
}

static bool
find_functions (void *library)
{
#define FIND(type, name, parameters) \
  if (!(*(void **) &libdw.name = dlsym (library, #name))) \
    return false;
  LIBDW_FUNCTIONS (FIND)
  libdw.find_elf = dlsym (library, "dwfl_build_id_find_elf");
  *(void **) &libdw.standard_find_debuginfo
    = dlsym (library, "dwfl_standard_find_debuginfo");
  libdw.find_debuginfo = find_debuginfo;
  libdw.section_address = dlsym (library, "dwfl_offline_section_address");
  return libdw.find_elf && libdw.standard_find_debuginfo
	 && libdw.section_address;
}

/* Loads libdw, and returns whether it could.  What it does not find
   itself is looked for among what was downloaded.  */
bool
load_libdw (void)
{
  static bool looked, found;
  if (!looked)
    {
      keep_servers ();
      void *library = dlopen ("libdw.so.1", RTLD_NOW | RTLD_LOCAL);
      found = library && find_functions (library);
      looked = true;
    }
  return found;
}

uint64_t
dwarf_number (Dwarf_Die *die, unsigned int code)
{
  Dwarf_Attribute attribute;
  uint64_t number = 0;
  if (!libdw.dwarf_attr_integrate (die, code, &attribute)
      || libdw.dwarf_formudata (&attribute, &number))
    return 0;
  return number;
}
