/* checks.h - what -fupc-check does where the runtime does something.

   SPDX-License-Identifier: Apache-2.0

   libupc/check/ has these functions.  The runtime calls them through a table
   and does not refer to them by name; without -fupc-check, there is no
   table.  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/pts.h"

#pragma GCC visibility push (hidden)

struct upc_image;

/* Clocks, besides those of places.  Each thread counts its releases.  A clock
   has, for each thread, how far that one's accesses have happened before.  A
   thread that releases adds what it knows to a clock; one that acquires knows
   what that has (libupc/check/order.c).  */
enum upc_clock
{
  UPC_CLOCK_BARRIER,		/* two, in turns */
  UPC_CLOCK_LIBRARY = UPC_CLOCK_BARRIER + 2, /* two, in turns */
  UPC_CLOCK_COLLECTIVE = UPC_CLOCK_LIBRARY + 2,
  UPC_CLOCK_FENCE,
  UPC_CLOCKS
};

/* An argument that has to be the same in all threads.  */
struct upc_argument
{
  const char *name;
  uint64_t value;
  bool is_pointer;		/* to shared memory */
};
#define UPC_MOST_ARGUMENTS 6

/* N bytes at P that FUNCTION reads or writes.  */
struct upc_part
{
  upc_pts_t p;
  size_t n;
  bool writes;
};
#define UPC_MOST_PARTS 3

/* FUNCTION, of the library, was called by CALLER.  */
struct upc_checks
{
  /* Before the threads are made; in each.  */
  void (*prepare) (void);
  void (*begin) (const struct upc_image *image);
  /* Returns, after the final barrier, the program's exit status, if it was to
     be STATUS.  */
  int (*status) (int status);

  void (*range) (const char *function, const void *caller, upc_pts_t p,
		 size_t n, bool writes);
  /* Checks an operation that may take place at the same time as others of its
     kind.  */
  void (*atomic) (const char *function, const void *caller, upc_pts_t p,
		  size_t n, bool writes);
  /* Checks one that goes on until TRANSFERRED is called.  */
  void (*transfer) (const char *function, const void *caller, upc_pts_t p,
		    size_t n, bool writes);
  void (*transferred) (void);
  /* Checks this thread's COUNT parts of what a collective FUNCTION is given
     with FLAGS, which goes on until COLLECTIVE_DONE is called.  */
  void (*collective) (const char *function, const void *caller, int flags,
		      const struct upc_part *parts, int count);
  void (*collective_done) (void);
  /* Checks that what is copied does not overlap.  */
  void (*apart) (const char *function, const void *caller, upc_pts_t dst,
		 size_t dst_n, upc_pts_t src, size_t src_n);
  /* All threads call FUNCTION together, with COUNT equal ARGUMENTS.  */
  void (*together) (const char *function, const void *caller,
		    const struct upc_argument *arguments, int count);
  void (*allocated) (const char *function, const void *caller, upc_pts_t p,
		     size_t nblocks, size_t nbytes);
  void (*freed) (const char *function, const void *caller, upc_pts_t p);
  /* P, which has been allocated, is a lock; it is about to be freed.  */
  void (*lock_made) (upc_pts_t p);
  void (*lock_freed) (upc_pts_t p);

  void (*release) (unsigned clock);
  void (*acquire) (unsigned clock);
  /* The clock of a lock, or whatever else is at P.  */
  void (*release_at) (upc_pts_t p);
  void (*acquire_at) (upc_pts_t p);
  /* This thread arrives at WHICH, and leaves it.  */
  void (*arrive) (enum upc_clock which);
  void (*leave) (enum upc_clock which);
};
/* Null if nothing is checked.  */
extern const struct upc_checks *upc_checks;
/* True if races are looked for.  */
extern bool upc_racing;
/* Where the function of the library that calls another one was called, or
   null.  */
extern const void *upc_check_caller;

#pragma GCC visibility pop

#define UPC_CALLER __builtin_return_address (0)

/* Executes a statement in a function that calls another one of the library's:
   checks report its caller, or that one's.  */
#define UPC_FOR_CALLER(...)						\
  do									\
    {									\
      const void *caller_ = upc_check_caller;				\
      if (__builtin_expect (upc_checks && !caller_, 0))			\
	upc_check_caller = UPC_CALLER;					\
      __VA_ARGS__;							\
      if (__builtin_expect (upc_checks != NULL, 0))			\
	upc_check_caller = caller_;					\
    }									\
  while (0)

/* Costs only a test where nothing is checked.  */
#define UPC_CHECK(call)							\
  do									\
    if (__builtin_expect (upc_checks != NULL, 0))			\
      upc_checks->call;							\
  while (0)
#define UPC_ORDER(call)							\
  do									\
    if (__builtin_expect (upc_racing, 0))				\
      upc_checks->call;							\
  while (0)
/* Checks N bytes at P, in a function of the library's that returns before these
   have been accessed.  */
#define UPC_CHECK_TRANSFER(p, n, writes)				\
  UPC_CHECK (transfer (__func__, UPC_CALLER, p, n, writes))
/* Checks N bytes at P, in a function of the library's.  */
#define UPC_CHECK_RANGE(p, n, writes)					\
  UPC_CHECK (range (__func__, UPC_CALLER, p, n, writes))
