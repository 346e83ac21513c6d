/* pages.c - memory that is not the program's heap.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include "ground/pages.h"
#include "ground/state.h"
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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
gasp_tool_first_pages (void **table, size_t size)
{
  void *there = NULL, *pages = gasp_tool_pages (size);
  if (!pages
      || __atomic_compare_exchange_n (table, &there, pages, false,
				      __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return pages;
  gasp_tool_pages_free (pages, size);
  return there;
}

void
gasp_tool_pages_clear (void *p, size_t size)
{
  uintptr_t page = sysconf (_SC_PAGESIZE), at = (uintptr_t) p;
  uintptr_t first = (at + page - 1) & -page, end = (at + size) & -page;
  /* Pages that are locked in memory cannot be given back.  */
  if (gasp_tool_sandboxed || end <= first
      || madvise ((void *) first, end - first, MADV_DONTNEED))
    {
      memset (p, 0, size);
      return;
    }
  memset (p, 0, first - at);
  memset ((void *) end, 0, at + size - end);
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
