/* gasp-upc-move.h - moving pointers-to-shared.

   SPDX-License-Identifier: Apache-2.0

   A part of gasp-upc-prelude.h.  Where nothing is optimised, what takes more
   than a few instructions is called instead (libupc/core/moves.c): that is
   quicker, to compile and to run.  */

#ifndef GASP_UPC_MOVE_H
#define GASP_UPC_MOVE_H

#pragma GCC system_header

/* ---- Arithmetic.  Divisions round towards minus infinity.  */

/* Returns A / B, for a constant B and an A of less than 2^42 * B.  */
__UPC_INLINE __upc_long
__upc_divide (__upc_long __a, __upc_long __b)
{
  if ((__b & (__b - 1)) == 0)
    return __a >> __builtin_ctzl (__b);
  return (__upc_long) (((__upc_pts) __a + ((__upc_pts) __b << 42))
		       / (__upc_pts) __b) - ((__upc_long) 1 << 42);
}

/* Returns A modulo B, A / B being QUOTIENT.  */
__UPC_INLINE __upc_long
__upc_rest (__upc_long __a, __upc_long __quotient, __upc_long __b)
{
  if ((__b & (__b - 1)) == 0)
    return __a & (__b - 1);
  return __a - __quotient * __b;
}

#ifndef __UPC_STATIC_THREADS__
/* Returns (A + B) / THREADS, plus __UPC_BIAS, for a sum between -2^50 and 2^50.
   Of the two, B is the one that changes in loops.  One more than the sum times
   one less than the reciprocal is right for any number of threads: so no branch
   has to make two of each access.  */
__UPC_INLINE __upc_pts
__upc_biased_quotient (__upc_long __a, __upc_long __b)
{
  __upc_pts __x = ((__upc_pts) __a + __upc_bias) + (__upc_pts) __b;
#if __UPC_THREAD_BITS > 10
  /* The reciprocal is not exact enough.  */
  return (__x - 1) / (__upc_pts) __upc_threads;
#else
  return (__upc_pts) (((unsigned __int128) __x * __upc_inverse) >> 64);
#endif
}
#endif

/* Returns A / THREADS.  */
__UPC_INLINE __upc_long
__upc_divide_threads (__upc_long __a)
{
#ifdef __UPC_STATIC_THREADS__
  return __upc_divide (__a, THREADS);
#else
  return (__upc_long) (__upc_biased_quotient (0, __a) - __UPC_BIAS);
#endif
}

/* Returns P moved by N bytes, in the same part.  */
__UPC_INLINE __upc_pts
__upc_add (__upc_pts __p, __upc_long __n)
{
  return __p + (__upc_pts) __n;
}

/* Returns P, which is on thread WHOSE, moved by N threads (N may be negative);
   a round is SIZE bytes.  With dynamic THREADS the remainder of N is not
   computed: P moves N threads on, and back by as many rounds as that makes.
   It is written so that loop invariants stand together.  */
__UPC_INLINE __upc_pts
__upc_turn_any (__upc_pts __p, __upc_long __whose, __upc_long __n,
		__upc_long __size)
{
#ifdef __UPC_STATIC_THREADS__
  __upc_long __rounds = __upc_divide (__whose + __n, THREADS);
  __upc_long __left = __upc_rest (__whose + __n, __rounds, THREADS) - __whose;
  return (__p + ((__upc_pts) __left << __UPC_ADDRESS_BITS)
	  + (__upc_pts) (__rounds * __size));
#else
  /* The bias is taken from the address: as threads, it would overflow the bits
     that a pointer has for these.  */
  __upc_pts __round = (__upc_pts) __size - __upc_all_threads;
  return ((__p - (__upc_pts) __size * __UPC_BIAS)
	  + ((__upc_pts) __n << __UPC_ADDRESS_BITS)
	  + __upc_biased_quotient (__whose, __n) * __round);
#endif
}

/* Does the same where N may turn out to be THREADS.  */
__UPC_INLINE __upc_pts
__upc_turn (__upc_pts __p, __upc_long __whose, __upc_long __n,
	    __upc_long __size)
{
  if (__builtin_constant_p (__n == __UPC_THREADS) && __n == __UPC_THREADS)
    return __p + (__upc_pts) __size;
  return __upc_turn_any (__p, __whose, __n, __size);
}

/* Returns the next thread.  This becomes a branch, which processors predict;
   a conditional move would lengthen each P++.  */
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

/* Returns A - B in bytes, in one part.  */
__UPC_INLINE __upc_long
__upc_subtract (__upc_pts __a, __upc_pts __b)
{
  return (__upc_long) __upc_addrfield (__a)
	 - (__upc_long) __upc_addrfield (__b);
}

