/* Functions that run while a thread ends.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <pthread.h>
#include <thread>
#include "test.h"

struct local
{
  int value = 0;
  KEEP ~local () { MORE; }
};

static thread_local local object;

KEEP void
body ()
{
  object.value = 1;
}

int
main ()
{
  std::thread thread (body);
  thread.join ();
  return 0;
}
