/* order.h - functions for qsort, each by what is compared, the first first.

   SPDX-License-Identifier: Apache-2.0

     ORDER (by_place, struct share, RISING (place) FALLING (time) TEXT (name))
   defines by_place, which compares two of struct share, X and Y.  A step is
   RISING or FALLING (MEMBER), TEXT (MEMBER), or THEN (EXPRESSION), whose value
   is like that of strcmp.  */

#ifndef REPORT_ORDER_H
#define REPORT_ORDER_H

#include <stdint.h>
#include <string.h>

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

#endif /* REPORT_ORDER_H */
