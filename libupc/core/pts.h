/* pts.h - pointers-to-shared, as C sees them: 64 bits.

   SPDX-License-Identifier: Apache-2.0

   They are divided as gasp-upc-layout.h says.  The address is an offset in the
   part of shared space that has affinity to the thread, and the parts follow
   one another from __upc_base on: so a pointer without phase is an offset from
   __upc_base.  Null is 0: no object begins in the first 64 bytes of a part.  */

#pragma once

#include <stddef.h>
#include <stdint.h>
#include "gasp-upc-layout.h"

typedef uint64_t upc_pts_t;

#define UPC_ADDRESS_BITS __UPC_ADDRESS_BITS
#define UPC_THREAD_BITS __UPC_THREAD_BITS
#define UPC_PHASE_BITS __UPC_PHASE_BITS
_Static_assert (UPC_ADDRESS_BITS + UPC_THREAD_BITS + UPC_PHASE_BITS == 64
		&& __UPC_MAX_THREADS == 1 << UPC_THREAD_BITS
		&& __UPC_MAX_BLOCK_SIZE == (1 << UPC_PHASE_BITS) - 1
		&& __UPC_BIAS << UPC_ADDRESS_BITS == 0,
		"gasp-upc-layout.h contradicts itself");

#define UPC_MAX_THREADS __UPC_MAX_THREADS
/* The most bytes of the part of one thread.  */
#define UPC_MAX_PART (UINT64_C (1) << UPC_ADDRESS_BITS)
/* Where the first object in a part is; the part and the section of proxies
   (start.c) begin at a multiple of it, so that objects are aligned as proxies
   are.  */
#define UPC_FIRST_ADDRESS 4096

/* Shared space, and who this thread is among how many: set once, at the start
   (start.c), in each process.  */
extern char *__upc_base __UPC_OF_KIND (__upc_base);
/* The number to subtract from the address of an object's proxy (a variable in
   section upc_shared) for its ADDRESS.  */
extern uint64_t __upc_origin __UPC_OF_KIND (__upc_origin);
/* The numbers to add to it for this thread's part of the object in this process
   and for thread 0's.  */
extern uint64_t __upc_own, __upc_first;
extern int __upc_threads __UPC_OF_KIND (__upc_threads), __upc_mythread;
/* The threads whose parts have addresses in this process: so many from the
   first one on.  */
extern unsigned int __upc_near_first, __upc_near_count;
/* True if these are all threads: upc_conduit.addressable.  */
extern int __upc_all_near;
/* The flag that compiled code reads before accesses that may be events.  */
extern const volatile unsigned char *__upc_watched;
/* The numbers by which compiled code divides by THREADS (gasp-upc-move.h): the
   greatest below 2^64 / THREADS; THREADS * __UPC_BIAS + 1; THREADS in a
   pointer's bits.  */
extern uint64_t __upc_inverse, __upc_bias, __upc_all_threads;

static inline upc_pts_t
upc_pts (unsigned thread, uint64_t address)
{
  return (upc_pts_t) thread << UPC_ADDRESS_BITS | address;
}

static inline uint64_t
upc_pts_address (upc_pts_t p)
{
  return p & (UPC_MAX_PART - 1);
}

static inline unsigned
upc_pts_thread (upc_pts_t p)
{
  return p >> UPC_ADDRESS_BITS & (UPC_MAX_THREADS - 1);
}

static inline unsigned
upc_pts_phase (upc_pts_t p)
{
  return p >> (UPC_ADDRESS_BITS + UPC_THREAD_BITS);
}

/* Returns P with phase 0: its place, as an offset from __upc_base.  */
static inline upc_pts_t
upc_pts_place (upc_pts_t p)
{
  return p & ((UINT64_C (1) << (UPC_ADDRESS_BITS + UPC_THREAD_BITS)) - 1);
}

static inline int
upc_is_near (unsigned thread)
{
  return thread - __upc_near_first < __upc_near_count;
}

static inline int
upc_pts_near (upc_pts_t p)
{
  return upc_is_near (upc_pts_thread (p));
}

/* Returns where P is in this process, if it is near.  */
static inline void *
upc_pts_local (upc_pts_t p)
{
  return __upc_base + upc_pts_place (p);
}

static inline int
upc_pts_mine (upc_pts_t p)
{
  return upc_pts_thread (p) == (unsigned) __upc_mythread;
}

/* Returns P at the same address in the part of THREAD, phase 0.  */
static inline upc_pts_t
upc_pts_on (upc_pts_t p, unsigned thread)
{
  return upc_pts (thread, upc_pts_address (p));
}

/* Returns P moved by N bytes in the same part: as for block size [].  */
static inline upc_pts_t
upc_pts_add (upc_pts_t p, ptrdiff_t n)
{
  return upc_pts_place (p) + n;
}
