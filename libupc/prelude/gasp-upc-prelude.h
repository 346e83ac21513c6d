/* gasp-upc-prelude.h - what each UPC unit begins with: shared addresses.

   SPDX-License-Identifier: Apache-2.0

   gaspupc includes this by itself (-include).  The functions here are what the
   compiler side (plugin/upc/) makes of shared references; functions.def there
   lists those that it knows by name.  All are inline; nothing of UPC is used
   but words that the lexical step writes (plugin/upc/lex/upc-words.h).

   A pointer-to-shared is 64 bits, divided as gasp-upc-layout.h says.  The
   address is an offset in the thread's part of shared space, and the parts
   follow one another from __upc_base on, so what is below the phase is an
   offset from __upc_base.  See libupc/core/pts.h.  */

#ifndef GASP_UPC_PRELUDE_H
#define GASP_UPC_PRELUDE_H

#pragma GCC system_header

typedef __UINT64_TYPE__ __upc_pts;
typedef __INT64_TYPE__ __upc_long;

#define __UPC_INLINE							\
  static __inline__ __attribute__ ((__always_inline__, __artificial__,	\
				    __unused__, __no_instrument_function__))

/* Sets before the program runs, then constant.  */
extern const int __upc_threads __UPC_OF_KIND (__upc_threads), __upc_mythread;
extern char *const __upc_base __UPC_OF_KIND (__upc_base);
/* 2^64 / THREADS, rounded up; 0 for one thread.  */
extern const __upc_pts __upc_reciprocal;

/* It points to a value that is not 0 while accesses that are to be reported
   have to go through the library.  */
extern const volatile unsigned char *const __upc_watched;

/* Returns the address of the proxy of an object that would have address 0.  A
   variable, since GCC takes an address computed from the address of a
   variable, as "the beginning of all proxies" would be, for a part of that
   variable.  */
extern const __upc_pts __upc_origin __UPC_OF_KIND (__upc_origin);

/* How far from its proxy this thread's part of an object is.  */
extern const __upc_pts __upc_own;

/* The threads whose parts have addresses in this process; whether all have.  */
extern const unsigned int __upc_near_first, __upc_near_count;
extern const int __upc_all_near;

#ifdef __UPC_STATIC_THREADS__
#define __UPC_THREADS ((__upc_long) THREADS)
#else
#define __UPC_THREADS ((__upc_long) __upc_threads)
#endif

#define __UPC_OFFSET_MASK (((__upc_pts) 1 << __UPC_PHASE_SHIFT) - 1)
#define __UPC_ADDRESS_MASK (((__upc_pts) 1 << __UPC_ADDRESS_BITS) - 1)
#define __UPC_ONE_THREAD ((__upc_pts) 1 << __UPC_ADDRESS_BITS)

/* ---- Parts of a pointer  */

__UPC_INLINE __upc_long
__upc_thread (__upc_pts __p)
{
  return __p >> __UPC_ADDRESS_BITS & __UPC_THREAD_MASK;
}

__UPC_INLINE __upc_long
__upc_phase (__upc_pts __p)
{
  return __p >> __UPC_PHASE_SHIFT;
}

/* P without its phase.  */
__UPC_INLINE __upc_pts
__upc_offset (__upc_pts __p)
{
  return __p & __UPC_OFFSET_MASK;
}

__UPC_INLINE __SIZE_TYPE__
__upc_threadof (__upc_pts __p)
{
  return __upc_thread (__p);
}

__UPC_INLINE __SIZE_TYPE__
__upc_phaseof (__upc_pts __p)
{
  return __upc_phase (__p);
}

__UPC_INLINE __SIZE_TYPE__
__upc_addrfield (__upc_pts __p)
{
  return __p & __UPC_ADDRESS_MASK;
}

/* ---- Addresses  */

/* Returns the object whose proxy is at PROXY: thread 0, phase 0.  */
__UPC_INLINE __upc_pts
__upc_symbol (const void *__proxy)
{
  __upc_pts __p = (__upc_pts) __proxy - __upc_origin;
  if (__p >> __UPC_ADDRESS_BITS)
    __builtin_unreachable ();
  return __p;
}

/* Returns the first block that this thread has of the object at P.  */
__UPC_INLINE __upc_pts
__upc_own_block (__upc_pts __p)
{
  return __p + ((__upc_pts) __upc_mythread << __UPC_ADDRESS_BITS);
}

