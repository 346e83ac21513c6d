/* runtime.h - what the files of libupc know of each other.

   SPDX-License-Identifier: Apache-2.0

   Library functions have the names that the specification gives them; a
   pointer-to-shared is an upc_pts_t.  Each that has an event has a profiled
   twin, which the plugin calls instead where instrumentation is on (rows in
   shared/gasp-calls.def): in twins.c, or where there is more to it in a file of
   its own, NAME-events.c.  It does this:

     upc_pts_t
     __gasp_upc_all_alloc (size_t nblocks, size_t nbytes, POSITION)
     {
       EVENTS (GASP_UPC_ALL_ALLOC);
       START (nblocks, nbytes);
       upc_pts_t result = upc_all_alloc (nblocks, nbytes);
       END (nblocks, nbytes, &result);
       return result;
     }

   START, END and ATOMIC take the arguments of the event's row in
   include/gasp-events.def; a pointer-to-shared is passed by address.  Where
   there is no tool they cost a test.  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "conduit/conduit.h"
#include "gasp_upc.h"
#include "core/diagnostics/checks.h"
#include "core/pts.h"
#include "raise-event.h"

#define THREADS ((int) __upc_threads)
#define MYTHREAD ((int) __upc_mythread)

#define likely(x) __builtin_expect (!!(x), 1)
#define unlikely(x) __builtin_expect (!!(x), 0)

/* ---- Events  */

/* Where in the source a call is, as the compiler passes it.  */
#define POSITION const char *file, int line, int column

/* libupc, as libgasp knows it (state.c).  */
extern struct gasp_gcc_provider upc_provider;

/* In a function that has POSITION: the events below are of TAG.  They are
   reported to the tool if there is one; calls that the tool makes are not
   events.  */
#define EVENTS(tag)							\
  const unsigned int upc_tag_ = (tag);					\
  const unsigned long upc_position_					\
    = (unsigned long) __builtin_frame_address (0) + 16;			\
  void *const upc_call_							\
    = gasp_gcc_event_at ? gasp_gcc_event_at (upc_tag_, upc_position_) : NULL

/* While a profiled call is at work: its place.  What the conduit does for it
   (am-cache.c, am-access.c) is raised there.  */
struct upc_place
{
  const char *file;
  int line, column;
  bool implicit;		/* a transfer that has no handle */
};
extern __thread const struct upc_place *upc_place;
/* CALL, in a function that has POSITION.  */
#define AT_PLACE(call) AT_PLACE_OF (false, call)
#define AT_PLACE_OF(implicit, call)					\
  do									\
    {									\
      const struct upc_place place_ = { file, line, column, implicit };	\
      upc_place = &place_;						\
      call;								\
      upc_place = NULL;							\
    }									\
  while (0)

/* True if there is a tool.  */
#define EVENTS_WANTED (upc_call_ != NULL)

#define START(...) RAISE (upc_tag_, GASP_START, ##__VA_ARGS__)
#define END(...) RAISE (upc_tag_, GASP_END, ##__VA_ARGS__)
#define ATOMIC(...) RAISE (upc_tag_, GASP_ATOMIC, ##__VA_ARGS__)
/* Raises any event, in a function that has EVENTS: the short way, or else by
   calling the tool.  */
