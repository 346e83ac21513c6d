/* malloc that fails: a null pointer at its END, errno as malloc left it.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-Wno-alloc-size-larger-than" } */

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include "test.h"

volatile size_t huge = SIZE_MAX / 2;

KEEP int
get (void)
{
  char *p = malloc (huge);

  return p == 0 && errno == ENOMEM ? 0 : 1;
}

int
main (void)
{
  int bad = get ();

  return bad | (huge == 0);
}

/* EVENTS:
     0 + main
     0 + get
     0 + malloc 9223372036854775807
     0 - malloc 9223372036854775807 0x0
     0 - get
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
