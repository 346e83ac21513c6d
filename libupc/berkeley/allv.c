/* allv.c - collective functions of values, of which each thread has one:
   Berkeley UPC's.

   SPDX-License-Identifier: Apache-2.0

   They are made of those of upc_collective.h.  What these read and write is
   scratch in shared space, of which each thread has two parts: what it gives,
   and what it gets.  The same scratch serves all calls, since a thread's data
   are its own again when a call returns.  */

#include "berkeley/bupc.h"
#include "library/collective.h"

#define FLAGS (UPC_IN_MYSYNC | UPC_OUT_MYSYNC)

/* ---- Scratch  */

/* The parts of thread 0; SIZE bytes each.  */
static struct
{
  upc_pts_t given, got;
  size_t size;
} scratch;

/* Makes room for a value of SIZE bytes from each thread; all threads call it
   with the same SIZE.  */
static void
prepare (const char *function, size_t size)
{
  size_t needed = size * THREADS, room = 1024;
  if (needed <= scratch.size)
    return;
  while (room < needed)
    room *= 2;
  upc_all_free (scratch.given);
  scratch.given = upc_all_alloc (THREADS, 2 * room);
  if (!scratch.given)
    upc_fatal ("%s: no shared space for values of %zu bytes", function, size);
  scratch.got = upc_pts_add (scratch.given, room);
  scratch.size = room;
}

static void *
mine (upc_pts_t part)
{
  return upc_pts_local (upc_pts_on (part, MYTHREAD));
}

static void
give (const char *function, const void *value, size_t size)
{
  prepare (function, size);
  memcpy (mine (scratch.given), value, size);
}

static void
check_root (const char *function, int root)
{
  if (root < 0 || root >= THREADS)
    upc_fatal ("%s: the root is %d; it must be one of 0 to %d", function, root,
	       THREADS - 1);
}

/* ---- The calls that these functions are made of: profiled, if they are  */

#define CALL(function, ...)						\
  do									\
    {									\
      const struct upc_place *at = upc_place;				\
      if (at)								\
	__gasp_##function (__VA_ARGS__, at->file, at->line, at->column); \
      else								\
	function (__VA_ARGS__);						\
    }									\
  while (0)

/* The type that reductions of values of this SIZE and KIND have, as an index of
   __UPC_REDUCTION_TYPES; that of long rather than another of its size.  */
enum type
{
#define INDEX(suffix, type) TYPE_##suffix,
  __UPC_REDUCTION_TYPES (INDEX)
  NO_TYPE
};

static enum type
type_of (size_t size, int kind)
{
#define FIND(suffix, type)						\
  if (size == sizeof (type)						\
      && kind == ((type) 0.5 != 0 ? __BUPC_FLOATING			\
		  : (type) -1 > 0 ? __BUPC_UNSIGNED : __BUPC_SIGNED))	\
    return TYPE_##suffix;
  __UPC_REDUCTION_TYPES (FIND)
  return NO_TYPE;
}

