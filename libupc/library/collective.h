/* collective.h - how threads meet in collective functions.

   SPDX-License-Identifier: Apache-2.0

   There are three ways, and upc_library_barrier:

     - the last thread to arrive does the whole operation for all, and then
       lets the others go: for small ones that all have to wait for at both
       ends;
     - a thread signals that it has entered, that a slot is filled, or that it
       is done, and another waits for that: where only some have to wait for
       some;
     - none, if the caller synchronises.

   The first two are for conduits where all can be addressed.  */

#pragma once

#include "core/control.h"
#include "upc_collective.h"

/* Which word of the mailbox.  */
enum upc_signal { UPC_ENTERED, UPC_DONE };

#pragma GCC visibility push (hidden)

/* Returns the number of this collective call; to be called once in each, after
   the arguments have been checked.  */
extern uint32_t upc_collective_begin (void);

/* Returns whether this thread is the last to arrive; then it works for all,
   and calls upc_forum_over.  The others return when it has.  */
extern bool upc_last_to_arrive (void);
extern void upc_last_is_done (void);

/* Says that this thread has come to this point of call CALL.  */
extern void upc_signal (enum upc_signal signal, uint32_t call);
/* Waits until THREAD has.  */
extern void upc_await_signal (enum upc_signal signal, int thread,
			      uint32_t call);

/* Take a slot for CALL and SIZE bytes, at most UPC_SLOT_ROOM; the same on all
   threads.  READER, or each thread, reads the others' before the call ends.  */
enum { UPC_EVERYBODY = -1 };
extern size_t upc_take_slot (size_t size, uint32_t call, int reader);
/* Returns this thread's part of SLOT, which it has to fill, and then to call
   ready.  */
extern char *upc_my_slot (size_t slot);
extern void upc_slot_is_ready (size_t slot, uint32_t call);
/* Returns the contents of THREAD's slot; null if it is not ready yet.  */
extern const char *upc_ready_slot (int thread, size_t slot, uint32_t call);
/* Waits until those contents are ready, and returns them.  */
extern const char *upc_await_slot (int thread, size_t slot, uint32_t call);
/* Waits likewise, in a thread that has more to do than the others.  As these
   are likely to have gone on, their contents for the next calls are fetched at
   the same time.  */
extern const char *upc_await_slot_behind (int thread, size_t slot,
					  uint32_t call);

/* Ends the program unless P, the argument NAME of FUNCTION, has affinity to
   thread 0.  */
extern void upc_check_on_0 (const char *function, const char *name,
			    upc_pts_t p);

#pragma GCC visibility pop

static inline struct upc_mailbox *
upc_mailbox (int thread)
{
  return &upc_control->threads[thread].mailbox;
}

/* The functions of upc_collective.h, as they look from C.  */
#define UPC_MOVE(name)							\
  extern void upc_all_##name (upc_pts_t dst, upc_pts_t src,		\
			      size_t nbytes, upc_flag_t flags);		\
  extern void __gasp_upc_all_##name (upc_pts_t dst, upc_pts_t src,	\
				     size_t nbytes, upc_flag_t flags, POSITION);
UPC_MOVE (broadcast)
UPC_MOVE (scatter)
UPC_MOVE (gather)
UPC_MOVE (gather_all)
UPC_MOVE (exchange)
#undef UPC_MOVE
extern void upc_all_permute (upc_pts_t dst, upc_pts_t src, upc_pts_t perm,
			     size_t nbytes, upc_flag_t flags);
extern void __gasp_upc_all_permute (upc_pts_t dst, upc_pts_t src,
				    upc_pts_t perm, size_t nbytes,
				    upc_flag_t flags, POSITION);

#define UPC_REDUCE(name, suffix, type)					\
  extern void upc_all_##name##suffix (upc_pts_t dst, upc_pts_t src,	\
				      upc_op_t op, size_t nelems,	\
				      size_t blk_size,			\
				      type (*func) (type, type),	\
				      upc_flag_t flags);		\
  extern void __gasp_upc_all_##name##suffix (upc_pts_t dst, upc_pts_t src, \
					     upc_op_t op, size_t nelems, \
					     size_t blk_size,		\
					     type (*func) (type, type),	\
					     upc_flag_t flags, POSITION);
#define UPC_BOTH(suffix, type)						\
  UPC_REDUCE (reduce, suffix, type)					\
  UPC_REDUCE (prefix_reduce, suffix, type)
__UPC_REDUCTION_TYPES (UPC_BOTH)
#undef UPC_BOTH
#undef UPC_REDUCE

extern void upc_all_sort (upc_pts_t a, size_t elem_size, size_t nelems,
			  size_t blk_size, int (*func) (upc_pts_t, upc_pts_t),
			  upc_flag_t flags);
extern void __gasp_upc_all_sort (upc_pts_t a, size_t elem_size, size_t nelems,
				 size_t blk_size,
				 int (*func) (upc_pts_t, upc_pts_t),
				 upc_flag_t flags, POSITION);

/* Returns FLAGS, with the defaults for those that are not given.  */
static inline upc_flag_t
upc_all_flags (upc_flag_t flags)
{
  const upc_flag_t in = UPC_IN_ALLSYNC | UPC_IN_MYSYNC | UPC_IN_NOSYNC;
  const upc_flag_t out = UPC_OUT_ALLSYNC | UPC_OUT_MYSYNC | UPC_OUT_NOSYNC;

  return flags | (flags & in ? 0 : UPC_IN_ALLSYNC)
	 | (flags & out ? 0 : UPC_OUT_ALLSYNC);
}

/* Returns whether all wait for all at both ends.  */
static inline bool
upc_all_wait (upc_flag_t flags)
{
  return (flags & UPC_IN_ALLSYNC) && (flags & UPC_OUT_ALLSYNC);
}

/* Returns whether no thread has to wait for all others, at either end: then
   it is enough that each thread's data pass through a slot.  */
static inline bool
upc_none_waits_for_all (upc_flag_t flags)
{
  return !(flags & (UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC));
}
