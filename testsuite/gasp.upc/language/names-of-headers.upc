/* Names that glibc's headers have for members are ordinary ones.

   SPDX-License-Identifier: Apache-2.0  */

#include <upc.h>
#include <stddef.h>
#include "check.h"

struct lock
{
  int __shared;
  char __strict, __relaxed;
};

shared int x;

int
main (void)
{
  struct lock lock = { 1, 2, 3 };
  shared int *p = &x;
  CHECK (offsetof (struct lock, __strict) == sizeof (int));
  CHECK (lock.__shared == 1 && lock.__strict == 2 && lock.__relaxed == 3);
  CHECK (upc_threadof (p) == 0);
  return 0;
}
