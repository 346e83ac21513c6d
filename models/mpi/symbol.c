/* symbol.c - functions and variables of the MPI that the program has loaded.

   SPDX-License-Identifier: Apache-2.0  */

#include "wrap.h"
#include <dlfcn.h>

void *
gasp_mpi_symbol (const char *name)
{
  static struct { const char *name; void *handle; } libraries[] = {
    { "libmpi.so.40", NULL }, { "libmpi_mpifh.so.40", NULL },
    { "libmpi_usempif08.so.40", NULL },
    { "libmpi.so.12", NULL }, { "libmpich.so.12", NULL },
    { "libmpifort.so.12", NULL }, { "libmpichfort.so.12", NULL }
  };
  void *found = dlsym (RTLD_DEFAULT, name);
  for (size_t i = 0; !found && i < sizeof libraries / sizeof *libraries; i++)
    {
      if (!libraries[i].handle)
	libraries[i].handle = dlopen (libraries[i].name,
				      RTLD_LAZY | RTLD_NOLOAD);
      if (libraries[i].handle)
	found = dlsym (libraries[i].handle, name);
    }
  return found;
}
