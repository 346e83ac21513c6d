/* posix_memalign that fails: the END has a null pointer, the variable is left alone.

   SPDX-License-Identifier: Apache-2.0  */

#include <errno.h>
#include <stdlib.h>
#include "test.h"

volatile int object;

KEEP int
get (void)
{
  void *block = (void *) &object;
  int status = posix_memalign (&block, 3, 200);

  return status == EINVAL && block == (void *) &object ? 0 : 1;
}

int
main (void)
{
  return get () | object;
}

/* EVENTS:
     0 + main
     0 + get
     0 + malloc 200
     0 - malloc 200 0x0
     0 - get
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
