/* gasp-upc-walk.h - upc_forall goes from one iteration of its own to the next.

   SPDX-License-Identifier: Apache-2.0

   A part of gasp-upc-prelude.h.  The compiler side (plugin/upc/loops/strides.c)
   makes of a loop whose affinity is linear in its variable

     __upc_walk_start (&f, ...);  __upc_walk_align (&f, ...);
     while (__upc_walk_find (&f))                        a run
       {
         i = __upc_walk_index (&f);
         if (f.fresh)
           c = address of a[i]; __upc_walk_check (&f, c, ...);   a cursor
         c = __upc_walk_aligned (&f, c, ...);
         __upc_walk_settle (&f, ...);
         __upc_walk_limit (&f, c, ...);
         c = __upc_offset (c);
         for (; __upc_walk_more (&f); __upc_walk_next (&f))
           body, with i = __upc_walk_index (&f),
             and __upc_walk_place (&f, c, ...) for the place of a[i]
         if (__upc_walk_more (&f))                       the body has left it
           goto out;
         c += __upc_walk_passed (&f, ...);
       }
     i = __upc_walk_last (&f);

   A run is a sequence of own iterations in which all elements that have cursors
   lie at even distances in this process.  Iterations are numbered from 0, own
   and others' alike; the affinity of number K is the thread of the block

     (NUMBER + K * ADVANCE) / BLOCK

   where elements are numbered from the first of the first block of thread
   0.  */

#ifndef GASP_UPC_WALK_H
#define GASP_UPC_WALK_H

#pragma GCC system_header

struct __upc_forall
{
  int controls, filters;
  /* Of a loop that is walked: whether this thread need not execute all; whether
     iterations must be tested; whether cursors go on evenly from one run to the
     next; whether they have to be computed (again); whether GCC knows that runs
     begin where blocks do.  */
  int selects, tests, even, fresh, aligned;
  __upc_long total, stop;	/* iterations; where to stop looking for more */
  __upc_long first, step;	/* the variable's value in number 0; its step */
  __upc_long number, advance, block;
  __upc_long at, stride, length; /* the run: where, by how many, how many */
  __upc_long end;		/* where the own block ends */
  __upc_long j;			/* which of the run it is */
};

#define __UPC_COUNT_MAX (__INT64_MAX__ - 1024)

/* How division rounds: __UPC_FLOOR towards minus infinity, as for addresses;
   else as C's of signed or unsigned numbers, of which the quotient, or its rest
   when that is divided by THREADS, is taken modulo THREADS.  */
enum { __UPC_FLOOR, __UPC_SIGNED, __UPC_UNSIGNED, __UPC_REMAINDER };

/* Returns the first iteration from AT on, before STOP, that is this thread's;
   STOP if there is none.  */
__upc_long __upc_walk_seek (__upc_long __number, __upc_long __advance,
			    __upc_long __block, __upc_long __at,
			    __upc_long __stop)
  __attribute__ ((__const__, __nothrow__, __leaf__));
/* Returns what __upc_walk_seek does, by C's division, of numbers of any
   size.  */
__upc_long __upc_walk_test (__upc_long __number, __upc_long __advance,
			    __upc_long __block, __upc_long __at,
			    __upc_long __stop, int __rounding)
  __attribute__ ((__const__, __nothrow__, __leaf__));
/* After how many iterations it is the same thread's turn again, BLOCK being
   1.  */
__upc_long __upc_walk_period (__upc_long __advance)
  __attribute__ ((__const__, __nothrow__, __leaf__));

/* Returns A modulo THREADS, for any A.  */
__UPC_INLINE __upc_long
__upc_modulo_threads (__upc_long __a)
{
  __a %= __UPC_THREADS;
  return __a < 0 ? __a + __UPC_THREADS : __a;
}

/* Returns A / B for a positive B, rounding towards minus infinity.  */
__UPC_INLINE __upc_long
__upc_floor (__upc_long __a, __upc_long __b)
{
  if (__builtin_constant_p (__b) && (__b & (__b - 1)) == 0)
    return __a >> __builtin_ctzl (__b);
  return __a / __b - (__a % __b < 0);
}