#define RAISE(tag, type, ...)						\
  do									\
    if (unlikely (upc_call_ != NULL))					\
      {									\
	const struct gasp_gcc_short_event short_			\
	  = { tag, type, file,						\
	      (gasp_gcc_word) line << 32 | (unsigned int) column,	\
	      RAISE_WORDS (__VA_ARGS__) };				\
	if (!gasp_gcc_record_event (&upc_provider, upc_position_,	\
				    &short_))				\
	  RAISE_EVENT (&upc_provider, upc_call_,			\
		       (unsigned long) __builtin_frame_address (0),	\
		       ((struct gasp_gcc_place) { file, line, column }), \
		       tag, type, ##__VA_ARGS__);			\
      }									\
  while (0)

/* ---- Messages (message.c, exit.c)  */

#define PRINTF(n) __attribute__ ((format (printf, n, n + 1)))

/* Prints one line on standard error, "libupc: " in front.  */
extern void upc_message (const char *format, ...) PRINTF (1);
/* Prints that with the thread's number in front, and ends the program (status
   1): for mistakes of the program after which it cannot go on.  */
extern void upc_fatal (const char *format, ...) PRINTF (1)
  __attribute__ ((noreturn));

/* Returns SIZE bytes for each thread, all 0; for free.  There may be a million
   threads, which is too much for the stack.  (collect.c)  */
extern void *upc_table (size_t size);

/* ---- null.c: let who uses a null pointer-to-shared die of it.  */
extern void upc_guard_null (void);

/* ---- Synchronisation  */

/* Waits at a barrier that library functions do inside; it is as strict as
   upc_barrier, but not seen by tools, and not mixed up with the program's
   own.  */
static inline void
upc_library_barrier (void)
{
  upc_conduit_barrier_fence (UPC_BEFORE_BARRIER);
  UPC_ORDER (arrive (UPC_CLOCK_LIBRARY));
  upc_conduit_barrier ();
  UPC_ORDER (leave (UPC_CLOCK_LIBRARY));
  upc_conduit_barrier_fence (UPC_BEHIND_BARRIER);
}

/* A lock in memory that all processes share, for short times (futex.c).  All
   zero is unlocked.  */
struct upc_mutex
{
  uint32_t word;
};
extern void upc_mutex_lock (struct upc_mutex *mutex);
extern bool upc_mutex_try (struct upc_mutex *mutex);
extern void upc_mutex_unlock (struct upc_mutex *mutex);

/* Waits until *WORD is not VALUE any more: spins, then sleeps.  SLEEPERS
   counts those who sleep.  Whoever changes *WORD calls upc_wake_all after
   it.  */
extern void upc_wait_while (const uint32_t *word, uint32_t value,
			    uint32_t *sleepers);
/* Waits likewise, but no longer than half a second more than spinning takes.
   Returns whether *WORD has changed.  */
extern bool upc_wait_a_while (const uint32_t *word, uint32_t value,
			      uint32_t *sleepers);
extern void upc_wake_all (const uint32_t *word, uint32_t *sleepers);

/* ---- Accesses, where they are not compiled in line (access.c)

   HOW is a sum of these.  */

#define UPC_STRICT 1
/* Report accesses to this thread's own part too (--profile-local).  */
#define UPC_REPORT_LOCAL 2

extern void __upc_get (void *dst, upc_pts_t src, size_t n, int how);
extern void __upc_put (upc_pts_t dst, const void *src, size_t n, int how);
/* Assigns a shared object to a shared object.  If both are far, they are got
   into a buffer and put from there.  */
extern void __upc_copy (upc_pts_t dst, upc_pts_t src, size_t n, int how);
/* Returns the buffer of __upc_copy, with N bytes; to be freed.  */
extern void *upc_buffer (size_t n);
extern void __upc_update_far (upc_pts_t p, int kind, uint64_t value, int op);
extern void __gasp_upc_get (void *dst, upc_pts_t src, size_t n, int how,
			    POSITION);
extern void __gasp_upc_put (upc_pts_t dst, const void *src, size_t n, int how,
			    POSITION);
extern void __gasp_upc_copy (upc_pts_t dst, upc_pts_t src, size_t n, int how,
			     POSITION);
/* Accesses to values of 1, 2, 4 and 8 bytes.  */
#define UPC_SCALAR(type, size)						\
  extern type __upc_get_##size (upc_pts_t src, int how);		\
  extern void __upc_put_##size (upc_pts_t dst, type value, int how);	\
  extern type __gasp_upc_get_##size (upc_pts_t src, int how, POSITION);	\
  extern void __gasp_upc_put_##size (upc_pts_t dst, type value, int how,	\
				     POSITION);
UPC_SCALAR (uint8_t, 1)
UPC_SCALAR (uint16_t, 2)
UPC_SCALAR (uint32_t, 4)
UPC_SCALAR (uint64_t, 8)
#undef UPC_SCALAR

/* ---- Statements (barrier.c, forall.c)

   ID counts only if NAMED is not 0.  */

extern void __upc_notify (int named, int id);
extern void __upc_wait (int named, int id);
extern void __upc_barrier (int named, int id);
extern void __upc_fence (void);
/* Does what upc_notify and upc_barrier do, where WHICH, not 0, distinguishes
   the program's barriers.  */
extern void upc_notify_at (uint64_t which, int named, int id);
extern void upc_barrier_at (uint64_t which, int named, int id);

/* How many upc_foralls with an affinity this thread is inside of: those in
   others let every thread do every iteration.  */
extern int __upc_forall_depth;
extern void __gasp_upc_forall_start (POSITION);
extern void __gasp_upc_forall_end (POSITION);

/* ---- Library functions that others here call  */

extern void upc_global_exit (int status) __attribute__ ((noreturn));
extern upc_pts_t upc_global_alloc (size_t nblocks, size_t nbytes);
extern upc_pts_t upc_all_alloc (size_t nblocks, size_t nbytes);
extern upc_pts_t upc_alloc (size_t nbytes);
extern upc_pts_t upc_local_alloc (size_t nblocks, size_t nbytes);
extern void upc_free (upc_pts_t p);
extern void upc_all_free (upc_pts_t p);
extern upc_pts_t upc_global_lock_alloc (void);
extern upc_pts_t upc_all_lock_alloc (void);
extern void upc_lock_free (upc_pts_t lock);
extern void upc_all_lock_free (upc_pts_t lock);
extern void upc_lock (upc_pts_t lock);
extern int upc_lock_attempt (upc_pts_t lock);
extern void upc_unlock (upc_pts_t lock);
extern void upc_memcpy (upc_pts_t dst, upc_pts_t src, size_t n);
extern void upc_memget (void *dst, upc_pts_t src, size_t n);
extern void upc_memput (upc_pts_t dst, const void *src, size_t n);
extern void upc_memset (upc_pts_t dst, int c, size_t n);

/* ---- What the compiler leaves in sections  */

/* upc_objects: a static shared object.  */
struct upc_object
{
  const char *name, *type;
  const char *file;
  int line, column;
  const char *proxy;		/* in section upc_shared */
  int64_t nblocks;		/* as for upc_all_alloc; if below 0, so many for
				   each thread */
  uint64_t nbytes;
  uint64_t element;		/* size of an element */
};

/* upc_threads: how a unit was compiled.  */
struct upc_unit
{
  const char *file;
  uint32_t threads;		/* how many it is for, or 0 */
  uint32_t distant;		/* others' parts need not have addresses */
};
