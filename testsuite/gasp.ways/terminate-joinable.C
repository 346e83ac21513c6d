/* A std::thread that is destroyed while it can be joined, in an exception.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */
/* { dg-status SIGABRT } */

#include <thread>
#include "ways.h"

KEEP static void
lose ()
{
  std::thread thread ([] { for (;;) work (100); });
  throw leaf (1);
}

int
main ()
{
  fputs ("begin\n", stderr);
  try
    {
      lose ();
    }
  catch (int)
    {
      puts ("caught");
    }
}
