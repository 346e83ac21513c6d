/* bupc_extensions.h - Berkeley UPC's extensions of the library.

   SPDX-License-Identifier: Apache-2.0

   Where UPC 1.3 has the same by another name, it is that function.  With
   -fupc-berkeley, <upc.h> includes this.  */

#ifndef _BUPC_EXTENSIONS_H
#define _BUPC_EXTENSIONS_H

#include <inttypes.h>
#include <bupc_values.h>
#include <upc.h>
#include <upc_atomic.h>
#include <upc_castable.h>
#include <upc_nb.h>
#include <upc_tick.h>

/* ---- Ticks  */

typedef upc_tick_t bupc_tick_t;
#define BUPC_TICK_MIN UPC_TICK_MIN
#define BUPC_TICK_MAX UPC_TICK_MAX

extern bupc_tick_t bupc_ticks_now (void) __asm__ ("upc_ticks_now");
extern uint64_t bupc_ticks_to_ns (bupc_tick_t ticks)
  __asm__ ("upc_ticks_to_ns");

static __inline__ __attribute__ ((__unused__)) uint64_t
bupc_ticks_to_us (bupc_tick_t ticks)
{
  return upc_ticks_to_ns (ticks) / 1000;
}

/* Returns the least difference between two ticks that differ, and how long it
   takes to look, in microseconds.  */
extern double bupc_tick_granularityus (void);
extern double bupc_tick_overheadus (void);

/* ---- Progress, the environment  */

/* Gives up the processor, and shows what other threads have written; for a
   loop that waits for another thread.  */
extern void bupc_poll (void);
extern void upc_poll (void) __asm__ ("bupc_poll");

extern char *bupc_getenv (const char *name) __asm__ ("getenv");

/* There is no trace to print into.  */
#define bupc_trace_printf(arguments) ((void) 0)

/* ---- Pointers-to-shared  */

/* Describes PTR in BUF, which has room for MAXLEN bytes, at least
   BUPC_DUMP_MIN_LENGTH; or returns -1 and sets errno.  */
extern int bupc_dump_shared (shared const void *ptr, char *buf, int maxlen);

/* Returns PTR + ELEMINCR, as if PTR was shared [BLOCKELEMS] T *, a T having
   ELEMSZ bytes.  */
extern shared void *bupc_ptradd (shared void *p, size_t blockelems,
				 size_t elemsz, ptrdiff_t elemincr);

/* Returns whether the calling thread has an address for what PTR points to (or
   PTR is null); that address; and whether it has one for all of THREAD's
   objects.  */
extern int bupc_castable (shared const void *ptr);
extern void *bupc_cast (shared const void *ptr) __asm__ ("upc_cast");
extern int bupc_thread_castable (unsigned int thread);

/* Returns, the other way, what points to *PTR; null if that is not shared.  */
extern shared void *bupc_inverse_cast (void *ptr);

/* Returns the address in the part of THREAD, with PHASE, that PTR has in this
   thread's part.  */
extern shared void *bupc_local_to_shared (void *ptr, int thread, int phase);

/* Returns how far thread B's memory is from thread A: BUPC_THREADS_SAME, or
   one of the others, or between two of them.  */
extern unsigned int bupc_thread_distance (int a, int b);

/* True if A and B, which are types or expressions, have the same type, with all
   qualifiers and layouts.  */
#define bupc_assert_type(a, b)						\
  __builtin_types_compatible_p (__typeof__ (a) *, __typeof__ (b) *)

/* ---- Transfers that do not block: those of upc_nb.h  */

typedef upc_handle_t bupc_handle_t;
#define BUPC_COMPLETE_HANDLE UPC_COMPLETE_HANDLE

extern bupc_handle_t bupc_memcpy_async (shared void *dst,
					shared const void *src, size_t n)
  __asm__ ("upc_memcpy_nb");
extern bupc_handle_t bupc_memget_async (void *dst, shared const void *src,
					size_t n) __asm__ ("upc_memget_nb");
extern bupc_handle_t bupc_memput_async (shared void *dst, const void *src,
					size_t n) __asm__ ("upc_memput_nb");
extern bupc_handle_t bupc_memset_async (shared void *dst, int c, size_t n)
  __asm__ ("upc_memset_nb");
extern void bupc_waitsync (bupc_handle_t handle) __asm__ ("upc_sync");
extern int bupc_trysync (bupc_handle_t handle) __asm__ ("upc_sync_attempt");

extern void bupc_memcpy_asynci (shared void *dst, shared const void *src,
				size_t n) __asm__ ("upc_memcpy_nbi");