__UPC_INLINE __upc_long
__upc_modulo (__upc_long __a, __upc_long __b)
{
  return __a - __upc_floor (__a, __b) * __b;
}

/* ---- Counting  */

/* Returns how many numbers there are from FROM to TO, with TO if LAST, of
   which each STEPth is taken.  */
__UPC_ACCESS __upc_long
__upc_walk_unsigned (__upc_pts __from, __upc_pts __to, int __last,
		     __upc_long __step)
{
  __upc_pts __n = (__to - __from + (__upc_pts) __last - 1)
		  / (__upc_pts) __step + 1;
  if (__last ? __from > __to : __from >= __to)
    return 0;
  return __n - 1 < __UPC_COUNT_MAX ? (__upc_long) __n : __UPC_COUNT_MAX;
}

__UPC_ACCESS __upc_long
__upc_walk_signed (__upc_long __from, __upc_long __to, int __last,
		   __upc_long __step)
{
  __upc_pts __n = ((__upc_pts) __to - (__upc_pts) __from
		   + (__upc_pts) __last - 1) / (__upc_pts) __step + 1;
  if (__last ? __from > __to : __from >= __to)
    return 0;
  return __n - 1 < __UPC_COUNT_MAX ? (__upc_long) __n : __UPC_COUNT_MAX;
}

/* Returns the number of the element at P, in blocks of BLOCK.  */
__UPC_ACCESS __upc_long
__upc_walk_number (__upc_pts __p, __upc_long __block)
{
  return __upc_thread (__p) * __block + __upc_phase (__p);
}

/* Returns how many elements with numbers from 0 to N - 1 are the thread's
   own.  */
__UPC_INLINE __upc_long
__upc_walk_own (__upc_long __n, __upc_long __block)
{
  __upc_long __rounds = __upc_floor (__n, __block * __UPC_THREADS);
  __upc_long __left = __n - __rounds * __block * __UPC_THREADS
		      - __upc_mythread * __block;
  return (__rounds * __block
	  + (__left < 0 ? 0 : __left < __block ? __left : __block));
}

/* ---- Starting  */

/* Returns whether C's division differs from that by __upc_floor for some
   iteration, or there is an overflow on the way.  */
__UPC_INLINE int
__upc_walk_odd (const struct __upc_forall *__f)
{
  __upc_long __way, __last;
  return (__f->total > 0
	  && (__f->block <= 0 || __f->number < 0
	      || __builtin_mul_overflow (__f->total - 1, __f->advance, &__way)
	      || __builtin_add_overflow (__f->number, __way, &__last)
	      || __last < 0));
}

/* Starts a walk of TOTAL iterations, the first with FIRST for the variable's
   value.  ROUNDING is how NUMBER + K * ADVANCE is divided by BLOCK.  */
__UPC_ACCESS void
__upc_walk_start (struct __upc_forall *__f, int __controls, __upc_long __first,
		  __upc_long __step, __upc_long __total, __upc_long __number,
		  __upc_long __advance, __upc_long __block, int __rounding)
{
  __f->total = __f->stop = __total;
  __f->first = __first;
  __f->step = __step;
  __f->number = __number;
  __f->advance = __advance;
  __f->block = __block;
  __f->at = __f->length = __f->end = __f->j = 0;
  __f->stride = __f->even = __f->fresh = 1;
  __f->aligned = 0;
  __f->selects = __controls && __UPC_THREADS > 1;
  __f->tests = (__rounding != __UPC_FLOOR && __upc_walk_odd (__f)
		? __rounding : 0);
  if (!__f->selects || __f->tests || __total <= 0)
    return;
  if (__advance == 0)
    {
      __f->selects = 0;
      if (__upc_modulo_threads (__upc_floor (__number, __block))
	  != __upc_mythread)
	__f->stop = 0;
    }
  else if (__block != 1)
    return;
  else if (__advance == 1 || __advance == -1)
    {
      __f->at = __upc_modulo_threads ((__upc_mythread
				       - __upc_modulo_threads (__number))
				      * __advance);
      __f->stride = __UPC_THREADS;
    }
  else
    {
      __f->stride = __upc_walk_period (__advance);
      __f->at = __upc_walk_seek (__number, __advance, 1, 0, __f->stride);
      if (__f->at == __f->stride)
	__f->stop = 0;
    }
}

