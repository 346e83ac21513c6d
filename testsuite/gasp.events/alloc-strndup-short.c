/* strndup of a string that is shorter: an event with the size in bytes, the result, and the place.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-w" } */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include "test.h"

static char text[] = "eight";
char *word = text;

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
  p = strndup (word, 300);
  use (p);
  free (p);
  return 0;
}

/* EVENTS:
     0 + main
     0 + malloc 6 @27:7
     0 - malloc 6 $p @27:7
     0 + use
     0 - use
     0 + free $p @29:3
     0 - free $p @29:3
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
