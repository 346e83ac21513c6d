/* realloc of a null pointer that GCC does not see (else it is made a malloc): an event with the size in bytes, the result, and the place.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include "test.h"

static char text[] = "eight";
void *volatile nothing;

KEEP void
use (void *p)
{
  *(volatile char *) p = 1;
}

int
main (void)
{
  char *p;

  /* The line and column of the events below.  */
  p = realloc (nothing, 40);
  use (p);
  free (p);
  return 0;
}

/* EVENTS:
     0 + main
     0 + realloc 0x0 40 @26:7
     0 - realloc 0x0 40 $p @26:7
     0 + use
     0 - use
     0 + free $p @28:3
     0 - free $p @28:3
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