/* A as a number, which begins a page: so GCC knows how it is aligned.  */
#define __UPC_PAGE(a) ((__upc_pts) __builtin_assume_aligned ((void *) (a), 4096))

/* Where P is in this process.  The sum is one of integers: of pointers, GCC's
   ivopts would keep one variable for several arrays, and subtract from it in
   the loop.  */
__UPC_INLINE void *
__upc_local_phaseless (__upc_pts __p)
{
  return (void *) (__UPC_PAGE (__upc_base) + __p);
}

__UPC_INLINE void *
__upc_local (__upc_pts __p)
{
  return __upc_local_phaseless (__upc_offset (__p));
}

/* Returns it where P is in the object whose proxy is at PROXY.  GCC takes it
   for an address in that, and so knows that it is in no other object.  */
__UPC_INLINE void *
__upc_local_named (__upc_pts __p, const void *__proxy)
{
  return ((char *) __proxy
	  + (__UPC_PAGE (__upc_base) + __p - (__upc_pts) __proxy));
}

/* Returns the first block that this thread has of the object whose proxy is
   at PROXY, in this process.  Parts begin with pages, as proxies do.  */
__UPC_INLINE void *
__upc_local_own (const void *__proxy)
{
  return (char *) __proxy + __UPC_PAGE (__upc_own);
}

__UPC_INLINE void *
__upc_local_or_null (__upc_pts __p)
{
  return __p ? __upc_local (__p) : (void *) 0;
}

/* ---- Arithmetic.  Divisions round towards minus infinity.  */

/* A / B, for a constant B and an A of less than 2^42 * B.  */
__UPC_INLINE __upc_long
__upc_divide (__upc_long __a, __upc_long __b)
{
  if ((__b & (__b - 1)) == 0)
    return __a >> __builtin_ctzl (__b);
  return (__upc_long) (((__upc_pts) __a + ((__upc_pts) __b << 42))
		       / (__upc_pts) __b) - ((__upc_long) 1 << 42);
}

/* A modulo B, A / B being QUOTIENT.  */
__UPC_INLINE __upc_long
__upc_rest (__upc_long __a, __upc_long __quotient, __upc_long __b)
{
  if ((__b & (__b - 1)) == 0)
    return __a & (__b - 1);
  return __a - __quotient * __b;
}

#ifndef __UPC_STATIC_THREADS__
/* How much too large the quotients are that __upc_biased_quotient returns.  */
#define __UPC_BIAS ((__upc_pts) 1 << 40)

/* (A + B) / THREADS, for a sum between -2^50 and 2^50, and several threads.  Of
   the two, B is the one that changes in loops.  */
__UPC_INLINE __upc_pts
__upc_biased_quotient (__upc_long __a, __upc_long __b)
{
  __upc_pts __x
    = ((__upc_pts) __a + (__upc_pts) __upc_threads * __UPC_BIAS) + (__upc_pts) __b;
#if __UPC_THREAD_BITS > 10
  /* The reciprocal is not exact enough.  */
  return __x / (__upc_pts) __upc_threads;
#else
  return (__upc_pts) (((unsigned __int128) __x * __upc_reciprocal) >> 64);
#endif
}
#endif

/* A / THREADS.  */
__UPC_INLINE __upc_long
__upc_divide_threads (__upc_long __a)
{
#ifdef __UPC_STATIC_THREADS__
  return __upc_divide (__a, THREADS);
#else
  if (!__upc_reciprocal)
    return __a;
  return (__upc_long) (__upc_biased_quotient (0, __a) - __UPC_BIAS);
#endif
}

/* N bytes on, in the same part.  */
__UPC_INLINE __upc_pts
__upc_add (__upc_pts __p, __upc_long __n)
{
  return __p + (__upc_pts) __n;
}

/* P, which is on thread WHOSE, N threads on (N may be negative); a round is
   SIZE bytes.  With dynamic THREADS the remainder of N is not computed: P moves
   N threads on, and back by as many rounds as that makes.  Written so that loop
   invariants stand together.  */
