/* gasp-upc-check.h - checks before accesses, with -fupc-check.

   SPDX-License-Identifier: Apache-2.0

   A part of gasp-upc-prelude.h.  What has been checked since the thread's last
   synchronisation is not checked again: see libupc/check/stamps.c.  The rest is
   in libupc/check/check.h.  */

#ifndef GASP_UPC_CHECK_H
#define GASP_UPC_CHECK_H

#pragma GCC system_header

/* HOW is a sum of these; of the size in bytes, and of how many elements a block
   has by the type of the pointer, or 0.  */
#define __UPC_CHECK_WRITE 1
#define __UPC_CHECK_STRICT 2
#define __UPC_CHECK_ONE_BLOCK 4	/* the object is */
#define __UPC_CHECK_PLACE 8	/* the pointer comes without its phase */
#define __UPC_CHECK_SIZE_SHIFT 4
#define __UPC_CHECK_BLOCK_SHIFT 40

extern const unsigned int *const __upc_check_stamps;
extern const __upc_pts __upc_check_words;
extern unsigned int __upc_check_now;

void __upc_check_access (__upc_pts __p, __upc_pts __how, const void *__proxy,
			 __upc_long __total, const char *__file,
			 __upc_pts __place);
void __upc_check_strict_read (__upc_pts __p);
void __upc_check_cast (__upc_pts __p, const char *__file, __upc_pts __place);
void __upc_check_run (__upc_pts __p, __upc_long __count, __upc_long __pace,
		      __upc_pts __how, __upc_pts __object, __upc_long __total,
		      const char *__file, __upc_pts __place);

/* It changes nothing that the program has.  */
int __upc_check_anew (__upc_pts __p, __upc_pts __how, const void *__proxy,
		      __upc_long __total, const char *__file, __upc_pts __place)
  __attribute__ ((__pure__, __cold__));

/* Returns whether the N bytes at PLACE are in the object whose proxy is at
   PROXY, as far as that is known here.  */
__UPC_INLINE int
__upc_check_inside (__upc_pts __place, __upc_pts __n, __upc_pts __how,
		    const void *__proxy, __upc_long __total)
{
  __upc_pts __at = __place - ((__upc_pts) __proxy - __upc_origin);
  if (__total < 0)
    return (__at & __UPC_ADDRESS_MASK) <= -(__upc_pts) __total - __n;
  return __how & __UPC_CHECK_ONE_BLOCK && __at <= (__upc_pts) __total - __n;
}

/* Returns whether the N bytes at PLACE have been accessed that way since the
   last synchronisation.  */
__UPC_INLINE int
__upc_check_again (__upc_pts __place, __upc_pts __n, __upc_pts __how)
{
  unsigned int __wanted, __differs;
  if (__how & __UPC_CHECK_STRICT || __n > 8 || __place / 8 >= __upc_check_words)
    return 0;
  __wanted = (1u << __n) - 1;
  if (__n < 8)
    __wanted <<= __place % 8;
  if (__how & __UPC_CHECK_WRITE)
    __wanted <<= 8;
  __differs = __upc_check_stamps[__place / 8] ^ (__upc_check_now | __wanted);
  return !(__differs & (0xffff0000u | __wanted));
}

__UPC_INLINE void
__upc_check (__upc_pts __p, __upc_pts __how, const void *__proxy,
	     __upc_long __total, const char *__file, __upc_pts __place)
{
  __upc_pts __at = __upc_offset (__p);
  __upc_pts __n = __how << (64 - __UPC_CHECK_BLOCK_SHIFT)
		  >> (64 - __UPC_CHECK_BLOCK_SHIFT + __UPC_CHECK_SIZE_SHIFT);
  __upc_pts __block = __how >> __UPC_CHECK_BLOCK_SHIFT;
  if (__builtin_expect (!__upc_check_again (__at, __n, __how), 0)
      || (__proxy && !__upc_check_inside (__at, __n, __how, __proxy, __total))
      || (__block && !(__how & __UPC_CHECK_PLACE)
	  && (__upc_pts) __upc_phase (__p) >= __block))
    {
      int __done = __upc_check_anew (__p, __how, __proxy, __total, __file,
				     __place);
      __asm__ __volatile__ ("" : : "r" (__done));
    }
}

#endif /* GASP_UPC_CHECK_H */
