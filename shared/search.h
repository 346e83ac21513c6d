/* search.h - where something is, or ends, in an array that is in order.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stddef.h>

/* The first I of COUNT for which IS_BEFORE, an expression of I, is false, or
   COUNT.  Those for which it is true come first.  */
#define FIRST_FROM(count, i, is_before)					\
  ({ size_t low_ = 0, high_ = (count);					\
     while (low_ < high_)						\
       {								\
	 size_t i = low_ + (high_ - low_) / 2;				\
	 if (is_before)							\
	   low_ = i + 1;						\
	 else								\
	   high_ = i;							\
       }								\
     low_; })

/* The first J of COUNT after I for which IS_SAME, an expression of J, is false,
   or COUNT.  */
#define END_OF_RUN(count, i, j, is_same)				\
  ({ size_t j = (i) + 1;						\
     while (j < (count) && (is_same))					\
       j++;								\
     j; })
