/* maps.c - what map clauses name: see maps.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "device/maps.h"

#include <stdbool.h>
#include <sys/mman.h>

/* Names of a thread, in memory of its own: a program may load this library when
   little static TLS is left.  Others than the first MOST have none.  The first
   OUTER ones are of constructs that have begun.  */
#define MOST 64
struct names
{
  unsigned int count, outer;
  struct name
  {
    const void *address;
    size_t bytes;
    const char *name;
  } all[MOST];
};
static __thread struct names *names
  __attribute__ ((tls_model ("initial-exec")));

static bool
make_room (void)
{
  void *block = mmap (NULL, sizeof *names, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  names = block == MAP_FAILED ? NULL : block;
  return names;
}

void
gasp_omp_maps_forget (void)
{
  if (names)
    munmap (names, sizeof *names);
  names = NULL;
}

void
gasp_omp_maps_add (const void *address, size_t bytes, const char *name)
{
  if ((names || make_room ()) && names->count < MOST)
    names->all[names->count++] = (struct name) { address, bytes, name };
}

unsigned int
gasp_omp_maps_begin (void)
{
  if (!names)
    return 0;
  unsigned int outer = names->outer;
  names->outer = names->count;
  return outer;
}

void
gasp_omp_maps_end (unsigned int outer)
{
  if (names)
    names->count = names->outer = outer;
}

const char *
gasp_omp_maps_find (const void *address, size_t bytes)
{
  const char *found = NULL;
  for (unsigned int i = names ? names->count : 0; i-- > 0;)
    if (names->all[i].address == address)
      {
	if (names->all[i].bytes == bytes)
	  return names->all[i].name;
	found = found ? found : names->all[i].name;
      }
  return found;
}
