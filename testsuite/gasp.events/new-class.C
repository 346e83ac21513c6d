/* A class's own operator new is a function; the global one is not called.

   SPDX-License-Identifier: Apache-2.0  */

#include <cstdlib>
#include "test.h"

struct pooled
{
  static char pool[64];
  KEEP void *operator new (std::size_t) { MORE; return pool; }
  KEEP void operator delete (void *) { MORE; }
  int value;
};

char pooled::pool[64];

KEEP void
use (pooled *p)
{
  p->value = 2;
  MORE;
}

int
main ()
{
  pooled *p = new pooled;
  use (p);
  delete p;
  return 0;
}

/* EVENTS emitted:
     0 + main
     0 + new (void* pooled::operator new(std::size_t))
     0 - new (void* pooled::operator new(std::size_t))
     0 + use
     0 - use
     0 + delete (void pooled::operator delete(void*))
     0 - delete (void pooled::operator delete(void*))
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