/* Notes whether each run begins a block: it does if the first cursor, at INDEX
   in an object with blocks of BLOCK, begins one, as all cursors are of
   elements that begin and end blocks together, and go on one by one.  */
__UPC_ACCESS void
__upc_walk_align (struct __upc_forall *__f, __upc_long __index,
		  __upc_long __block)
{
  __f->aligned = __builtin_constant_p (__index) && __index % __block == 0;
}

/* Starts a walk of elements of all threads in turn, BLOCK being 1 and ADVANCE 1
   or -1.  A run is all that is the thread's own; or one iteration, where a
   thread executes others' too and their elements have cursors.  */
__UPC_ACCESS void
__upc_walk_start_cyclic (struct __upc_forall *__f, int __controls,
			 __upc_long __first, __upc_long __step,
			 __upc_long __total, __upc_long __number,
			 __upc_long __advance)
{
  __f->total = __f->stop = __total;
  __f->first = __first;
  __f->step = __step;
  __f->advance = __advance;
  __f->block = __f->stride = 1;
  __f->at = __f->length = __f->j = 0;
  __f->selects = __controls && __UPC_THREADS > 1;
  __f->even = __f->selects || __UPC_THREADS == 1;
  if (__f->selects)
    {
      __f->at = __upc_modulo_threads ((__upc_mythread
				       - __upc_modulo_threads (__number))
				      * __advance);
      __f->stride = __UPC_THREADS;
    }
}

/* ---- Runs  */

/* Moves to the next run of such a walk, in which there are cursors if LIMITED;
   returns whether there is one.  */
__UPC_ACCESS int
__upc_walk_find_cyclic (struct __upc_forall *__f, int __limited)
{
  __f->at += __f->length * __f->stride;
  __f->j = 0;
  if (__f->at >= __f->stop)
    return 0;
  __f->length = (__limited && !__f->even ? 1
		 : (__f->stop - __f->at - 1) / __f->stride + 1);
  return 1;
}

/* Returns the first own iteration from AT on, where elements are taken one by
   one.  It may lie after STOP.  */
__UPC_INLINE __upc_long
__upc_walk_near (const struct __upc_forall *__f)
{
  __upc_long __e = __f->number + __f->at * __f->advance;
  __upc_long __q = __upc_floor (__e, __f->block);
  __upc_long __turns
    = __upc_modulo_threads ((__upc_mythread - __q) * __f->advance);
  __upc_long __begin = (__q + __turns * __f->advance) * __f->block;
  if (__turns == 0)
    return __f->at;
  return __f->at + (__f->advance > 0 ? __begin - __e
		    : __e - (__begin + __f->block - 1));
}

/* Moves to the first block of this thread at or after AT; returns whether there
   is one.  */
__UPC_INLINE int
__upc_walk_block (struct __upc_forall *__f)
{
  __upc_long __e, __left;
  int __near = __f->advance == 1 || __f->advance == -1;
  if (__near && __f->end > 0)
    {
      __f->at = __f->end + (__UPC_THREADS - 1) * __f->block;
      __left = __f->block - 1;
    }
  else
    {
      __f->at = (__near ? __upc_walk_near (__f)
		 : __upc_walk_seek (__f->number, __f->advance, __f->block,
				    __f->at, __f->stop));
      __e = __upc_modulo (__f->number + __f->at * __f->advance, __f->block);
      __left = (__f->advance > 0 ? (__f->block - 1 - __e) / __f->advance
		: __e / -__f->advance);
    }
  if (__f->at >= __f->stop)
    return 0;
  __f->end = (__left < __f->stop - __f->at ? __f->at + __left + 1 : __f->stop);
  __f->length = __f->end - __f->at;
  return 1;
}

