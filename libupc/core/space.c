/* space.c - map shared space, and the other memory that the processes share.

   SPDX-License-Identifier: Apache-2.0

   Each thread's part begins 16 GiB after the one before it, and as much of it
   is mapped as its static objects and its heap may need.  Memory is used only
   when it is touched; mapped memory has no name anywhere, so that nothing can
   be left behind.  The rest is reserved, so that a stray pointer-to-shared
   meets no other memory, unless address space is limited, or there are so many
   threads that the kernel would be busy with copying mappings from process to
   process.  */

#include <errno.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <stdlib.h>
#include <unistd.h>
#include "core/control.h"

/* More are not worth a mapping each.  */
#define MANY_THREADS 32

#define MIB (UINT64_C (1) << 20)
/* Heaps of the default size have at least this, however little room there
   is.  */
#define LEAST_HEAP (1 * MIB)
/* Valgrind keeps books on all that is mapped.  */
#define VALGRIND_HEAP (128 * MIB)

uint64_t
upc_page_up (uint64_t size)
{
  uint64_t page = sysconf (_SC_PAGESIZE);
  return (size + page - 1) & -page;
}

/* How many parts are mapped here; the file that they are in, where the
   processes are not each other's children, and where in it the first
   begins.  */
static struct
{
  int count;
  int file;			/* or -1 */
  uint64_t offset;
} near = { 0, -1, 0 };

static void *
map_shared (void *place, uint64_t size, int flags)
{
  return mmap (place, size, PROT_READ | PROT_WRITE,
	       MAP_SHARED | MAP_NORESERVE | MAP_ANONYMOUS | flags, -1, 0);
}

static void *
map_part (char *place, int number, uint64_t part, int flags)
{
  if (near.file < 0)
    return map_shared (place, part, flags);
  return mmap (place, part, PROT_READ | PROT_WRITE,
	       MAP_SHARED | MAP_NORESERVE | flags, near.file,
	       near.offset + number * part);
}

void *
upc_map_shared (uint64_t size)
{
  void *memory = map_shared (NULL, upc_page_up (size), 0);
  return memory == MAP_FAILED ? NULL : memory;
}

uint64_t
upc_physical_memory (void)
{
  return (uint64_t) sysconf (_SC_PHYS_PAGES) * sysconf (_SC_PAGESIZE);
}

static uint64_t
least (uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

static bool
is_under_valgrind (void)
{
  const char *preloaded = getenv ("LD_PRELOAD");
  return preloaded && strstr (preloaded, "/vgpreload_");
}

/* Returns the default size of a part: the memory of the machine, but together
   at most half of the address space that the process may have.  */
static uint64_t
default_heap (uint64_t static_size)
{
  uint64_t heap = least (upc_physical_memory (), UPC_MAX_PART - static_size);
  struct rlimit limit;
  if (is_under_valgrind ())
    heap = least (heap, VALGRIND_HEAP);
  if (getrlimit (RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    heap = least (heap, limit.rlim_cur / 2 / near.count);
  return upc_page_up (heap < LEAST_HEAP ? LEAST_HEAP : heap - LEAST_HEAP);
}

/* ---- Where  */

static uint64_t
span (void)
{
  return (uint64_t) near.count << UPC_ADDRESS_BITS;
}

static bool
map_parts_at (char *base, uint64_t part, int flags)
{
  for (int t = 0; t < near.count; t++)
    {
      char *place = base + ((uint64_t) t << UPC_ADDRESS_BITS);
      if (map_part (place, t, part, flags) == place)
	continue;
      for (int done = 0; done < t; done++)
	munmap (base + ((uint64_t) done << UPC_ADDRESS_BITS), part);
      return false;
    }
  return true;
}

/* Maps all parts and the gaps between them as one mapping.  Returns whether it
   could.  */
static bool
map_as_one (void)
{
  void *all = near.file < 0 ? map_shared (NULL, span (), 0) : MAP_FAILED;
  if (all == MAP_FAILED)
    return false;
  __upc_base = all;
  return true;
}

/* Maps the parts in a reservation; the kernel knows best where there is room.
   Returns whether it could.  */
static bool
map_reserved (uint64_t part)
{
  void *all = mmap (NULL, span (), PROT_NONE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED)
    return false;
  __upc_base = all;
  if (map_parts_at (__upc_base, part, MAP_FIXED))
    return true;
  munmap (all, span ());
  return false;
}

/* Maps the parts without a reservation, in one of several places that are
   likely to be free.  Returns whether it could.  */
static bool
map_unreserved (uint64_t part)
{
  for (uint64_t at = UINT64_C (1) << 44; at < UINT64_C (3) << 45; at += at / 2)
    {
      __upc_base = (char *) (at & -UPC_MAX_PART);
      if (map_parts_at (__upc_base, part, MAP_FIXED_NOREPLACE))
	return true;
    }
  return false;
}

static bool
map_parts (uint64_t part)
{
  return ((near.count > MANY_THREADS && !is_under_valgrind () && map_as_one ())
	  || map_reserved (part) || map_unreserved (part));
}

/* ---- How much  */

static void __attribute__ ((noreturn))
no_room (uint64_t static_size, uint64_t heap)
{
  upc_fatal ("there is no room for the shared space of %d threads with %llu "
	     "bytes of static objects and %llu bytes of heap each (%s); see "
	     "-fupc-heap-N, UPC_SHARED_HEAP_SIZE, -n N and ulimit -v",
	     near.count, (unsigned long long) static_size,
	     (unsigned long long) heap, strerror (errno));
}

static uint64_t
wanted_heap (uint64_t static_size)
{
  uint64_t heap = upc_page_up (upc_settings.heap);
  if (!heap)
    heap = default_heap (static_size);
  return least (heap, UPC_MAX_PART - static_size);
}

/* Returns the size of a part.  */
static uint64_t
map_wanted (uint64_t static_size)
{
  uint64_t heap = wanted_heap (static_size);
  while (!map_parts (static_size + heap))
    {
      if (upc_settings.heap || heap < 2 * LEAST_HEAP)
	no_room (static_size, heap);
      heap = upc_page_up (heap / 2);
    }
  return static_size + heap;
}

uint64_t
upc_static_part (uint64_t static_size)
{
  static_size = upc_page_up (UPC_FIRST_ADDRESS + static_size);
  if (static_size >= UPC_MAX_PART)
    no_room (static_size, upc_settings.heap);
  return static_size;
}

uint64_t
upc_wanted_part (uint64_t static_part, int count)
{
  near.count = count;
  return static_part + wanted_heap (static_part);
}

void
upc_map_file (int file, uint64_t offset, int first, uint64_t part)
{
  near.file = file;
  near.offset = offset;
  if (!map_parts (part))
    no_room (0, part);
  __upc_base -= (uint64_t) first << UPC_ADDRESS_BITS;
}

void
upc_map_space (uint64_t static_size)
{
  uint64_t size = sizeof (struct upc_control)
		  + upc_settings.threads * sizeof (struct upc_thread);
  near.count = upc_settings.threads;
  upc_control = map_shared (NULL, upc_page_up (size), 0);
  static_size = upc_static_part (static_size);
  if (upc_control == MAP_FAILED)
    no_room (static_size, upc_settings.heap);
  upc_control->count = upc_settings.threads;
  upc_control->heap = upc_control->heap_top = static_size;
  upc_control->part_end = map_wanted (static_size);
  upc_control->budget = upc_settings.heap ? UINT64_MAX : upc_physical_memory ();
}
