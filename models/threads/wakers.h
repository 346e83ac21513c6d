/* wakers.h - who wakes whom: by an object that is waited for, or by what is
   written to a descriptor.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "library-call.h"
#include "syscall.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>

#pragma GCC visibility push (hidden)

/* The functions of C++ and Rust that wake threads are called by several others
   of their libraries.  */
#define WAKER_CALLERS 9

/* Notes that one more thread, or less, waits for OBJECT: without any, nothing
   is noted.  Returns how often those that wait for it have been woken.  */
extern unsigned int wakers_await (const void *object, int one);
/* Notes that the calling thread wakes those that wait for OBJECT, by CALL.  */
extern void wakers_wake (const void *object, const struct library_call *call);
/* Returns the number of the thread that woke the calling one, which has waited
   for OBJECT since wakers_await returned SINCE; 0 if it is not known.  Sets
   ADDRESSES to where that thread called the function that woke this one, where
   it was called from, and so on, up to a 0.  */
extern int wakers_find (const void *object, unsigned int since,
			unsigned long addresses[WAKER_CALLERS]);

enum source_kind { FROM_ONE, FROM_POLL, FROM_SELECT, FROM_EPOLL };
/* A descriptor that a call waits to read from, or those of struct pollfd, of an
   fd_set or of epoll.  NUMBER is the descriptor, or how many there are in
   SET.  */
struct source { enum source_kind kind; int number; const void *set; };

/* Notes that one more thread, or less, waits to read.  */
extern void wakers_read (int one);
/* Notes that the calling thread writes to DESCRIPTOR, by CALL, at TICKS, if
   another one waits to read.  */
extern void wakers_write (int descriptor, const struct library_call *call,
			  uint64_t ticks);
/* Notes that ENDS are those of a new pair of sockets.  */
extern void wakers_pair (const int ends[2]);
/* Returns the number of the thread that has written, since SINCE, to what the
   calling thread has waited to read from, SOURCE.  Sets ADDRESSES likewise.  */
extern int wakers_writer (const struct source *source, uint64_t since,
			  unsigned long addresses[WAKER_CALLERS]);
/* ---- What pipes.c asks, too: not by the C library's functions, as these would
   be taken for the program's calls.  */

/* Sets *FILE to what DESCRIPTOR is of.  Returns whether that is known.  */
static inline bool
wakers_ask_file (int descriptor, struct stat *file)
{
  return !ASK_KERNEL (SYS_fstat, descriptor, (long) file);
}

/* Sets *NAME to the address of the socket DESCRIPTOR, or to that of its PEER.
   Returns whether that is known.  */
static inline bool
wakers_ask_name (int descriptor, bool peer, struct sockaddr_storage *name)
{
  socklen_t size = sizeof *name;
  memset (name, 0, sizeof *name);
  return !ASK_KERNEL (peer ? SYS_getpeername : SYS_getsockname, descriptor,
		      (long) name, (long) &size)
	 && size > sizeof name->ss_family;
}


/* For some fifty descriptors of an epoll.  */
enum { MOST_INFORMATION = 4096 };
/* Puts what the system says of DESCRIPTOR, an epoll, into TEXT, of SIZE, and
   returns its length.  The thread cannot be cancelled here.  */
extern long wakers_read_epoll (int descriptor, char *text, size_t size);
/* Returns whether the system may be asked NOW, in ticks; and counts that it was
   asked since SINCE.  */
extern bool wakers_may_ask (uint64_t now);
extern void wakers_asked (uint64_t since);
/* Returns the number of the file that is the other one of a pair of sockets of
   this process's, of which END is one; 0 if it is not known.  */
extern ino_t wakers_other_of_pair (ino_t end);

#pragma GCC visibility pop
