/* linked.c - the layer as a part of a static program: see ../linked.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "linked.h"
#include "gasp_provider.h"

#include <stddef.h>

/* Returns null: a tool that is linked in is found by reference (tool.c).  */
void *
gasp_omp_symbol (void *library, const char *name)
{
  (void) library, (void) name;
  return NULL;
}

void *
gasp_omp_open (const char *file)
{
  (void) file;
  return NULL;
}

void
gasp_omp_close (void *library)
{
  (void) library;
}

const char *
gasp_omp_open_error (void)
{
  return "a static program loads no tools";
}

/* Returns whether libgasp is linked in: it names its tool when it has
   begun.  */
bool
gasp_omp_gasp_expected (void)
{
  return gasp_gcc_event_at != NULL;
}
