/* gasp-upc-check.h - checks before accesses, with -fupc-check.

   SPDX-License-Identifier: Apache-2.0

   A part of gasp-upc-prelude.h.  An access that is right is noted here, unless
   the thread has done the same since its last synchronisation; others are
   libupc/check/access.c's.  */

#ifndef GASP_UPC_CHECK_H
#define GASP_UPC_CHECK_H

#pragma GCC system_header

#include "gasp-upc-log.h"

/* HOW is a sum of these; of the size in bytes, and of how many elements a block
   has by the type of the pointer, or 0; for an object, whether threads have
   unequal parts of it.  */
#define __UPC_CHECK_WRITE 1
#define __UPC_CHECK_STRICT 2
#define __UPC_CHECK_ONE_BLOCK 4	/* the object is */
#define __UPC_CHECK_PLACE 8	/* the pointer comes without its phase */
#define __UPC_CHECK_DEFINED 16	/* the object is, in this unit */
#define __UPC_CHECK_SIZE_SHIFT 5
#define __UPC_CHECK_BLOCK_SHIFT 40

void __upc_check_access (__upc_pts __p, __upc_pts __how, const void *__proxy,
			 __upc_long __total, struct __upc_check_site *__site);
void __upc_check_strict_read (__upc_pts __p);
void __upc_check_cast (__upc_pts __p, const struct __upc_check_site *__site);
void __upc_check_run (__upc_pts __p, __upc_long __count, __upc_long __pace,
		      __upc_pts __how, __upc_pts __object, __upc_long __total,
		      struct __upc_check_site *__site);
void __upc_check_closely (__upc_pts __p, __upc_pts __how, const void *__proxy,
			  __upc_long __total, struct __upc_check_site *__site)
  __attribute__ ((__cold__));

/* Returns whether the N bytes at PLACE are in the object whose proxy is at
   PROXY, as far as that is known here.  */
__UPC_INLINE int
__upc_check_inside (__upc_pts __place, __upc_pts __n, __upc_pts __how,
		    const void *__proxy, __upc_long __total)
{
  __upc_pts __at = __place - ((__upc_pts) __proxy - __upc_origin);
  if (__total < 0)
    return (!(__how >> __UPC_CHECK_BLOCK_SHIFT)
	    && (__at & __UPC_ADDRESS_MASK) <= -(__upc_pts) __total - __n);
  return __how & __UPC_CHECK_ONE_BLOCK && __at <= (__upc_pts) __total - __n;
}

__UPC_INLINE __upc_pts
__upc_check_size (__upc_pts __how)
{
  return __how << (64 - __UPC_CHECK_BLOCK_SHIFT)
	 >> (64 - __UPC_CHECK_BLOCK_SHIFT + __UPC_CHECK_SIZE_SHIFT);
}

/* Returns whether an access at P, as HOW describes it, is within the object of
   PROXY, and the phase of P is right for its blocks.  */
__UPC_INLINE int
__upc_check_right (__upc_pts __p, __upc_pts __how, const void *__proxy,
		   __upc_long __total)
{
  __upc_pts __block = __how >> __UPC_CHECK_BLOCK_SHIFT;
  __upc_pts __at = __upc_offset (__p), __n = __upc_check_size (__how);
  return !((__proxy
	    && !__upc_check_inside (__at, __n, __how, __proxy, __total))
	   || (__block && !(__how & __UPC_CHECK_PLACE)
	       && (__upc_pts) __upc_phase (__p) >= __block));
}

/* Returns which bits of a stamp stand for an access to BYTES.  */
__UPC_INLINE unsigned int
__upc_check_wanted (unsigned int __bytes, __upc_pts __how)
{
  return __how & __UPC_CHECK_WRITE ? __bytes << 8 : __bytes;
}

/* Returns in which of its bytes the N at PLACE are; 0 if not in one word, or if
   there is no stamp.  */
__UPC_INLINE unsigned int
__upc_check_bytes (__upc_pts __place, __upc_pts __n)
{
  __upc_pts __byte = __place % 8;
  if (__byte + __n > 8 || __place / 8 >= __upc_check_log.__words)
    return 0;
  return ((1u << __n) - 1) << __byte;
}

/* Returns how many more accesses SITE notes without a look at the stamp.  */
__UPC_INLINE __upc_pts
__upc_check_unseen (__upc_pts __how, const struct __upc_check_site *__site)
{
  return __how & __UPC_CHECK_DEFINED ? __site->__unseen : 0;
}

/* Returns whether the thread has accessed BYTES of the word at PLACE since its
   last synchronisation.  */
__UPC_INLINE int
__upc_check_known (__upc_pts __place, unsigned int __bytes, __upc_pts __how)
{
  struct __upc_check_log *__log = &__upc_check_log;
  unsigned int __wanted = __upc_check_wanted (__bytes, __how);
  unsigned int __stamp = __log->__stamps[__place / 8];
  return !((__stamp ^ (__log->__now | __wanted)) & (0xffff0000u | __wanted));
}

/* Notes an access to BYTES of the word at PLACE, which is new, if they are
   known to be there.  Returns whether that was possible.  */
__UPC_ONCE int
__upc_check_note (__upc_pts __place, unsigned int __bytes, __upc_pts __how,
		  struct __upc_check_site *__site)
{
  struct __upc_check_log *__log = &__upc_check_log;
  __upc_pts __cell = __site->__cell;
  __upc_pts __unseen = __upc_check_unseen (__how, __site);
  unsigned int __i = __log->__count, *__its = &__log->__stamps[__place / 8];
  if ((!(__how & __UPC_CHECK_DEFINED)
       && (*__its < __log->__valid || __bytes & ~*__its))
      || __i >= __log->__limit || !__cell || !*__log->__alone)
    return 0;
  if (__unseen)
    __site->__unseen = __unseen - 1;
  else
    {
      unsigned int __stamp = *__its;
      if ((__stamp ^ __log->__now) >> 16)
	__stamp = __log->__now;
      *__its = __stamp | __upc_check_wanted (__bytes, __how) | __bytes;
      if (__how & __UPC_CHECK_DEFINED)
	__site->__unseen = __UPC_CHECK_UNSEEN;
    }
  __log->__noted[__i].__p = (__place & -8ul) + (__unseen != 0);
  __log->__noted[__i].__cell = __log->__cell | __cell | __bytes;
  __log->__count = __i + 1;
  return 1;
}

__UPC_INLINE void
__upc_check (__upc_pts __p, __upc_pts __how, const void *__proxy,
	     __upc_long __total, struct __upc_check_site *__site)
{
  __upc_pts __at = __upc_offset (__p);
  unsigned int __bytes = __upc_check_bytes (__at, __upc_check_size (__how));
  if (__builtin_expect (!__upc_check_right (__p, __how, __proxy, __total), 0)
      || __how & __UPC_CHECK_STRICT || !__bytes
      || ((__upc_check_unseen (__how, __site)
	   || !__upc_check_known (__at, __bytes, __how))
	  && !__upc_check_note (__at, __bytes, __how, __site)))
    __upc_check_closely (__p, __how, __proxy, __total, __site);
}

#endif /* GASP_UPC_CHECK_H */
