/* Virtual functions, also through a thunk.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

struct a
{
  virtual int first () { return 1; }
  long padding;
};

struct b
{
  virtual int second () { return 2; }
};

struct both : a, b
{
  KEEP int first () override { return 3; }
  KEEP int second () override { return 4; }
};

KEEP int
use (a *x, b *y)
{
  return x->first () + y->second ();
}

static both object;

int
main ()
{
  return use (&object, &object) - 7;
}

/* EVENTS emitted:
     0 + main
     0 + use
     0 + both::first
     0 - both::first
     0 + both::second
     0 - both::second
     0 - use
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
