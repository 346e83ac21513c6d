/* order.c - sorts rows, and joins them.  See order.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/order.h"

#include <stdlib.h>

void
sort_rows (void *rows, size_t count, size_t size, row_order *order)
{
  if (count)
    qsort (rows, count, size, order);
}

size_t
join_rows (void *rows, size_t count, size_t size, row_order *order,
	   void (*add) (void *sum, const void *row))
{
  char *all = rows, *last = all;
  if (!count)
    return 0;
  qsort (rows, count, size, order);
  for (const char *row = all + size; row < all + count * size; row += size)
    if (order (last, row))
      memmove (last += size, row, size);
    else
      add (last, row);
  return (size_t) (last - all) / size + 1;
}
