/* A static function that is called free is a function, not the library's.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-fno-builtin" } */

#include "test.h"

static KEEP void
free (int *p)
{
  *p = 0;
}

int
main (void)
{
  int value = 1;

  free (&value);
  return value;
}

/* EVENTS:
     0 + main
     0 + free (void free(int *))
     0 - free (void free(int *))
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
