/* operator new that throws: its END comes, with a null pointer.

   SPDX-License-Identifier: Apache-2.0  */

#include <new>
#include "test.h"

volatile unsigned long huge = 1ul << 62;
void *volatile pointer;

KEEP int
get ()
{
  try
    {
      pointer = ::operator new (huge);
    }
  catch (const std::bad_alloc &)
    {
      return 0;
    }
  return 1;
}

int
main ()
{
  int bad = get ();
  return bad | (huge == 0);
}

/* EVENTS:
     0 + main
     0 + get
     0 + malloc 4611686018427387904
     0 - malloc 4611686018427387904 0x0
     0 - get
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
