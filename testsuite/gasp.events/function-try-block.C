/* A constructor whose body is a try block.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

struct base
{
  KEEP base (int n) { if (n) throw n; }
};

struct derived : base
{
  KEEP derived (int n) try : base (n) { } catch (int) { MORE; }
};

int
main ()
{
  try
    {
      derived d (1);
    }
  catch (int)
    {
      return 0;
    }
  return 1;
}

/* EVENTS:
     0 + main
     0 + derived
     0 + base
     0 - base
     0 - derived
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
