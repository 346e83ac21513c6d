/* allv-events.c - the profiled twins of allv.c.

   SPDX-License-Identifier: Apache-2.0

   The calls that these consist of are reported: upc_place says so, and
   where.  */

#include "berkeley/bupc.h"

#define TWIN(name, arguments, ...)					\
void *									\
__gasp___bupc_allv_##name (__VA_ARGS__, POSITION)			\
{									\
  void *result;								\
  AT_PLACE (result = __bupc_allv_##name arguments);			\
  return result;							\
}
TWIN (broadcast, (value, size, root), const void *value, size_t size, int root)
TWIN (scatter, (size, root, array), size_t size, int root, const void *array)
TWIN (gather, (value, size, root, array), const void *value, size_t size,
      int root, void *array)
TWIN (permute, (value, size, to), const void *value, size_t size, int to)
TWIN (reduce, (value, size, kind, root, op), const void *value, size_t size,
      int kind, int root, upc_op_t op)
TWIN (prefix_reduce, (value, size, kind, op), const void *value, size_t size,
      int kind, upc_op_t op)