#define REDUCE(suffix, type)						\
  case TYPE_##suffix:							\
    CALL (upc_all_reduce##suffix, dst, src, op, THREADS, 1, NULL, FLAGS); \
    break;
#define PREFIX_REDUCE(suffix, type)					\
  case TYPE_##suffix:							\
    CALL (upc_all_prefix_reduce##suffix, dst, src, op, THREADS, 1, NULL, FLAGS); \
    break;
#define BY_TYPE(cases)							\
  switch (type_of (size, kind))						\
    {									\
    __UPC_REDUCTION_TYPES (cases)					\
    case NO_TYPE:							\
      upc_fatal ("%s: there are no reductions of such values of %zu bytes", \
		 function, size);					\
    }

static void
reduce (const char *function, upc_pts_t dst, upc_pts_t src, size_t size,
	int kind, upc_op_t op)
{
  BY_TYPE (REDUCE)
}

static void
prefix_reduce (const char *function, upc_pts_t dst, upc_pts_t src, size_t size,
	       int kind, upc_op_t op)
{
  BY_TYPE (PREFIX_REDUCE)
}

/* ---- The functions  */

static void
broadcast (size_t size, int root)
{
  CALL (upc_all_broadcast, scratch.got, upc_pts_on (scratch.given, root), size,
	FLAGS);
}

void *
__bupc_allv_broadcast (const void *value, size_t size, int root)
{
  check_root ("bupc_allv_broadcast", root);
  give ("bupc_allv_broadcast", value, size);
  broadcast (size, root);
  return mine (scratch.got);
}

void *
__bupc_allv_scatter (size_t size, int root, const void *array)
{
  check_root ("bupc_allv_scatter", root);
  if (MYTHREAD == root && !array)
    upc_fatal ("bupc_allv_scatter: the root, thread %d, has a null pointer for "
	       "the array", root);
  prepare ("bupc_allv_scatter", size);
  if (MYTHREAD == root)
    memcpy (mine (scratch.given), array, size * THREADS);
  CALL (upc_all_scatter, scratch.got, upc_pts_on (scratch.given, root), size,
	FLAGS);
  return mine (scratch.got);
}

static void *
gather_all (const void *value, size_t size, void *array)
{
  give ("bupc_allv_gather_all", value, size);
  CALL (upc_all_gather_all, scratch.got, scratch.given, size, FLAGS);
  if (array)
    memcpy (array, mine (scratch.got), size * THREADS);
  return array;
}

void *
__bupc_allv_gather (const void *value, size_t size, int root, void *array)
{
  if (root == __BUPC_ALL)
    return gather_all (value, size, array);
  check_root ("bupc_allv_gather", root);
  if (MYTHREAD == root && !array)
    upc_fatal ("bupc_allv_gather: the root, thread %d, has a null pointer for "
	       "the array", root);
  give ("bupc_allv_gather", value, size);
  CALL (upc_all_gather, upc_pts_on (scratch.got, root), scratch.given, size,
	FLAGS);
  if (MYTHREAD == root)
    memcpy (array, mine (scratch.got), size * THREADS);
  return array;
}

/* Gives VALUE to thread TO.  The number stands behind the value in the thread's
   part of the scratch memory.  */
void *
__bupc_allv_permute (const void *value, size_t size, int to)
{
  size_t behind = (size + sizeof to - 1) / sizeof to * sizeof to;
  prepare ("bupc_allv_permute", behind + sizeof to);
  memcpy (mine (scratch.given), value, size);
  memcpy ((char *) mine (scratch.given) + behind, &to, sizeof to);
  CALL (upc_all_permute, scratch.got, scratch.given,
	upc_pts_add (scratch.given, behind), size, FLAGS);
  return mine (scratch.got);
}

/* Reduces the threads' values to ROOT.  For all threads, thread 0 gets the
   result, and gives it on.  */
void *
__bupc_allv_reduce (const void *value, size_t size, int kind, int root,
		    upc_op_t op)
{
  bool for_all = root == __BUPC_ALL;
  const char *function = for_all ? "bupc_allv_reduce_all" : "bupc_allv_reduce";
  check_root (function, for_all ? 0 : root);
  give (function, value, size);
  reduce (function, upc_pts_on (scratch.got, for_all ? 0 : root), scratch.given,
	  size, kind, op);
  if (!for_all)
    return mine (scratch.got);
  if (MYTHREAD == 0)
    memcpy (mine (scratch.given), mine (scratch.got), size);
  broadcast (size, 0);
  return mine (scratch.got);
}

void *
__bupc_allv_prefix_reduce (const void *value, size_t size, int kind,
			   upc_op_t op)
{
  give ("bupc_allv_prefix_reduce", value, size);
  prefix_reduce ("bupc_allv_prefix_reduce", scratch.got, scratch.given, size,
		 kind, op);
  return mine (scratch.got);
}
