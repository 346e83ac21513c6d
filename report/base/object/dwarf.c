/* dwarf.c - load elfutils' libdw.  See dwarf.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/object/dwarf.h"

#include <dlfcn.h>
#include <stdlib.h>

struct libdw libdw;

static bool
find_functions (void *library)
{
#define FIND(type, name, parameters) \
  if (!(*(void **) &libdw.name = dlsym (library, #name))) \
    return false;
  LIBDW_FUNCTIONS (FIND)
  libdw.find_elf = dlsym (library, "dwfl_build_id_find_elf");
  libdw.find_debuginfo = dlsym (library, "dwfl_standard_find_debuginfo");
  libdw.section_address = dlsym (library, "dwfl_offline_section_address");
  return libdw.find_elf && libdw.find_debuginfo && libdw.section_address;
}

/* Loads libdw, and returns whether it could.  Debug information is used that
   is at hand: a report does not download.  */
bool
load_libdw (void)
{
  static bool looked, found;
  if (!looked)
    {
      unsetenv ("DEBUGINFOD_URLS");
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