extern void bupc_memget_asynci (void *dst, shared const void *src, size_t n)
  __asm__ ("upc_memget_nbi");
extern void bupc_memput_asynci (shared void *dst, const void *src, size_t n)
  __asm__ ("upc_memput_nbi");
extern void bupc_memset_asynci (shared void *dst, int c, size_t n)
  __asm__ ("upc_memset_nbi");
extern void bupc_waitsynci (void) __asm__ ("upc_synci");
extern int bupc_trysynci (void) __asm__ ("upc_synci_attempt");
/* For gets, or puts, alone: these wait for all.  */
#define BUPC_SYNCI_PUTGETS 1
extern void bupc_waitsynci_gets (void) __asm__ ("upc_synci");
extern void bupc_waitsynci_puts (void) __asm__ ("upc_synci");

/* Waits for all of N handles, or for some: until one completes that was not
   complete, or there is none.  Those that complete become
   BUPC_COMPLETE_HANDLE.  The others say whether that is so.  */
extern void bupc_waitsync_all (bupc_handle_t *handles, size_t n);
extern void bupc_waitsync_some (bupc_handle_t *handles, size_t n);
extern int bupc_trysync_all (bupc_handle_t *handles, size_t n);
extern int bupc_trysync_some (bupc_handle_t *handles, size_t n);

/* Gives all transfers that are begun without a handle between the two one
   handle together.  */
extern void bupc_begin_accessregion (void);
extern bupc_handle_t bupc_end_accessregion (void);
extern void bupc_begin_nbi_accessregion (void)
  __asm__ ("bupc_begin_accessregion");
extern bupc_handle_t bupc_end_nbi_accessregion (void)
  __asm__ ("bupc_end_accessregion");

/* ---- Transfers of many pieces.  Each is in one thread's memory; the sides
   have as many bytes, in pieces that may differ.  Those with handles are done
   at once, too.  */

typedef struct __bupc_pmemvec {
  void *addr;
  size_t len;
} bupc_pmemvec_t;

typedef struct __bupc_smemvec {
  shared void *addr;
  size_t len;
} bupc_smemvec_t;

/* Lists of addresses that are only read from: either kind is taken.  */
typedef union {
  shared const void *const *__to_const;
  shared void *const *__to_any;
} __bupc_shared_list_t __attribute__ ((__transparent_union__));
typedef union {
  const void *const *__to_const;
  void *const *__to_any;
} __bupc_private_list_t __attribute__ ((__transparent_union__));

/* The functions of the library, as those that return RESULT.  */
#define __BUPC_PIECES(result, suffix)					\
  extern result bupc_memcpy_vlist##suffix				\
    (size_t dstcount, bupc_smemvec_t const dstlist[],			\
     size_t srccount, bupc_smemvec_t const srclist[])			\
    __asm__ ("bupc_memcpy_vlist");					\
  extern result bupc_memput_vlist##suffix				\
    (size_t dstcount, bupc_smemvec_t const dstlist[],			\
     size_t srccount, bupc_pmemvec_t const srclist[])			\
    __asm__ ("bupc_memput_vlist");					\
  extern result bupc_memget_vlist##suffix				\
    (size_t dstcount, bupc_pmemvec_t const dstlist[],			\
     size_t srccount, bupc_smemvec_t const srclist[])			\
    __asm__ ("bupc_memget_vlist");					\
  extern result bupc_memcpy_ilist##suffix				\
    (size_t dstcount, shared void *const dstlist[], size_t dstlen,	\
     size_t srccount, __bupc_shared_list_t srclist, size_t srclen)	\
    __asm__ ("bupc_memcpy_ilist");					\
  extern result bupc_memput_ilist##suffix				\
    (size_t dstcount, shared void *const dstlist[], size_t dstlen,	\
     size_t srccount, __bupc_private_list_t srclist, size_t srclen)	\
    __asm__ ("bupc_memput_ilist");					\
  extern result bupc_memget_ilist##suffix				\
    (size_t dstcount, void *const dstlist[], size_t dstlen,		\
     size_t srccount, __bupc_shared_list_t srclist, size_t srclen)	\
    __asm__ ("bupc_memget_ilist");					\
  extern result bupc_memcpy_fstrided##suffix				\
    (shared void *dst, size_t dstchunklen, size_t dstchunkstride,	\
     size_t dstchunkcount, shared const void *src, size_t srcchunklen,	\
     size_t srcchunkstride, size_t srcchunkcount)			\
    __asm__ ("bupc_memcpy_fstrided");					\
  extern result bupc_memput_fstrided##suffix				\
    (shared void *dst, size_t dstchunklen, size_t dstchunkstride,	\
     size_t dstchunkcount, const void *src, size_t srcchunklen,		\
     size_t srcchunkstride, size_t srcchunkcount)			\
    __asm__ ("bupc_memput_fstrided");					\
  extern result bupc_memget_fstrided##suffix				\
    (void *dst, size_t dstchunklen, size_t dstchunkstride,		\
     size_t dstchunkcount, shared const void *src, size_t srcchunklen,	\
     size_t srcchunkstride, size_t srcchunkcount)			\
    __asm__ ("bupc_memget_fstrided");					\
  extern result bupc_memcpy_strided##suffix				\
    (shared void *dst, const size_t dststrides[], shared const void *src, \
     const size_t srcstrides[], const size_t count[], size_t levels)	\
    __asm__ ("bupc_memcpy_strided");					\
  extern result bupc_memput_strided##suffix				\
    (shared void *dst, const size_t dststrides[], const void *src,	\
     const size_t srcstrides[], const size_t count[], size_t levels)	\
    __asm__ ("bupc_memput_strided");					\
  extern result bupc_memget_strided##suffix				\
    (void *dst, const size_t dststrides[], shared const void *src,	\
     const size_t srcstrides[], const size_t count[], size_t levels)	\
    __asm__ ("bupc_memget_strided");