/* Moves to the next run, which is as long as its block; returns whether there
   is one.  */
__UPC_ACCESS int
__upc_walk_find (struct __upc_forall *__f)
{
  __f->at += __f->length * __f->stride;
  __f->length = __f->j = 0;
  if (__f->at >= __f->stop)
    return 0;
  if (!__f->selects)
    __f->length = __f->stop - __f->at;
  else if (__f->tests)
    {
      __f->at = __upc_walk_test (__f->number, __f->advance, __f->block, __f->at,
				 __f->stop, __f->tests);
      __f->length = __f->at < __f->stop;
    }
  else if (__f->block == 1)
    __f->length = (__f->stop - __f->at - 1) / __f->stride + 1;
  else if (__f->at < __f->end)
    __f->length = __f->end - __f->at;
  else
    return __upc_walk_block (__f);
  return __f->length > 0;
}

/* Checks that runs may be even for CURSOR, which holds the values computed for
   the first iteration of the run; the array has blocks of BLOCK.  */
__UPC_ACCESS void
__upc_walk_check (struct __upc_forall *__f, __upc_pts __cursor,
		  __upc_long __block)
{
  if (__UPC_THREADS == 1)
    return;
  if (!__f->selects || __f->tests)
    __f->even = 0;
  else if (__f->block == 1)
    return;
  else if (__block != __f->block || __f->block % __f->advance != 0
	   || __upc_phase (__cursor)
	      != __upc_modulo (__f->number + __f->at * __f->advance, __block))
    __f->even = 0;
}

/* Makes runs end where blocks do, also where all are one thread's, if the
   cursor's phase is to be kept.  */
__UPC_ACCESS void
__upc_walk_check_phase (struct __upc_forall *__f, __upc_long __advance,
			__upc_long __block)
{
  if (__UPC_THREADS == 1 && __advance % __block != 0)
    __f->even = 0;
}

/* Returns CURSOR where a run begins, of an array whose blocks are aligned to
   ALIGNMENT bytes.  */
__UPC_ACCESS __upc_pts
__upc_walk_aligned (const struct __upc_forall *__f, __upc_pts __cursor,
		    __SIZE_TYPE__ __alignment)
{
  if (!__f->aligned)
    return __cursor;
  return (__upc_pts) __builtin_assume_aligned ((void *) __cursor, __alignment);
}

/* Settles the walk after all cursors have been checked.  If WHOLE, no code
   reads the variable, and one run is enough if all is even.  */
__UPC_ACCESS void
__upc_walk_settle (struct __upc_forall *__f, int __whole)
{
  __f->fresh = !__f->even;
  if (__whole && __f->even && __f->selects && !__f->tests && __f->block != 1
      && (__f->advance == 1 || __f->advance == -1))
    {
      __upc_long __begin = __f->number + __f->at * __f->advance;
      __upc_long __end = __f->number + __f->stop * __f->advance;
      __f->length = (__f->advance > 0
		     ? __upc_walk_own (__end, __f->block)
		       - __upc_walk_own (__begin, __f->block)
		     : __upc_walk_own (__begin + 1, __f->block)
		       - __upc_walk_own (__end + 1, __f->block));
      __f->stop = 0;
    }
}

/* Ends the run where CURSOR, which advances by ADVANCE elements in an array
   with blocks of BLOCK, leaves its block; if BLOCK is 0, it never does.  */
__UPC_ACCESS void
__upc_walk_limit (struct __upc_forall *__f, __upc_pts __cursor,
		  __upc_long __block, __upc_long __advance)
{
  __upc_long __phase = __upc_phase (__cursor), __left = 1;
  if (__f->even || __block == 0)
    return;
  if (__block > 1)
    __left = (__advance > 0 ? (__block - 1 - __phase) / __advance
	      : __phase / -__advance) + 1;
  if (__left < __f->length)
    __f->length = __left;
}

