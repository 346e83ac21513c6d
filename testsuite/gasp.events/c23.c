/* What is new in C23: parameters without names, types in signatures.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-gcc 14 } */
/* { dg-options "-std=gnu23" } */

#include <stddef.h>
#include <stdlib.h>
#include "test.h"

enum colour : unsigned char { RED, GREEN };

constexpr size_t size = 8;

KEEP bool
is_null (nullptr_t, void *p)
{
  return p == nullptr;
}

KEEP enum colour
next (enum colour c)
{
  return c == RED ? GREEN : RED;
}

[[gnu::noipa]] int
all (...)
{
  return 0;
}

[[gnu::noipa, noreturn]] void
leave (typeof (1) status)
{
  exit (status);
}

int
main (void)
{
  auto p = malloc (size);

  if (is_null (nullptr, p))
    return 1;
  free (p);
  leave (next (RED) - 1 + all (1, 2));
}

/* EVENTS:
     0 + main (int main(void))
     0 + malloc 8
     0 - malloc 8 $p
     0 + is_null (bool is_null(nullptr_t, void *))
     0 - is_null
     0 + free $p
     0 - free $p
     0 + next (enum colour next(enum colour))
     0 - next
     0 + all (int all(...))
     0 - all
     0 + leave (void leave(int))
     0 - leave
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