__BUPC_PIECES (void,)
__BUPC_PIECES (bupc_handle_t, _async)
#undef __BUPC_PIECES

/* ---- Semaphores  */

typedef shared struct bupc_sem_S bupc_sem_t;

/* Returns a new semaphore, 0, with affinity to the calling thread.  FLAGS are
   BUPC_SEM_*; without, it is a number, posted and waited for by any
   thread.  */
extern bupc_sem_t *bupc_sem_alloc (int flags);
extern void bupc_sem_free (bupc_sem_t *s);

/* Each is about 1, or N.  "post" adds it to the semaphore; "wait" waits until
   the semaphore has as much, and subtracts it; "try" subtracts it and returns 1
   if the semaphore has as much, and else returns 0.  All imply upc_fence.  */
extern void bupc_sem_post (bupc_sem_t *s);
extern void bupc_sem_postN (bupc_sem_t *s, size_t n);
extern void bupc_sem_wait (bupc_sem_t *s);
extern void bupc_sem_waitN (bupc_sem_t *s, size_t n);
extern int bupc_sem_try (bupc_sem_t *s);
extern int bupc_sem_tryN (bupc_sem_t *s, size_t n);

/* Does upc_memput, then bupc_sem_postN when the data are there.  */
extern void bupc_memput_signal (shared void *dst, const void *src,
				size_t nbytes, bupc_sem_t *s, size_t n);
extern void bupc_memput_signal_async (shared void *dst, const void *src,
				      size_t nbytes, bupc_sem_t *s, size_t n)
  __asm__ ("bupc_memput_signal");

/* ---- Atomic operations  */

