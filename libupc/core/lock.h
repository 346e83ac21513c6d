/* lock.h - a lock, between lock.c, smp-lock.c and queue-lock.c.

   SPDX-License-Identifier: Apache-2.0

   It is in the own heap of the thread that allocated it.  */

#ifndef UPC_LOCK_H
#define UPC_LOCK_H

#include "core/control.h"

struct upc_lock
{
  uint32_t holder;		/* its number + 1, or 0 */
  struct upc_mutex mutex;	/* smp-lock.c */
  uint32_t barred;		/* how many threads bar newcomers */
  uint32_t sleepers;		/* newcomers that are barred */
  struct upc_queue queue;	/* queue-lock.c */
  uint64_t mark;
};
#define UPC_LOCK_MARK UINT64_C (0x6b636f6c5f637075)

/* What upc_serve_lock_take and upc_serve_lock_give return.  */
enum upc_lock_answer
{
  UPC_LOCK_DONE,
  UPC_LOCK_HELD,		/* by another; if it was to be waited for, that
				   begins */
  UPC_LOCK_NOT_HELD,		/* by anybody */
  UPC_LOCK_HELD_ALREADY,	/* by this thread */
  UPC_NO_LOCK			/* at that address */
};

#pragma GCC visibility push (hidden)

/* Whether P, which is in a part that is here, is a lock.  */
extern bool upc_is_lock (upc_pts_t p);
/* End the program.  */
extern void upc_no_lock (const char *function, upc_pts_t p)
  __attribute__ ((noreturn));
extern void upc_lock_held_already (const char *function)
  __attribute__ ((noreturn));
/* HOLDER as in struct upc_lock.  */
extern void upc_lock_not_held (uint32_t holder) __attribute__ ((noreturn));
/* A thread that has ended unlocks nothing any more.  HOLDER, as in struct
   upc_lock, is to be called again to see whether that is still so.  */
extern void upc_check_holder (uint32_t (*holder) (upc_pts_t), upc_pts_t p);

#pragma GCC visibility pop

#endif /* UPC_LOCK_H */
