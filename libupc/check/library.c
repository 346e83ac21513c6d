/* library.c - what library functions do with shared space: -fupc-check.

   SPDX-License-Identifier: Apache-2.0

   The rest of libupc calls this by a table, as it does what begins and ends the
   checks.  Before this, core/checks.h; after it, access.c.  */

#include <stdio.h>
#include "check/check.h"
#include "check/clocks.h"
#include "core/control.h"

#define LONG(x) ((unsigned long long) (x))

static void
prepare (void)
{
  /* Elsewhere this process does not make the threads.  */
  if (upc_settings.conduit->count)
    return;
  upc_reports_prepare ();
  upc_together_prepare ();
  upc_blocks_prepare ();
  upc_races_prepare ();
}

static void
begin (const struct upc_image *image)
{
  if (upc_settings.conduit->count && THREADS > 1 && MYTHREAD == 0)
    upc_message ("-fupc-check: data races, and blocks of the heaps, are not "
		 "seen between processes that MPI made, but where the program "
		 "runs without mpirun");
  upc_objects_prepare (image);
  if (upc_racing)
    upc_clocks_begin ();
  if (upc_racing || THREADS == 1)
    upc_stamps_begin ();
}

static int
exit_status (int status)
{
  enum { RACES = 66 };
  return status == 0 && upc_races_found () ? RACES : status;
}

/* ---- Library functions  */

/* Returns where the program called FUNCTION: in a twin that raises events, its
   place is known.  */
struct upc_where
upc_called_at (const char *function, const void *caller)
{
  if (upc_place)
    return (struct upc_where) {
      upc_place->file,
      (uint64_t) upc_place->line << 32 | (unsigned) upc_place->column
    };
  if (upc_check_caller)
    caller = upc_check_caller;
  return (struct upc_where) { function, (uint64_t) caller | UPC_WHERE_CALLED };
}

static void
check_range (const char *function, const void *caller, upc_pts_t p, size_t n,
	     bool writes)
{
  struct upc_where where = upc_called_at (function, caller);
  if (n && upc_is_there (where, p, n, writes) && upc_racing)
    upc_race_access (p, n, writes, where);
}

/* Checks that as a strict access, as two of these are not a race either.  */
static void
check_atomic (const char *function, const void *caller, upc_pts_t p,
	      size_t n, bool writes)
{
  struct upc_where where = upc_called_at (function, caller);
  if (upc_is_there (where, p, n, writes) && upc_racing)
    upc_race_access (p, n, writes | UPC_CHECK_STRICT, where);
}

static void
check_transfer (const char *function, const void *caller, upc_pts_t p,
		size_t n, bool writes)
{
  struct upc_where where = upc_called_at (function, caller);
  if (n && upc_is_there (where, p, n, writes) && upc_racing)
    upc_race_transfer (p, n, writes, where);
}

static void
check_collective (const char *function, const void *caller, int flags,
		  const struct upc_part *parts, int count)
{
  struct upc_where where = upc_called_at (function, caller);
  for (int i = 0; i < count; i++)
    if (parts[i].n
	&& !upc_is_there (where, parts[i].p, parts[i].n, parts[i].writes))
      return;
  if (upc_racing)
    upc_collective_begins (where, flags, parts, count);
}

static void
check_apart (const char *function, const void *caller, upc_pts_t dst,
	     size_t dst_n, upc_pts_t src, size_t src_n)
{
  char place[300];
  upc_pts_t d = upc_pts_place (dst), s = upc_pts_place (src);
  if (!dst_n || !src_n || d + dst_n <= s || s + src_n <= d)
    return;
  upc_show_place (place, sizeof place, d);
  upc_check_wrong (upc_called_at (function, caller), "\"src\" and \"dst\" "
		   "overlap, in %llu bytes on thread %u: it writes to %s",
		   LONG ((d + dst_n < s + src_n ? d + dst_n : s + src_n)
			 - (d > s ? d : s)), upc_pts_thread (dst), place);
}

static void
note_allocated (const char *function, const void *caller, upc_pts_t p,
		size_t nblocks, size_t nbytes)
{
  bool own = nblocks == 1 && upc_pts_address (p) > upc_control->heap_top;
  struct upc_block block = {
    .size = (own ? 1 : (nblocks + THREADS - 1) / THREADS) * nbytes,
    .nblocks = nblocks, .nbytes = nbytes,
    .made = upc_called_at (function, caller),
    .thread = MYTHREAD
  };
  if (p && upc_has_blocks)
    upc_block_made (p, &block);
}

static void
forget (upc_pts_t p, const struct upc_block *block)
{
  if (!upc_racing)
    return;
  if (block->nblocks == 1)
    upc_race_forget (p, block->size);
  else
    for (int t = 0; t < THREADS; t++)
      upc_race_forget (upc_pts_on (p, t), block->size);
}

static void
freed_before (struct upc_where where, const struct upc_block *block)
{
  char freed[300];
  upc_show_where (freed, sizeof freed, block->freed);
  upc_check_wrong (where, "thread %d has freed the memory before, at %s",
		   block->thread, freed);
}

static void
note_freed (const char *function, const void *caller, upc_pts_t p)
{
  struct upc_where where = upc_called_at (function, caller);
  struct upc_block block = { .size = 0 };
  uint64_t start = 0;
  if (!p || !upc_has_blocks)
    return;
  int found = upc_pts_thread (p) < (unsigned) THREADS
	      ? upc_find_block (p, &block, &start) : 0;
  if (found < 0)
    return;
  if (!found)
    upc_check_wrong (where, "the pointer (thread %u, address 0x%llx) is none "
		     "that was allocated", upc_pts_thread (p),
		     LONG (upc_pts_address (p)));
  else if (block.kind == UPC_BLOCK_FREED)
    freed_before (where, &block);
  else if (upc_pts_address (p) != start || upc_pts_phase (p))
    upc_check_wrong (where, "the pointer is %llu bytes behind where the memory "
		     "begins", LONG (upc_pts_address (p) - start));
  else if (block.kind == UPC_BLOCK_LOCK)
    upc_check_wrong (where, "the pointer is to a lock, which upc_lock_free "
		     "frees");
  else
    {
      forget (p, &block);
      upc_block_changed (p, UPC_BLOCK_FREED, where);
      upc_stamps_next ();
    }
}

static void
note_lock_made (upc_pts_t p)
{
  if (p && upc_has_blocks)
    upc_block_changed (p, UPC_BLOCK_LOCK, (struct upc_where) { NULL, 0 });
}

static void
note_lock_freed (upc_pts_t p)
{
  if (upc_has_blocks)
    upc_block_changed (p, UPC_BLOCK_USED, (struct upc_where) { NULL, 0 });
}

/* ---- What the rest of the library calls  */

static const struct upc_checks checks = {
  prepare, begin, exit_status, check_range, check_atomic, check_transfer,
  upc_check_transferred, check_collective, upc_check_collective_done,
  check_apart, upc_check_together, note_allocated, note_freed, note_lock_made,
  note_lock_freed,
  upc_order_release, upc_order_acquire,
  upc_order_release_at, upc_order_acquire_at, upc_order_arrive, upc_order_leave
};

void
__upc_check_start (void)
{
  upc_checks = &checks;
}
