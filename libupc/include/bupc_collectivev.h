/* bupc_collectivev.h - Berkeley UPC's collective functions of values, of which
   each thread has one.

   SPDX-License-Identifier: Apache-2.0

   Every thread calls them, in the same order, with the same TYPE, root and
   operation.  TYPE is the name of a type, the same as the value's, or one that
   it can be converted to.  */

#ifndef _BUPC_COLLECTIVEV_H
#define _BUPC_COLLECTIVEV_H

/* Programs that include this file rely on these headers and on the two
   macros.  */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <upc.h>
#include <bupc_values.h>
#include <upc_collective.h>

#ifndef MIN
#define MIN(x, y) ((x) < (y) ? (x) : (y))
#endif
#ifndef MAX
#define MAX(x, y) ((x) > (y) ? (x) : (y))
#endif

#define BUPC_COLLECTIVEV_VERSION_MAJOR 1
#define BUPC_COLLECTIVEV_VERSION_MINOR 2

extern void *__bupc_allv_broadcast (const void *value, size_t size, int root);
extern void *__bupc_allv_scatter (size_t size, int root, const void *array);
extern void *__bupc_allv_gather (const void *value, size_t size, int root,
				 void *array);
extern void *__bupc_allv_permute (const void *value, size_t size, int to);
extern void *__bupc_allv_reduce (const void *value, size_t size, int kind,
				 int root, upc_op_t op);
extern void *__bupc_allv_prefix_reduce (const void *value, size_t size,
					int kind, upc_op_t op);

/* The address of VALUE as a TYPE.  */
#define __BUPC_VALUE(TYPE, value) ((TYPE [1]) { (value) })

/* The value at the address that FUNCTION returns.  */
#define __BUPC_RESULT(TYPE, function) (*(TYPE *) (function))

#define __BUPC_IS_FLOATING(TYPE) (__builtin_classify_type ((TYPE) 0) == 8)
#define __BUPC_KIND(TYPE)						\
  (__BUPC_IS_FLOATING (TYPE) ? __BUPC_FLOATING				\
   : (TYPE) -1 > (TYPE) 0 ? __BUPC_UNSIGNED : __BUPC_SIGNED)

/* VALUE of thread ROOT, on all.  */
#define bupc_allv_broadcast(TYPE, value, root)				\
  __BUPC_RESULT (TYPE, __bupc_allv_broadcast (__BUPC_VALUE (TYPE, value), \
					      sizeof (TYPE), root))

/* On thread i, element i of ARRAY, which thread ROOT has, of THREADS.  */
#define bupc_allv_scatter(TYPE, root, array)				\
  __BUPC_RESULT (TYPE, __bupc_allv_scatter (sizeof (TYPE), root, array))

/* On thread ROOT, or on all that have an ARRAY, fill it with the VALUEs of all;
   the result is ARRAY.  */
#define bupc_allv_gather(TYPE, value, root, array)			\
  ((TYPE *) __bupc_allv_gather (__BUPC_VALUE (TYPE, value),		\
				sizeof (TYPE), root, array))
#define bupc_allv_gather_all(TYPE, value, array)			\
  bupc_allv_gather (TYPE, value, __BUPC_ALL, array)

/* VALUE of the thread whose TO is the calling one.  */
#define bupc_allv_permute(TYPE, value, to)				\
  __BUPC_RESULT (TYPE, __bupc_allv_permute (__BUPC_VALUE (TYPE, value),	\
					    sizeof (TYPE), to))

/* VALUE of thread 0 OP ... OP that of the last, on thread ROOT (on all if that
   is -1) or on all; and OP ... OP that of the calling thread.  */
#define bupc_allv_reduce(TYPE, value, root, op)				\
  __BUPC_RESULT (TYPE, __bupc_allv_reduce (__BUPC_VALUE (TYPE, value),	\
					   sizeof (TYPE),		\
					   __BUPC_KIND (TYPE), root, op))
#define bupc_allv_reduce_all(TYPE, value, op)				\
  bupc_allv_reduce (TYPE, value, __BUPC_ALL, op)
#define bupc_allv_prefix_reduce(TYPE, value, op)			\
  __BUPC_RESULT (TYPE,							\
		 __bupc_allv_prefix_reduce (__BUPC_VALUE (TYPE, value),	\
					    sizeof (TYPE),		\
					    __BUPC_KIND (TYPE), op))

#endif /* _BUPC_COLLECTIVEV_H */
