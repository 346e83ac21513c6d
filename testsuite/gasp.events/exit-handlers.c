/* Exit handlers run between START and END of the exit.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-status 7 } */

#include <stdio.h>
#include <stdlib.h>
#include "test.h"

KEEP void
first (void)
{
  puts ("first");
}

KEEP void
second (void)
{
  puts ("second");
}

__attribute__ ((destructor)) static void
last (void)
{
  puts ("last");
}

int
main (void)
{
  atexit (first);
  atexit (second);
  return 7;
}

/* { dg-output "second\[\n\]*first\[\n\]*last" } */
/* EVENTS:
     0 + main
     0 - main
     0 + collective_exit 7 @34:10
     0 + second
     0 - second
     0 + first
     0 - first
     0 + last
     0 - last
     0 - collective_exit 7
   END  */
