/* A nested function that leaves by goto into the containing one.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

KEEP void
apply (void (*function) (void))
{
  function ();
  MORE;
}

KEEP int
outer (void)
{
  __label__ out;
  KEEP void inner (void) { goto out; }

  apply (inner);
  return 1;
out:
  return 0;
}

int
main (void)
{
  return outer ();
}

/* EVENTS:
     0 + main
     0 + outer
     0 + apply
     0 + inner
     0 - inner
     0 - apply
     0 - outer
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
