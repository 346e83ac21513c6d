/* access.c - whether what is accessed is there: -fupc-check.

   SPDX-License-Identifier: Apache-2.0

   Compiled code calls this; for library functions, library.c does.  */

#include <stdio.h>
#include "check/check.h"
#include "check/clocks.h"
#include "core/control.h"

/* ---- Messages  */

struct access
{
  struct upc_where where;
  upc_pts_t p;
  uint64_t n;
  bool writes;
};
#define WRONG(access, format, ...)					\
  upc_check_wrong ((access)->where, "%s of %llu bytes " format,		\
		   (access)->writes ? "a write" : "a read",		\
		   (unsigned long long) (access)->n, ##__VA_ARGS__)

#define LONG(x) ((unsigned long long) (x))

static void
no_object (const struct access *a, const struct upc_object *object,
	   int64_t byte, int64_t total, int64_t size)
{
  char element[300];
  upc_show_element (element, sizeof element, object,
		    (byte - (byte < 0 ? size - 1 : 0)) / size);
  WRONG (a, "at %s, which has %lld elements", element,
	 (long long) (total / size));
}

static void
cut_short (const struct access *a, const struct upc_object *object,
	   int64_t index, uint64_t left)
{
  char element[300];
  upc_show_element (element, sizeof element, object, index);
  WRONG (a, "at %s, from where on thread %u has %llu bytes of it", element,
	 upc_pts_thread (a->p), LONG (left));
}

static void
outside_block (const struct access *a, const struct upc_block *block,
	       uint64_t start)
{
  char made[300];
  uint64_t offset = upc_pts_address (a->p) - start, size = block->size;
  bool before = upc_pts_address (a->p) < start, begins = offset < size;
  upc_show_where (made, sizeof made, block->made);
  WRONG (a, "that %s %llu bytes %s what thread %u has of a block of %llu "
	 "bytes, allocated at %s", begins ? "ends" : "begins",
	 LONG (before ? -offset
	       : begins && offset + a->n > size ? offset + a->n - size
	       : begins ? 0 : offset - size),
	 before ? "before" : "behind the end of", upc_pts_thread (a->p),
	 LONG (block->nblocks * block->nbytes), made);
}

static void
freed_block (const struct access *a, const struct upc_block *block)
{
  char made[300], freed[300];
  upc_show_where (made, sizeof made, block->made);
  upc_show_where (freed, sizeof freed, block->freed);
  WRONG (a, "in a block that thread %d has freed at %s; it was allocated at %s",
	 block->thread, freed, made);
}

static void
beside_object (const struct access *a, const struct upc_known *known)
{
  const struct upc_object *object = known->object;
  uint64_t address = upc_pts_address (a->p), end = known->start + known->size;
  bool behind = address >= end;
  WRONG (a, "that begins %llu bytes %s what thread %u has of %s (%s:%d)",
	 LONG (behind ? address - end : known->start - address),
	 behind ? "behind the end of" : "before", upc_pts_thread (a->p),
	 object->name, object->file, object->line);
}

static void
nowhere (const struct access *a)
{
  struct upc_block block;
  uint64_t start;
  bool is_static = upc_pts_address (a->p) < upc_control->heap;
  const struct upc_known *near
    = is_static ? upc_find_object_near (upc_pts_address (a->p)) : NULL;
  if (near)
    beside_object (a, near);
  else if (upc_has_blocks && !is_static
	   && upc_find_block_near (a->p, &block, &start))
    outside_block (a, &block, start);
  else
    WRONG (a, "through a pointer-to-shared that points nowhere (thread %u, "
	   "address 0x%llx)", upc_pts_thread (a->p),
	   LONG (upc_pts_address (a->p)));
}

/* ---- Where it is  */

/* Returns the index of the byte at OFFSET of THREAD's part, where blocks have
   NBYTES.  */
static int64_t
byte_in (int64_t offset, int64_t nbytes, unsigned thread)
{
  int64_t row = offset / nbytes - (offset % nbytes < 0);
  return (row * THREADS + thread) * nbytes + (offset - row * nbytes);
}

/* Does what check_object does for one whose TOTAL does not end with a row, or
   that is wrong.  */
static bool __attribute__ ((noinline))
check_object_closely (const struct access *a, const struct upc_known *known,
		      int64_t total)
{
  const struct upc_object *object = known->object;
  int64_t offset = upc_pts_address (a->p) - known->start;
  int64_t byte = byte_in (offset, object->nbytes, upc_pts_thread (a->p));
  int64_t size = object->element + !object->element;
  if (total < 0)
    total = -total * THREADS;
  if (total == 0)
    total = (object->nblocks < 0 ? -object->nblocks * THREADS : object->nblocks)
	    * object->nbytes;
  if (object->nblocks == 1)
    byte = offset + upc_pts_thread (a->p) * total;
  bool begins = offset >= 0 && (uint64_t) offset < known->size && byte < total;
  if (begins && (uint64_t) offset + a->n <= known->size)
    return true;
  if (begins)
    cut_short (a, object, byte / size, known->size - offset);
  else
    no_object (a, object, byte, total, size);
  return false;
}

/* Checks an access to KNOWN, which has TOTAL bytes by its type, or, below 0,
   for each thread.  Returns whether it is right.  */
static inline bool
check_object (const struct access *a, const struct upc_known *known,
	      int64_t total)
{
  uint64_t end = upc_pts_address (a->p) - known->start + a->n;
  bool all = -total == (int64_t) known->size;
  return ((end >= a->n && end <= (all ? known->size : known->whole))
	  || check_object_closely (a, known, total));
}

/* Checks an access against its block.  Where a pointer counts as the block was
   allocated, how many blocks there are counts; else only what is there in
   memory.  */
static bool
check_block (const struct access *a, uint64_t block_bytes)
{
  struct upc_block block;
  uint64_t start;
  int found = upc_find_block (a->p, &block, &start);
  if (found < 0)
    return true;
  if (found == 0)
    {
      nowhere (a);
      return false;
    }
  if (block.kind == UPC_BLOCK_FREED)
    {
      freed_block (a, &block);
      return false;
    }
  uint64_t offset = upc_pts_address (a->p) - start;
  bool right = offset + a->n <= block.size;
  if (right && block_bytes == block.nbytes && block.nblocks > 1)
    right = byte_in (offset, block.nbytes, upc_pts_thread (a->p))
	    < (int64_t) (block.nblocks * block.nbytes);
  if (!right)
    outside_block (a, &block, start);
  return right;
}

/* Checks an access that is not to an object by its name.  */
static bool
check_place (const struct access *a, uint64_t block_bytes)
{
  uint64_t address = upc_pts_address (a->p);
  if (address >= upc_control->heap && upc_has_blocks)
    return check_block (a, block_bytes);
  if (address >= upc_control->heap && address + a->n <= upc_control->part_end)
    return true;
  const struct upc_known *known = upc_find_object (address);
  if (known)
    return check_object (a, known, 0);
  nowhere (a);
  return false;
}

/* Checks the parts of the pointer; BLOCK is how many elements a block has by
   its type, or 0.  */
static bool
check_pointer (const struct access *a, uint64_t block)
{
  enum { NEAR = 64 };
  unsigned thread = upc_pts_thread (a->p);
  uint64_t address = upc_pts_address (a->p);
  if (address < UPC_FIRST_ADDRESS && address + NEAR >= UPC_FIRST_ADDRESS
      && upc_find_object_near (address))
    beside_object (a, upc_find_object_near (address));
  else if (address && address < UPC_FIRST_ADDRESS)
    WRONG (a, "%llu bytes behind a null pointer-to-shared, as members and "
	   "elements are", LONG (address));
  else if (!address)
    WRONG (a, "through a null pointer-to-shared%s",
	   a->p ? ", which was moved" : "");
  else if (thread >= (unsigned) THREADS)
    WRONG (a, "through a pointer-to-shared that is to thread %u of %d", thread,
	   THREADS);
  else if (block && upc_pts_phase (a->p) >= block)
    WRONG (a, "through a pointer-to-shared of phase %u, but its blocks have "
	   "%llu elements", upc_pts_phase (a->p), LONG (block));
  else
    return true;
  return false;
}

/* Returns whether A is in the object with PROXY, which has TOTAL bytes, as in
   gasp-upc-check.h; not if that is not known.  */
static inline bool
is_inside (const struct access *a, uint64_t how, const char *proxy,
	   int64_t total)
{
  uint64_t at = upc_pts_place (a->p) - ((uint64_t) proxy - __upc_origin);
  if (total < 0)
    return (!(how >> UPC_CHECK_BLOCK_SHIFT)
	    && upc_pts_address (at) + a->n <= -(uint64_t) total);
  return how & UPC_CHECK_ONE_BLOCK && at <= (uint64_t) total - a->n;
}

/* Checks an access to the object with PROXY, of whose TOTAL a declaration may
   be wrong.  */
static inline bool
check_named (const struct access *a, uint64_t how, const char *proxy,
	     int64_t total)
{
  static struct { const char *proxy; int64_t total; } sure[64];
  unsigned i = ((uint64_t) proxy >> 4 ^ (uint64_t) proxy >> 10) % 64;
  if (sure[i].proxy == proxy && sure[i].total == total
      && is_inside (a, how, proxy, total))
    return true;
  const struct upc_known *known
    = upc_find_object ((uint64_t) proxy - __upc_origin);
  if (known && (uint64_t) (total < 0 ? -total : total) == known->size)
    sure[i].proxy = proxy, sure[i].total = total;
  return !known || check_object (a, known, total);
}

static void
synchronise (upc_pts_t p, bool writes)
{
  if (writes)
    {
      upc_order_acquire_at (p);
      upc_order_release_at (p);
    }
}

/* Returns the bytes from BYTE on, of a word, that N are.  */
static inline unsigned
bytes_of (unsigned byte, size_t n)
{
  return ((1 << n) - 1) << byte;
}

/* Returns whether the N bytes at P are still there, since they have been
   accessed after the last time that something was freed.  */
static inline bool
is_still_there (upc_pts_t p, size_t n)
{
  uint64_t place = upc_pts_place (p), word = place / 8;
  if (place % 8 + n > 8 || word >= upc_log.__words)
    return false;
  uint32_t stamp = upc_log.__stamps[word];
  return stamp >= upc_log.__valid && !(bytes_of (place % 8, n) & ~stamp);
}

/* Notes that N bytes at P have been checked, where no races are looked for:
   what compiled code notes is of no use.  */
static void
stamp (upc_pts_t p, uint64_t how, size_t n, struct __upc_check_site *site)
{
  uint64_t place = upc_pts_place (p);
  site->__cell = 1;
  upc_log.__count = 0;
  if (!(how & UPC_CHECK_STRICT) && place % 8 + n <= 8)
    upc_stamp (place / 8, bytes_of (place % 8, n), how & UPC_CHECK_WRITE);
}

static inline size_t
size_in (uint64_t how)
{
  return how << (64 - UPC_CHECK_BLOCK_SHIFT) >> (64 - UPC_CHECK_BLOCK_SHIFT
						 + UPC_CHECK_SIZE_SHIFT);
}

/* Notes that the thread accesses N bytes at P.  */
static inline void
note_access (upc_pts_t p, uint64_t how, size_t n, struct __upc_check_site *site)
{
  uint64_t place = upc_pts_place (p);
  unsigned byte = place % 8;
  if (!upc_racing)
    stamp (p, how, n, site);
  else if (!(how & UPC_CHECK_STRICT) && byte + n <= 8)
    upc_race_word (place / 8, bytes_of (byte, n), how, site);
  else
    upc_race_access (p, n, how, upc_where_of (site));
}

void
__upc_check_closely (upc_pts_t p, uint64_t how, const char *proxy,
		     int64_t total, struct __upc_check_site *site)
{
  uint64_t block = how >> UPC_CHECK_BLOCK_SHIFT;
  struct access a = {
    upc_where_of (site), p, size_in (how), how & UPC_CHECK_WRITE
  };
  if (unlikely (!upc_checks))
    return;
  bool right = proxy ? check_named (&a, how, proxy, total)
	       : check_pointer (&a, block)
		 && (is_still_there (p, a.n) || check_place (&a, block * a.n));
  if (right)
    note_access (p, how, a.n, site);
  if (unlikely (how & UPC_CHECK_STRICT) && upc_racing)
    synchronise (p, a.writes);
}

/* Returns whether all N bytes at P are in a block that has not been freed, in
   blocks of BLOCK_BYTES by the type of the pointer.  */
static bool
are_in_block (upc_pts_t p, uint64_t n, uint64_t block_bytes)
{
  struct upc_block block;
  uint64_t start;
  if (!upc_has_blocks || upc_pts_address (p) < upc_control->heap
      || upc_find_block (p, &block, &start) <= 0
      || block.kind == UPC_BLOCK_FREED)
    return false;
  uint64_t end = upc_pts_address (p) - start + n;
  return (end <= block.size
	  && (block_bytes != block.nbytes || block.nblocks <= 1
	      || byte_in (end - 1, block.nbytes, upc_pts_thread (p))
		 < (int64_t) (block.nblocks * block.nbytes)));
}

/* Returns whether all N bytes at P are in OBJECT, which has TOTAL bytes.  */
static bool
are_in_object (upc_pts_t p, uint64_t n, upc_pts_t object, int64_t total)
{
  const struct upc_known *known = upc_find_object (object);
  if (!known)
    return false;
  uint64_t at = upc_pts_address (p) - known->start;
  if (known->object->nblocks == 1)
    return (upc_pts_thread (p) == 0 && total == (int64_t) known->size
	    && at + n >= n && at + n <= known->size);
  return (at + n >= n
	  && at + n <= (-total == (int64_t) known->size ? known->size
			: known->whole));
}

void
__upc_check_run (upc_pts_t p, int64_t count, int64_t pace, uint64_t how,
		 upc_pts_t object, int64_t total, struct __upc_check_site *site)
{
  uint64_t size = size_in (how), n = count * size;
  if (!upc_checks || count <= 0)
    return;
  upc_pts_t first = pace < 0 ? p + (count - 1) * pace : p;
  if ((pace == (int64_t) size || pace == -(int64_t) size)
      && upc_pts_thread (first) < (unsigned) THREADS
      && (object ? are_in_object (first, n, object, total)
	  : are_in_block (first, n, (how >> UPC_CHECK_BLOCK_SHIFT) * size)))
    {
      if (upc_racing)
	upc_race_access (first, n, how, upc_where_of (site));
      return;
    }
  const char *proxy = object ? (char *) (object + __upc_origin) : NULL;
  for (int64_t i = 0; i < count; i++)
    __upc_check_access (p + i * pace, how, proxy, total, site);
}

void
__upc_check_strict_read (upc_pts_t p)
{
  UPC_ORDER (acquire_at (p));
}

void
__upc_check_cast (upc_pts_t p, const struct __upc_check_site *site)
{
  if (!upc_checks || !p || upc_pts_mine (p))
    return;
  upc_check_wrong (upc_where_of (site), "a pointer-to-shared to memory of "
		   "thread %u becomes a private pointer in thread %d",
		   upc_pts_thread (p), MYTHREAD);
}

bool
upc_is_there (struct upc_where where, upc_pts_t p, size_t n, bool writes)
{
  struct access a = { where, p, n, writes };
  return check_pointer (&a, 0) && check_place (&a, 0);
}
