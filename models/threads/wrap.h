/* wrap.h - what the wrappers of functions that may wait share.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "held.h"
#include "ticks.h"
#include "words.h"
#include <mqueue.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#pragma GCC visibility push (hidden)

/* The real functions, and what is called in their place.  */
#define LOCK(name, params, args, lock, try) \
  extern int (*real_##name) params, wrap_##name params;
#define TRYLOCK(name, params, args, lock) LOCK (name, params, args, lock, )
#define UNLOCK(name, params, args, lock) LOCK (name, params, args, lock, )
#define CONDITION(name, params, args, condition, lock) \
  LOCK (name, params, args, lock, )
#define AWAIT(name, params, args, object, needless) \
  LOCK (name, params, args, object, )
#define WAKE(name, params, args, object) LOCK (name, params, args, object, )
#define BLOCK(type, name, params, args, needless)			\
  extern type (*real_##name) params;					\
  extern type wrap_##name params;
#include "functions.def"

/* Not as unistd.h has it, as functions with "..." have frames.  */
extern long (*real_syscall) (long number, long a0, long a1, long a2, long a3,
			     long a4, long a5);
extern long wrap_syscall (long number, long a0, long a1, long a2, long a3,
			  long a4, long a5);
extern int (*real_socketpair) (int domain, int type, int protocol, int ends[2]);
extern int wrap_socketpair (int domain, int type, int protocol, int ends[2]);

/* A byte that is not 0 while there is a tool that wants events: the first one
   before that is known.  */
extern const volatile unsigned char never_active, *activity;

/* A part of a wrapper: the call of NAME that it is.  */
#define HERE(of)							\
  { .name = of, .position = (unsigned long) __builtin_dwarf_cfa (),	\
    .frame = (unsigned long) __builtin_frame_address (0),		\
    .address = __builtin_return_address (0) }

/* The callers of what waits: addresses that their calls return to, and 0.  */
struct further { unsigned long addresses[GASP_GCC_FURTHER + 1]; };
extern struct further find_further (const struct library_call *call);

/* The shortest wait that is given a sample, in ticks; the tool has set it.  */
extern uint64_t long_wait;

/* Returns the time in ticks; 1 in a sandbox, which may refuse to give it.  */
static inline uint64_t
ticks_now (void)
{
  return unlikely (gasp_gcc_is_sandboxed ()) ? 1 : read_tsc ();
}

/* Returns how much later than SINCE it is; 0 in a sandbox.  */
static inline uint64_t
ticks_since (uint64_t since)
{
  uint64_t now = ticks_now ();
  return now > since ? now - since : 0;
}

/* Returns whether a wait that TOOK so many ticks has a sample.  */
static inline bool
is_long (uint64_t took)
{
  return took > 0 && took >= __atomic_load_n (&long_wait, __ATOMIC_RELAXED);
}

/* Reports the WAIT of CALL, which was long, and whose events are left out.  */
extern void raise_waited (const struct library_call *call,
			  struct gasp_gcc_wait wait);

/* Notes that the calling thread releases LOCK by CALL; HOW says how it had
   got it.  */
extern void unlock_begins (const struct library_call *call, const void *lock,
			   enum held_how how);

/* Notes that the calling thread has released LOCK.  */
extern void unlock_ends (const struct library_call *call, const void *lock,
			 enum held_how how);

#pragma GCC visibility pop