/* ---- What may be called.  __UPC_MOVE is empty for libupc.  */

#if !defined __OPTIMIZE__ && !defined __UPC_MOVE

__upc_pts __upc_add_cyclic (__upc_pts __p, __upc_long __n, __upc_long __size);
__upc_pts __upc_add_blocked (__upc_pts __p, __upc_long __n, __upc_long __block,
			     __upc_long __size);
__upc_pts __upc_offset_blocked (__upc_pts __p, __upc_long __n,
				__upc_long __block, __upc_long __size);
__upc_pts __upc_element_cyclic (const void *__proxy, __upc_long __n,
				__upc_long __size);
__upc_pts __upc_element_blocked (const void *__proxy, __upc_long __n,
				 __upc_long __block, __upc_long __size);
__upc_pts __upc_element_place (const void *__proxy, __upc_long __n,
			       __upc_long __block, __upc_long __size);
__upc_long __upc_subtract_blocked (__upc_pts __a, __upc_pts __b,
				   __upc_long __block, __upc_long __size);

#else

# ifndef __UPC_MOVE
#  define __UPC_MOVE __UPC_INLINE
# endif

/* Returns P moved by N elements of SIZE bytes, block size 1.  */
__UPC_MOVE __upc_pts
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
__UPC_MOVE __upc_pts
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
      return __upc_turn (__q + __whole, __upc_thread (__p), -1,
			 __block * __size);
    }
  __upc_long __phase = __upc_phase (__p), __index = __phase + __n;
  __upc_long __blocks = __upc_divide (__index, __block);
  __upc_long __left = __upc_rest (__index, __blocks, __block);
  __upc_pts __q = __p + ((__upc_pts) (__left - __phase) << __UPC_PHASE_SHIFT)
		  + (__upc_pts) ((__left - __phase) * __size);
  return __upc_turn (__q, __upc_thread (__p), __blocks, __block * __size);
}

/* Returns the place that is at.  */
__UPC_MOVE __upc_pts
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

/* ---- Element N of the object whose proxy is at PROXY, where N is not a
   constant: an object begins on thread 0, with a block.  */

__UPC_MOVE __upc_pts
__upc_element_cyclic (const void *__proxy, __upc_long __n, __upc_long __size)
{
  return __upc_turn_any ((__upc_pts) __proxy - __upc_origin, 0, __n, __size);
}

__UPC_MOVE __upc_pts
__upc_element_place (const void *__proxy, __upc_long __n, __upc_long __block,
		     __upc_long __size)
{
  __upc_long __blocks = __upc_divide (__n, __block);
  __upc_long __left = __upc_rest (__n, __blocks, __block);
  return __upc_turn_any ((__upc_pts) __proxy - __upc_origin
			 + (__upc_pts) (__left * __size),
			 0, __blocks, __block * __size);
}

__UPC_MOVE __upc_pts
__upc_element_blocked (const void *__proxy, __upc_long __n, __upc_long __block,
		       __upc_long __size)
{
  __upc_long __blocks = __upc_divide (__n, __block);
  __upc_long __left = __upc_rest (__n, __blocks, __block);
  return __upc_turn_any ((__upc_pts) __proxy - __upc_origin
			 + ((__upc_pts) __left << __UPC_PHASE_SHIFT)
			 + (__upc_pts) (__left * __size),
			 0, __blocks, __block * __size);
}

/* Returns where element N is in this process, block size 1.  GCC takes that for
   a place in the proxy's variable, and so knows that it is in no other
   object.  */
__UPC_INLINE void *
__upc_local_cyclic (const void *__proxy, __upc_long __n, __upc_long __size)
{
  return (char *) __proxy + __upc_turn_any (__upc_first, 0, __n, __size);
}

/* Returns where element N is in this process, for any size of BLOCK.  */
__UPC_INLINE void *
__upc_local_element (const void *__proxy, __upc_long __n, __upc_long __block,
		     __upc_long __size)
{
  __upc_long __blocks = __upc_divide (__n, __block);
  __upc_long __left = __upc_rest (__n, __blocks, __block);
  return ((char *) __proxy
	  + __upc_turn_any (__upc_first + (__upc_pts) (__left * __size),
			    0, __blocks, __block * __size));
}

/* Returns how many bytes of shared space lie between B and A, in blocks of
   BLOCK elements of SIZE bytes.  */
__UPC_MOVE __upc_long
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

#endif

#endif /* GASP_UPC_MOVE_H */
