/* users.h - who uses locks, where functions of the program's stand in between.

   SPDX-License-Identifier: Apache-2.0

   A class or a library has functions of its own that call pthread_mutex_lock,
   and return with the lock:

     transfer -> Guard::Guard -> my_lock -> pthread_mutex_lock

   The line of my_lock is the same for all locks; one looks for transfer's.
   That is the innermost call that is still open when the lock is given back.
   So when a place is new, the chain of calls is followed there and then; from
   then on it is known that my_lock's caller is what counts.  */

#pragma once

#include "gasp_provider.h"
#include "library-call.h"
#include <stdint.h>

#pragma GCC visibility push (hidden)

/* The user is at most this many calls, less one, further out.  */
#define CALLERS 6

/* A place that is new: where the thread was when it got LOCK.  */
struct learning {
  const void *lock;		/* or null */
  const char *name;		/* of the function that took it */
  const void *address;		/* that is said to use it so far */
  unsigned int count;
  struct gasp_gcc_caller callers[CALLERS];
};

/* Places that are known (users.c).  That of what uses locks itself is the
   address that a call of it returns to, shifted by 1.  */
#define USERS 1024		/* a power of 2 */
extern uintptr_t users_known[USERS];

static inline unsigned int
users_slot (uintptr_t address)
{
  return (address ^ address >> 10) % USERS;
}

/* Returns whether what ADDRESS is in is known to use locks itself.  */
static inline bool
users_is_own (const void *address)
{
  uintptr_t own = (uintptr_t) address;
  uintptr_t known = __atomic_load_n (&users_known[users_slot (own)],
				     __ATOMIC_RELAXED);
  return __builtin_expect (known == own << 1, 1);
}

/* Returns CALL, whose callers gasp_gcc_callers finds.  */
static inline struct gasp_gcc_caller
users_first (const struct library_call *call)
{
#ifdef __x86_64__
  unsigned long pointer = *(const unsigned long *) call->frame;
#else
  unsigned long pointer = 0;
#endif
  return (struct gasp_gcc_caller) {
    .address = (uintptr_t) call->address, .position = call->position,
    .pointer = pointer
  };
}

/* Sets *ADDRESS, that CALL returns to, to the user's.  Returns false if that is
   as far as is known.  */
extern bool users_find (const void **address, const struct library_call *call);

/* Forgets all places, since what comes where an object was may be another.  */
extern void users_forget (void);

/* Notes in *LEARNING where CALL is that has got LOCK, and that what returns to
   ADDRESS uses it, until more is known.  */
extern void users_begin (struct learning *learning,
			 const struct library_call *call, const void *lock,
			 const void *address);
/* Learns from CALL, which gives that lock back.  Returns the address of the
   user.  */
extern const void *users_end (struct learning *learning,
			      const struct library_call *call);

#pragma GCC visibility pop
