/* order.h - functions for qsort, each by what is compared, the first first.

   SPDX-License-Identifier: Apache-2.0

     ORDER (by_place, struct share, RISING (place) FALLING (time) TEXT (name))
   defines by_place, which compares two of struct share, X and Y.  A step is
   RISING or FALLING (MEMBER), TEXT (MEMBER), or THEN (EXPRESSION), whose value
   is like that of strcmp.

     SORT (rows, count, by_place);
   sorts by it, and
     count = JOIN (rows, count, by_place, add_share);
   leaves one of those that it takes for equal, to which the others are
   added.  */

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef int row_order (const void *a, const void *b);

#define SORT(rows, count, order)					\
  sort_rows (rows, count, sizeof *(rows), order)
#define JOIN(rows, count, order, add)					\
  join_rows (rows, count, sizeof *(rows), order, add)

/* Sorts ROWS, which may be null if there are none.  */
extern void sort_rows (void *rows, size_t count, size_t size, row_order *order);
/* Returns how many are left.  ADD adds ROW to SUM.  */
extern size_t join_rows (void *rows, size_t count, size_t size,
			 row_order *order,
			 void (*add) (void *sum, const void *row));

/* A function NAME for join_rows, which adds row Y of TYPE to row X.  */
#define ADDER(name, type, steps)					\
  static void								\
  name (void *sum, const void *row)					\
  {									\
    type *x = sum;							\
    const type *y = row;						\
    steps								\
  }
#define ADD(member) x->member += y->member;
#define EITHER(member) x->member |= y->member;
#define LARGEST(member) if (y->member > x->member) x->member = y->member;

#define ORDER(name, type, steps)					\
  static int								\
  name (const void *a, const void *b)					\
  {									\
    const type *x = a, *y = b;						\
    steps return 0;							\
  }

/* Compares what pointers to TYPE, which are the elements, point to.  */
#define ORDER_POINTERS(name, type, steps)				\
  static int								\
  name (const void *a, const void *b)					\
  {									\
    const type *x = *(const type *const *) a;				\
    const type *y = *(const type *const *) b;				\
    steps return 0;							\
  }

#define RISING(member)							\
  if (x->member != y->member)						\
    return x->member < y->member ? -1 : 1;
#define FALLING(member)							\
  if (x->member != y->member)						\
    return x->member > y->member ? -1 : 1;
#define TEXT(member) THEN (strcmp (x->member, y->member))
#define THEN(expression)						\
  {									\
    int order_ = expression;						\
    if (order_)								\
      return order_;							\
  }

static inline int
compare_numbers (uint64_t a, uint64_t b)
{
  return a < b ? -1 : a > b;
}

/* Orders pointers to texts by these.  */
static inline int
by_text (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}