__UPC_INLINE __upc_pts
__upc_turn (__upc_pts __p, __upc_long __whose, __upc_long __n,
	    __upc_long __size)
{
  if (__builtin_constant_p (__n == __UPC_THREADS) && __n == __UPC_THREADS)
    return __p + (__upc_pts) __size;
#ifdef __UPC_STATIC_THREADS__
  __upc_long __rounds = __upc_divide (__whose + __n, THREADS);
  __upc_long __left = __upc_rest (__whose + __n, __rounds, THREADS) - __whose;
  return (__p + ((__upc_pts) __left << __UPC_ADDRESS_BITS)
	  + (__upc_pts) (__rounds * __size));
#else
  __upc_pts __round = (__upc_pts) __size
		      - ((__upc_pts) __upc_threads << __UPC_ADDRESS_BITS);
  if (!__upc_reciprocal)
    return __p + (__upc_pts) (__n * __size);
  return ((__p - __round * __UPC_BIAS)
	  + ((__upc_pts) __n << __UPC_ADDRESS_BITS)
	  + __upc_biased_quotient (__whose, __n) * __round);
#endif
}

/* Returns the next thread.  That makes a branch, which processors foresee; a
   conditional move would add to what P++ takes each time.  */
__UPC_INLINE __upc_pts
__upc_turn_forward (__upc_pts __p, __upc_long __size)
{
  __p += __UPC_ONE_THREAD;
  if (__builtin_expect_with_probability
	(__upc_thread (__p) == (__UPC_THREADS & __UPC_THREAD_MASK), 0, 0.99))
    __p += (__upc_pts) __size
	   - ((__upc_pts) __UPC_THREADS << __UPC_ADDRESS_BITS);
  return __p;
}

/* N elements of SIZE bytes on, block size 1.  */
__UPC_INLINE __upc_pts
__upc_add_cyclic (__upc_pts __p, __upc_long __n, __upc_long __size)
{
  if (__builtin_constant_p (__n) && __n == 1)
    return __upc_turn_forward (__p, __size);
  return __upc_turn (__p, __upc_thread (__p), __n, __size);
}

/* True if N is a constant by which one can go without leaving a block, as for
   P++.  Then it is worth a comparison whether that is so for the block at
   hand.  */
#define __upc_within_p(n, block)					\
  (__builtin_constant_p (n) && (n) != 0 && -(block) < (n) && (n) < (block))

/* Returns whether P and the element N further are in one block of BLOCK
   elements.  */
__UPC_INLINE int
__upc_in_block (__upc_pts __p, __upc_long __n, __upc_long __block)
{
  return __n < 0 ? __p >= (__upc_pts) -__n << __UPC_PHASE_SHIFT
		 : __p < (__upc_pts) (__block - __n) << __UPC_PHASE_SHIFT;
}

/* Adds N to P in blocks of BLOCK elements.  */
__UPC_INLINE __upc_pts
__upc_add_blocked (__upc_pts __p, __upc_long __n, __upc_long __block,
		   __upc_long __size)
{
  if (__upc_within_p (__n, __block))
    {
      __upc_pts __whole = ((__upc_pts) __block << __UPC_PHASE_SHIFT)
			  + (__upc_pts) (__block * __size);
      __upc_pts __q = __p + ((__upc_pts) __n << __UPC_PHASE_SHIFT)
		      + (__upc_pts) (__n * __size);
      if (__builtin_expect (__upc_in_block (__p, __n, __block), 1))
	return __q;
      if (__n > 0)
	return __upc_turn_forward (__q - __whole, __block * __size);
      return __upc_turn (__q + __whole, __upc_thread (__p), -1, __block * __size);
    }
  __upc_long __phase = __upc_phase (__p), __index = __phase + __n;
  __upc_long __blocks = __upc_divide (__index, __block);
  __upc_long __left = __upc_rest (__index, __blocks, __block);
  __upc_pts __q = __p + ((__upc_pts) (__left - __phase) << __UPC_PHASE_SHIFT)
		  + (__upc_pts) ((__left - __phase) * __size);
  return __upc_turn (__q, __upc_thread (__p), __blocks, __block * __size);
}

/* Returns the place that is at.  */
__UPC_INLINE __upc_pts
__upc_offset_blocked (__upc_pts __p, __upc_long __n, __upc_long __block,
		      __upc_long __size)
{
  if (__upc_within_p (__n, __block)
      && __builtin_expect (__upc_in_block (__p, __n, __block), 1))
    return __upc_offset (__p) + (__upc_pts) (__n * __size);
  __upc_long __phase = __upc_phase (__p), __index = __phase + __n;
  __upc_long __blocks = __upc_divide (__index, __block);
  __upc_long __left = __upc_rest (__index, __blocks, __block);
  return __upc_turn (__upc_offset (__p)
		     + (__upc_pts) ((__left - __phase) * __size),
		     __upc_thread (__p), __blocks, __block * __size);
}

