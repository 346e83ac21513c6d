/* new.c - C++'s operator new, reported to the tool.

   SPDX-License-Identifier: Apache-2.0

   The caller passes the operator that it would have called, which may be the
   program's own.  It may throw: then the END has a null pointer.  */

#include "entry/raise.h"

typedef const void *nothrow;

struct allocation
{
  struct gasp_thread *thread;
  struct gasp_gcc_allocation event;
  void *result;
};

static void
end (struct allocation *a)
{
  gasp_end_allocation (a->thread, &a->event, a->result);
}

static void
end_passing (const bool *passes)
{
  if (*passes)
    gasp_end_passing ();
}

/* The body of a variant that calls OPERATOR.  */
#define NEW(operator)							\
  enum gasp_way way = gasp_way_of (NULL, true, size);			\
  if (likely (way == GASP_UNTOLD))					\
    return operator;							\
  if (way == GASP_PASSED_OVER)						\
    {									\
      bool passes __attribute__ ((cleanup (end_passing))) = true;	\
      gasp_begin_passing ();						\
      return operator;							\
    }									\
  struct allocation a __attribute__ ((cleanup (end)))			\
    = { NULL, ALLOCATION (GASP_C_MALLOC, PLACE, NULL, size), NULL };	\
  a.thread = gasp_start_allocation (CALLER_POSITION, &a.event);		\
  a.result = operator;							\
  return a.result

extern void *__gasp_new (size_t, void *(*) (size_t), POSITION);
extern void *__gasp_new_aligned (size_t, size_t,
				 void *(*) (size_t, size_t), POSITION);
extern void *__gasp_new_nothrow (size_t, nothrow,
				 void *(*) (size_t, nothrow), POSITION);
extern void *
__gasp_new_aligned_nothrow (size_t, size_t, nothrow,
			    void *(*) (size_t, size_t, nothrow), POSITION);

SLOW void *
slow_new (size_t size, void *operator_new (size_t), POSITION)
{
  NEW (operator_new (size));
}

/* Returns a block of SIZE bytes, as C++'s own operator new does.  */
SLOW void *
allocate (size_t size)
{
  void *block = gasp_allocator.allocate (size ? size : 1);
  return likely (block != NULL) ? block : gasp_allocator.operator_new (size);
}

void *
__gasp_new (size_t size, void *operator_new (size_t), POSITION)
{
  if (likely (!gasp_allocations_wanted))
    return operator_new (size);
  if (gasp_passes (operator_new == gasp_allocator.operator_new, NULL, true,
		   size))
    return allocate (size);
  return slow_new (size, operator_new, file, line, column);
}

void *
__gasp_new_aligned (size_t size, size_t alignment,
		    void *operator_new (size_t, size_t), POSITION)
{
  NEW (operator_new (size, alignment));
}

void *
__gasp_new_nothrow (size_t size, nothrow tag,
		    void *operator_new (size_t, nothrow), POSITION)
{
  NEW (operator_new (size, tag));
}

void *
__gasp_new_aligned_nothrow (size_t size, size_t alignment, nothrow tag,
			    void *operator_new (size_t, size_t, nothrow),
			    POSITION)
{
  NEW (operator_new (size, alignment, tag));
}
