/* stamps.c - which accesses need not be checked again.

   SPDX-License-Identifier: Apache-2.0

   What a thread does again between two of its synchronisations brings nothing
   new: the memory is still there, and the race, if it is one, has been seen.
   Compiled code looks that up (libupc/prelude/gasp-upc-check.h), in memory that
   each thread has of its own.  */

#include <sys/mman.h>
#include "check/check.h"

#if __has_include (<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#define ALONE &__libc_single_threaded
#else
#define ALONE ""
#endif

struct __upc_check_log __upc_check_log = {
  .__now = 1 << UPC_STAMP_TIME, .__valid = 1 << UPC_STAMP_TIME, .__alone = ALONE
};

static uint64_t
span (void)
{
  return (uint64_t) THREADS << UPC_ADDRESS_BITS;
}

/* Makes room for stamps; without them, all is checked each time.  */
void
upc_stamps_begin (void)
{
  void *memory = mmap (NULL, span () / 8 * sizeof *upc_log.__stamps,
		       PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_NORESERVE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return;
  upc_log.__stamps = memory;
  upc_log.__words = span () / 8;
  upc_log.__limit = upc_racing ? 0 : __UPC_CHECK_NOTED;
}

static void
start_anew (void)
{
  upc_log.__valid = upc_log.__now = 1 << UPC_STAMP_TIME;
  madvise (upc_log.__stamps, upc_log.__words * sizeof *upc_log.__stamps,
	   MADV_DONTNEED);
}

void
upc_stamps_next (void)
{
  static uint32_t freed;
  upc_log.__now += 1 << UPC_STAMP_TIME;
  if (!upc_log.__now)
    start_anew ();
  uint32_t now_freed = upc_blocks_freed ();
  if (now_freed != freed)
    upc_log.__valid = upc_log.__now;
  freed = now_freed;
}
