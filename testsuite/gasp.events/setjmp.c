/* setjmp that returns normally, several times, and one never used.

   SPDX-License-Identifier: Apache-2.0  */

#include <setjmp.h>
#include "test.h"

static jmp_buf one, two;

KEEP int
mark (void)
{
  return setjmp (one) + setjmp (two);
}

int
main (void)
{
  return mark () + mark ();
}

/* EVENTS:
     0 + main
     0 + mark
     0 - mark
     0 + mark
     0 - mark
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
