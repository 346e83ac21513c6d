/* pages.c - memory that is not the program's heap.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include "pages.h"
#include "state.h"
#include <sys/mman.h>

void *
gasp_tool_pages (size_t size)
{
  if (gasp_tool_sandboxed)
    return NULL;
  void *pages = mmap (NULL, size, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return pages == MAP_FAILED ? NULL : pages;
}

void
gasp_tool_pages_free (void *pages, size_t size)
{
  if (!gasp_tool_sandboxed)
    munmap (pages, size);
}

void *
gasp_tool_pages_double (void *pages, size_t element, unsigned int *count)
{
  size_t size = element * *count;
  if (gasp_tool_sandboxed)
    return NULL;
  void *more = mremap (pages, size, 2 * size, MREMAP_MAYMOVE);
  if (more == MAP_FAILED)
    return NULL;
  *count *= 2;
  return more;
}
