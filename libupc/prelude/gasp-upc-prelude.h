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

/* Is once in a unit, which compiles in less time.  */
#define __UPC_ONCE							\
  static __inline__ __attribute__ ((__noinline__, __unused__,		\
				    __no_instrument_function__))
/* Accesses, and steps of loops, that may take a call: without optimisation all
   do.  */
#ifdef __OPTIMIZE__
#define __UPC_ACCESS __UPC_INLINE
#else
#define __UPC_ACCESS __UPC_ONCE
#endif

/* Sets before the program runs, then constant.  */
extern const int __upc_threads __UPC_OF_KIND (__upc_threads), __upc_mythread;
extern char *const __upc_base __UPC_OF_KIND (__upc_base);
/* The greatest number below 2^64 / THREADS; THREADS * __UPC_BIAS + 1, where
   quotients by that are to be too large by the bias; and THREADS in a pointer's
   bits.  */
extern const __upc_pts __upc_inverse, __upc_bias, __upc_all_threads;

/* It points to a value that is not 0 while accesses that are to be reported
   have to go through the library.  */
extern const volatile unsigned char *const __upc_watched;

/* Returns the address of the proxy of an object that would have address 0.  A
   variable, since GCC takes an address computed from the address of a
   variable, as "the beginning of all proxies" would be, for a part of that
   variable.  */
extern const __upc_pts __upc_origin __UPC_OF_KIND (__upc_origin);

/* How far from its proxy an object's part is: this thread's, and thread
   0's.  */
extern const __upc_pts __upc_own, __upc_first;

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

/* Returns P without its phase.  */
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
#define __UPC_PAGE(a) \
  ((__upc_pts) __builtin_assume_aligned ((void *) (a), 4096))

/* Returns where P is in this process.  The sum is one of integers: of
   pointers, GCC's ivopts would keep one variable for several arrays, and
   subtract from it in the loop.  */
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

/* Returns the address of P, which is in the object whose proxy is at PROXY.
   GCC takes it for an address in the proxy, and so knows that it is in no
   other object.  */
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

__UPC_ACCESS void *
__upc_local_or_null (__upc_pts __p)
{
  return __p ? __upc_local (__p) : (void *) 0;
}

#include "gasp-upc-move.h"

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
#include "gasp-upc-check.h"

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

__UPC_ACCESS struct __upc_forall
__upc_forall_enter (int __filters)
{
  struct __upc_forall __f;
  __f.controls = __filters && !__upc_forall_depth;
  __f.filters = __filters;
  __upc_forall_depth += __filters;
  return __f;
}

__UPC_ACCESS void
__upc_forall_leave (struct __upc_forall *__f)
{
  __upc_forall_depth -= __f->filters;
}

/* Replaced by one of the next two, by the type of the affinity.  */
int __upc_forall_mine (int __controls, ...);

__UPC_ACCESS int
__upc_own_index (int __controls, __upc_long __i)
{
  return (!__controls
	  || __i - __upc_divide_threads (__i) * __UPC_THREADS
	       == __upc_mythread);
}

__UPC_ACCESS int
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
__upc_initialise (const void *__proxy, const void *__table,
		  __SIZE_TYPE__ __size, __SIZE_TYPE__ __block)
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
      __builtin_memcpy (__to, __from + __n,
			__left < __block ? __left : __block);
      __to += __block;
    }
}

/* UPC from here on.  */
#pragma gasp_upc_lex
#pragma upc relaxed
#pragma upc_end
#pragma gasp_upc_lex

#endif /* GASP_UPC_PRELUDE_H */