/* A - B in bytes, in one part.  */
__UPC_INLINE __upc_long
__upc_subtract (__upc_pts __a, __upc_pts __b)
{
  return (__upc_long) __upc_addrfield (__a) - (__upc_long) __upc_addrfield (__b);
}

/* Returns how many bytes of shared space lie between B and A, in blocks of
   BLOCK elements of SIZE bytes.  */
__UPC_INLINE __upc_long
__upc_subtract_blocked (__upc_pts __a, __upc_pts __b, __upc_long __block,
			__upc_long __size)
{
  __upc_long __phases = __upc_phase (__a) - __upc_phase (__b);
  __upc_long __rounds = (__upc_subtract (__a, __b) - __phases * __size)
			/ (__block * __size);
  __upc_long __blocks = __rounds * __UPC_THREADS + __upc_thread (__a)
			- __upc_thread (__b);
  return (__blocks * __block + __phases) * __size;
}

/* ---- Strict accesses.  Total order among all threads', and order with all
   other accesses of their own thread (UPC 1.3, appendix B).  */

void __upc_fence (void);

__UPC_INLINE void
__upc_before_strict_read (void)
{
  __atomic_thread_fence (__ATOMIC_SEQ_CST);
}

__UPC_INLINE void
__upc_after_strict_read (void)
{
  __atomic_thread_fence (__ATOMIC_ACQUIRE);
}

__UPC_INLINE void
__upc_before_strict_write (void)
{
  __atomic_thread_fence (__ATOMIC_RELEASE);
}

__UPC_INLINE void
__upc_after_strict_write (void)
{
  __atomic_thread_fence (__ATOMIC_SEQ_CST);
}

#include "gasp-upc-access.h"

/* ---- Statements  */

void __upc_notify (int __named, int __id);
void __upc_wait (int __named, int __id);
void __upc_barrier (int __named, int __id);

/* These take any expression, which is checked before it is made one of those
   above.  */
void __upc_notify_statement (int __named, ...);
void __upc_wait_statement (int __named, ...);
void __upc_barrier_statement (int __named, ...);

/* How many upc_foralls that filter iterations this thread is inside of.  */
extern int __upc_forall_depth;

#include "gasp-upc-walk.h"

__UPC_INLINE struct __upc_forall
__upc_forall_enter (int __filters)
{
  struct __upc_forall __f
    = { __filters && !__upc_forall_depth, __filters, 0, 0, 0, 0, 0, 0, 0, 0,
	0, 0, 0, 0, 0, 0, 0, 0 };
  __upc_forall_depth += __filters;
  return __f;
}

__UPC_INLINE void
__upc_forall_leave (struct __upc_forall *__f)
{
  __upc_forall_depth -= __f->filters;
}

/* Replaced by one of the next two, by the type of the affinity.  */
int __upc_forall_mine (int __controls, ...);

__UPC_INLINE int
__upc_own_index (int __controls, __upc_long __i)
{
  return (!__controls
	  || __i - __upc_divide_threads (__i) * __UPC_THREADS == __upc_mythread);
}

__UPC_INLINE int
__upc_own_pointer (int __controls, __upc_pts __p)
{
  return !__controls || __upc_thread (__p) == __upc_mythread;
}

void __gasp_upc_forall_start (const char *__file, int __line, int __column);
void __gasp_upc_forall_end (const char *__file, int __line, int __column);

/* ---- Start-up  */

/* Fills the thread's own part of the object whose proxy is at PROXY from the
   SIZE bytes at TABLE; blocks have BLOCK bytes, 0 if all is one.  */
static __inline__ __attribute__ ((__unused__, __no_instrument_function__)) void
__upc_initialise (const void *__proxy, const void *__table, __SIZE_TYPE__ __size,
		  __SIZE_TYPE__ __block)
{
  char *__to = (char *) __upc_local (__upc_symbol (__proxy))
	       + ((__upc_pts) __upc_mythread << __UPC_ADDRESS_BITS);
  const char *__from = (const char *) __table;
  __SIZE_TYPE__ __step = __block * __UPC_THREADS, __n;
  if (!__block)
    __block = __step = __size;
  for (__n = __block * __upc_mythread; __n < __size; __n += __step)
    {
      __SIZE_TYPE__ __left = __size - __n;
      __builtin_memcpy (__to, __from + __n, __left < __block ? __left : __block);
      __to += __block;
    }
}

/* UPC from here on.  */
#pragma gasp_upc_lex
#pragma upc relaxed
#pragma upc_end
#pragma gasp_upc_lex

#endif /* GASP_UPC_PRELUDE_H */
