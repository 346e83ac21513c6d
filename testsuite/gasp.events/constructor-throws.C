/* A constructor that throws: members built so far are destroyed.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

struct member
{
  KEEP member () { MORE; }
  KEEP ~member () { MORE; }
};

struct whole
{
  member m;
  KEEP whole (int n) { if (n) throw n; }
  KEEP ~whole () { MORE; }
};

KEEP int
attempt (int n)
{
  try
    {
      whole w (n);
      return 1;
    }
  catch (int)
    {
      return 0;
    }
}

int
main ()
{
  return attempt (3);
}

/* EVENTS:
     0 + main
     0 + attempt
     0 + whole
     0 + member
     0 - member
     0 + ~member
     0 - ~member
     0 - whole
     0 - attempt
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
