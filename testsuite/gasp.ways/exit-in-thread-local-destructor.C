/* exit is called by the destructor of a thread-local object, at the end of a
   thread, while others are busy.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */
/* { dg-status 7 } */

#include <thread>
#include "ways.h"

struct last
{
  int n;
  last () : n (leaf (1)) { }
  KEEP ~last ()
  {
    printf ("%d\n", work (100));
    exit (7);
  }
};

static thread_local last object;

KEEP static void
body ()
{
  printf ("%d\n", object.n);
  fflush (stdout);
}

int
main ()
{
  std::thread busy ([] { for (;;) work (1000); });
  std::thread thread (body);

  thread.join ();
  pause ();
}