/* prefix_atomicCODE_NAME_HOW, of the library's bupc_atomicCODE_NAME_HOW.  */
#define __BUPC_ATOMIC(prefix, code, how, name, result, ...)		\
  extern result prefix##_atomic##code##_##name##_##how			\
    (shared void *p, ##__VA_ARGS__)					\
    __asm__ ("bupc_atomic" #code "_" #name "_" #how);

/* Those with a result return the old value.  cswap stores VALUE if that was
   OLD.  */
#define __BUPC_ACCESSORS(prefix, type, code, how)			\
  __BUPC_ATOMIC (prefix, code, how, read, type)				\
  __BUPC_ATOMIC (prefix, code, how, set, void, type value)		\
  __BUPC_ATOMIC (prefix, code, how, swap, type, type value)		\
  __BUPC_ATOMIC (prefix, code, how, cswap, type, type old, type value)

/* Add and so on; fetchnotand clears the bits of VALUE, mswap stores those bits
   of VALUE that MASK has.  */
#define __BUPC_OPERATIONS(prefix, type, code, how)			\
  __BUPC_ACCESSORS (prefix, type, code, how)				\
  __BUPC_ATOMIC (prefix, code, how, mswap, type, type mask, type value)	\
  __BUPC_ATOMIC (prefix, code, how, fetchadd, type, type value)		\
  __BUPC_ATOMIC (prefix, code, how, fetchand, type, type value)		\
  __BUPC_ATOMIC (prefix, code, how, fetchor, type, type value)		\
  __BUPC_ATOMIC (prefix, code, how, fetchxor, type, type value)		\
  __BUPC_ATOMIC (prefix, code, how, fetchnotand, type, type value)	\
  __BUPC_ATOMIC (prefix, code, how, fetchnot, type)

/* Atomic operations on private memory, for threads of the process.  */
#define __BUPC_INLINE							\
  static __inline__ __attribute__ ((__always_inline__, __artificial__,	\
				    __unused__, __no_instrument_function__))
#define __BUPC_PRIVATE(prefix, type, code, name, builtin, operand)	\
  __BUPC_INLINE type							\
  prefix##_atomic##code##_##name##_private (void *p, type value)	\
  {									\
    return builtin ((type *) p, operand, __ATOMIC_RELAXED);		\
  }

#define __BUPC_PRIVATE_ALL(prefix, type, code)				\
  __BUPC_INLINE type							\
  prefix##_atomic##code##_read_private (void *p)			\
  {									\
    return __atomic_load_n ((type *) p, __ATOMIC_RELAXED);		\
  }									\
  __BUPC_INLINE void							\
  prefix##_atomic##code##_set_private (void *p, type value)		\
  {									\
    __atomic_store_n ((type *) p, value, __ATOMIC_RELAXED);		\
  }									\
  __BUPC_PRIVATE (prefix, type, code, swap, __atomic_exchange_n, value)	\
  __BUPC_PRIVATE (prefix, type, code, fetchadd, __atomic_fetch_add, value) \
  __BUPC_PRIVATE (prefix, type, code, fetchand, __atomic_fetch_and, value) \
  __BUPC_PRIVATE (prefix, type, code, fetchor, __atomic_fetch_or, value) \
  __BUPC_PRIVATE (prefix, type, code, fetchxor, __atomic_fetch_xor, value) \
  __BUPC_PRIVATE (prefix, type, code, fetchnotand, __atomic_fetch_and, \
		  ~value)						\
  __BUPC_INLINE type							\
  prefix##_atomic##code##_fetchnot_private (void *p)			\
  {									\
    return __atomic_fetch_xor ((type *) p, ~(type) 0, __ATOMIC_RELAXED); \
  }									\
  __BUPC_INLINE type							\
  prefix##_atomic##code##_cswap_private (void *p, type old, type value)	\
  {									\
    __atomic_compare_exchange_n ((type *) p, &old, value, 0,		\
				 __ATOMIC_RELAXED, __ATOMIC_RELAXED);	\
    return old;								\
  }									\
  __BUPC_INLINE type							\
  prefix##_atomic##code##_mswap_private (void *p, type mask, type value) \
  {									\
    type old = __atomic_load_n ((type *) p, __ATOMIC_RELAXED);		\
    while (!__atomic_compare_exchange_n ((type *) p, &old,		\
					 (old & ~mask) | (value & mask), 1, \
					 __ATOMIC_RELAXED, __ATOMIC_RELAXED)) \
      continue;								\
    return old;								\
  }

#define __BUPC_ATOMICS_OF(prefix, type, code)				\
  __BUPC_OPERATIONS (prefix, type, code, relaxed)			\
  __BUPC_OPERATIONS (prefix, type, code, strict)			\
  __BUPC_PRIVATE_ALL (prefix, type, code)
#define __BUPC_ATOMICS_OF_FLOATING(prefix, type, code)			\
  __BUPC_ACCESSORS (prefix, type, code, relaxed)			\
  __BUPC_ACCESSORS (prefix, type, code, strict)

#define __BUPC_ATOMICS(prefix)						\
  __BUPC_ATOMICS_OF (prefix, int, I)					\
  __BUPC_ATOMICS_OF (prefix, unsigned int, UI)				\
  __BUPC_ATOMICS_OF (prefix, long, L)					\
  __BUPC_ATOMICS_OF (prefix, unsigned long, UL)				\
  __BUPC_ATOMICS_OF (prefix, int32_t, I32)				\
  __BUPC_ATOMICS_OF (prefix, uint32_t, U32)				\
  __BUPC_ATOMICS_OF (prefix, int64_t, I64)				\
  __BUPC_ATOMICS_OF (prefix, uint64_t, U64)				\
  __BUPC_ATOMICS_OF_FLOATING (prefix, float, F)				\
  __BUPC_ATOMICS_OF_FLOATING (prefix, double, D)
__BUPC_ATOMICS (bupc)

/* ---- The same by names that begin with upc_, for programs that ask for
   them.  */

#define UPC_DUMP_MIN_LENGTH BUPC_DUMP_MIN_LENGTH
#define upc_dump_shared bupc_dump_shared

#ifdef BUPC_USE_UPC_NAMESPACE
#define UPC_THREADS_SAME BUPC_THREADS_SAME
#define UPC_THREADS_VERYNEAR BUPC_THREADS_VERYNEAR
#define UPC_THREADS_NEAR BUPC_THREADS_NEAR
#define UPC_THREADS_FAR BUPC_THREADS_FAR
#define UPC_THREADS_VERYFAR BUPC_THREADS_VERYFAR
#define UPC_SEM_BOOLEAN BUPC_SEM_BOOLEAN
#define UPC_SEM_INTEGER BUPC_SEM_INTEGER
#define UPC_SEM_SPRODUCER BUPC_SEM_SPRODUCER
#define UPC_SEM_MPRODUCER BUPC_SEM_MPRODUCER
#define UPC_SEM_SCONSUMER BUPC_SEM_SCONSUMER
#define UPC_SEM_MCONSUMER BUPC_SEM_MCONSUMER
#define UPC_SEM_MAXVALUE BUPC_SEM_MAXVALUE
#define upc_thread_distance bupc_thread_distance
#define upc_sem_t bupc_sem_t
#define upc_sem_alloc bupc_sem_alloc
#define upc_sem_free bupc_sem_free
#define upc_sem_post bupc_sem_post
#define upc_sem_postN bupc_sem_postN
#define upc_sem_wait bupc_sem_wait
#define upc_sem_waitN bupc_sem_waitN
#define upc_sem_try bupc_sem_try
#define upc_sem_tryN bupc_sem_tryN
#define upc_memput_signal bupc_memput_signal
#define upc_memput_signal_async bupc_memput_signal_async
#define upc_waitsync bupc_waitsync
#define upc_trysync bupc_trysync
#define upc_waitsync_all bupc_waitsync_all
#define upc_trysync_all bupc_trysync_all
#define upc_waitsync_some bupc_waitsync_some
#define upc_trysync_some bupc_trysync_some
#define upc_waitsynci bupc_waitsynci
#define upc_trysynci bupc_trysynci
#define upc_begin_accessregion bupc_begin_accessregion
#define upc_end_accessregion bupc_end_accessregion
#define upc_pmemvec_t bupc_pmemvec_t
#define upc_smemvec_t bupc_smemvec_t
#define upc_memcpy_async bupc_memcpy_async
#define upc_memcpy_asynci bupc_memcpy_asynci
#define upc_memget_async bupc_memget_async
#define upc_memget_asynci bupc_memget_asynci
#define upc_memput_async bupc_memput_async
#define upc_memput_asynci bupc_memput_asynci
#define upc_memset_async bupc_memset_async
#define upc_memset_asynci bupc_memset_asynci
#define upc_memcpy_vlist bupc_memcpy_vlist
#define upc_memcpy_vlist_async bupc_memcpy_vlist_async
#define upc_memget_vlist bupc_memget_vlist
#define upc_memget_vlist_async bupc_memget_vlist_async
#define upc_memput_vlist bupc_memput_vlist
#define upc_memput_vlist_async bupc_memput_vlist_async
#define upc_memcpy_ilist bupc_memcpy_ilist
#define upc_memcpy_ilist_async bupc_memcpy_ilist_async
#define upc_memget_ilist bupc_memget_ilist
#define upc_memget_ilist_async bupc_memget_ilist_async
#define upc_memput_ilist bupc_memput_ilist
#define upc_memput_ilist_async bupc_memput_ilist_async
#define upc_memcpy_fstrided bupc_memcpy_fstrided
#define upc_memcpy_fstrided_async bupc_memcpy_fstrided_async
#define upc_memget_fstrided bupc_memget_fstrided
#define upc_memget_fstrided_async bupc_memget_fstrided_async
#define upc_memput_fstrided bupc_memput_fstrided
#define upc_memput_fstrided_async bupc_memput_fstrided_async
#define upc_memcpy_strided bupc_memcpy_strided
#define upc_memcpy_strided_async bupc_memcpy_strided_async
#define upc_memget_strided bupc_memget_strided
#define upc_memget_strided_async bupc_memget_strided_async
#define upc_memput_strided bupc_memput_strided
#define upc_memput_strided_async bupc_memput_strided_async
__BUPC_ATOMICS (upc)
#endif

#undef __BUPC_ATOMICS
#undef __BUPC_ATOMICS_OF
#undef __BUPC_ATOMICS_OF_FLOATING
#undef __BUPC_PRIVATE_ALL
#undef __BUPC_PRIVATE
#undef __BUPC_OPERATIONS
#undef __BUPC_ACCESSORS
#undef __BUPC_ATOMIC
#undef __BUPC_INLINE

#endif /* _BUPC_EXTENSIONS_H */
