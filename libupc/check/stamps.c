/* stamps.c - which accesses need not be checked again.

   SPDX-License-Identifier: Apache-2.0

   What a thread does again between two of its synchronisations brings nothing
   new: the memory is still there, and the race, if it is one, has been seen.
   Compiled code looks that up (libupc/prelude/gasp-upc-check.h), in memory that
   each thread has of its own.  */

#include <sys/mman.h>
#include "check/check.h"
#include "core/control.h"

uint32_t *__upc_check_stamps;
uint64_t __upc_check_words;
uint32_t __upc_check_now = 1 << UPC_STAMP_TIME;
uint32_t upc_stamps_valid = 1 << UPC_STAMP_TIME;

static uint64_t
span (void)
{
  return (uint64_t) THREADS << UPC_ADDRESS_BITS;
}

/* Makes room for stamps; without them, all is checked each time.  */
void
upc_stamps_begin (void)
{
  void *memory = mmap (NULL, span () / 8 * sizeof *__upc_check_stamps,
		       PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_NORESERVE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return;
  __upc_check_stamps = memory;
  __upc_check_words = span () / 8;
}

static void
start_anew (void)
{
  upc_stamps_valid = __upc_check_now = 1 << UPC_STAMP_TIME;
  madvise (__upc_check_stamps, __upc_check_words * sizeof *__upc_check_stamps,
	   MADV_DONTNEED);
}

void
upc_stamps_next (void)
{
  static uint32_t freed;
  __upc_check_now += 1 << UPC_STAMP_TIME;
  if (!__upc_check_now)
    start_anew ();
  uint32_t now_freed = upc_blocks_freed ();
  if (now_freed != freed)
    upc_stamps_valid = __upc_check_now;
  freed = now_freed;
}
