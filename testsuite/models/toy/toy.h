/* toy.h - a toy library: processes that "send" to each other.

   SPDX-License-Identifier: Apache-2.0  */

#include <stddef.h>

struct toy_lock { int taken; };

extern int toy_put (int target, size_t n);
extern void toy_meet (void);
extern void toy_lock (struct toy_lock *lock);