__UPC_INLINE int
__upc_walk_more (const struct __upc_forall *__f)
{
  return __f->j < __f->length;
}

__UPC_INLINE void
__upc_walk_next (struct __upc_forall *__f)
{
  __f->j++;
}

/* ---- What is in an iteration  */

/* Returns the variable in the iteration it is at.  */
__UPC_ACCESS __upc_long
__upc_walk_index (const struct __upc_forall *__f)
{
  return (__upc_long) ((__upc_pts) __f->first
		       + ((__upc_pts) __f->at
			  + (__upc_pts) __f->j * (__upc_pts) __f->stride)
			 * (__upc_pts) __f->step);
}

/* Returns the variable after the last iteration.  */
__UPC_ACCESS __upc_long
__upc_walk_last (const struct __upc_forall *__f)
{
  return (__upc_long) ((__upc_pts) __f->first
		       + (__upc_pts) __f->total * (__upc_pts) __f->step);
}

/* Returns whether cursors are to be computed.  */
__UPC_INLINE int
__upc_walk_fresh (const struct __upc_forall *__f)
{
  return __f->fresh;
}

/* Returns how many bytes a cursor advances from one iteration of the run to
   the next, where the array's index advances by ADVANCE elements of SIZE
   bytes from one iteration of the loop to the next.  */
__UPC_INLINE __upc_long
__upc_walk_pace (const struct __upc_forall *__f, __upc_long __advance,
		 __upc_long __size)
{
  if (__f->block == 1 && __f->selects
      && !(__f->advance == 1 || __f->advance == -1))
    return __advance * __f->stride / __UPC_THREADS * __size;
  return __advance * __size;
}

/* Checks what a run accesses at CURSOR, with -fupc-check: gasp-upc-check.h.  */
__UPC_INLINE void
__upc_walk_access (const struct __upc_forall *__f, __upc_pts __cursor,
		   __upc_long __advance, __upc_long __size, __upc_pts __how,
		   __upc_pts __object, __upc_long __total,
		   struct __upc_check_site *__site)
{
  __upc_long __pace = __upc_walk_pace (__f, __advance, __size);
  __upc_check_run (__cursor, __f->length, __pace, __how, __object, __total,
		   __site);
}

/* Returns the place; CURSOR has no phase any more.  */
__UPC_INLINE __upc_pts
__upc_walk_place (const struct __upc_forall *__f, __upc_pts __cursor,
		  __upc_long __advance, __upc_long __size)
{
  return __cursor
	 + (__upc_pts) (__f->j * __upc_walk_pace (__f, __advance, __size));
}

/* Returns the place in a walk through elements of all threads in turn; the
   cursor advances by WAY bytes.  */
__UPC_INLINE __upc_pts
__upc_walk_place_cyclic (const struct __upc_forall *__f, __upc_pts __cursor,
			 __upc_long __way)
{
  return __cursor + (__upc_pts) (__f->j * __way);
}

/* Returns the pointer there, with a phase.  Either the run is within one
   block of BLOCK, or each iteration is as far within its block as the one
   before.  */
__UPC_ACCESS __upc_pts
__upc_walk_pointer (const struct __upc_forall *__f, __upc_pts __cursor,
		    __upc_long __advance, __upc_long __size, __upc_long __block)
{
  __upc_pts __p
    = __cursor
      + (__upc_pts) (__f->j * __upc_walk_pace (__f, __advance, __size));
  if (__advance % __block != 0)
    __p += (__upc_pts) (__f->j * __advance) << __UPC_PHASE_SHIFT;
  return __p;
}

/* Returns how far the cursor has come when the run is over.  */
__UPC_ACCESS __upc_pts
__upc_walk_passed (const struct __upc_forall *__f, __upc_long __advance,
		   __upc_long __size)
{
  return (__upc_pts) (__f->length * __upc_walk_pace (__f, __advance, __size));
}

#endif /* GASP_UPC_WALK_H */
