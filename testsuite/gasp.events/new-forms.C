/* operator new and delete in all forms: nothrow, aligned, sized, called by name.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-std=c++17" } */

#include <new>
#include "test.h"

struct alignas (64) wide { char c[100]; };

KEEP void
use (void *p)
{
  *static_cast<volatile char *> (p) = 1;
}

int
main ()
{
  int *a = new (std::nothrow) int;
  use (a);
  delete a;
  wide *b = new wide;
  use (b);
  delete b;
  wide *c = new (std::nothrow) wide[2];
  use (c);
  delete[] c;
  void *d = ::operator new (77);
  use (d);
  ::operator delete (d);
  void *e = ::operator new (78, std::align_val_t (128));
  use (e);
  ::operator delete (e, 78, std::align_val_t (128));
  void *f = ::operator new[] (79, std::nothrow);
  use (f);
  ::operator delete[] (f, std::nothrow);
  return 0;
}

/* EVENTS:
     0 + main
     0 + malloc 4
     0 - malloc 4 $a
     0 + use
     0 - use
     0 + free $a
     0 - free $a
     0 + malloc 128
     0 - malloc 128 $b
     0 + use
     0 - use
     0 + free $b
     0 - free $b
     0 + malloc 256
     0 - malloc 256 $c
     0 + use
     0 - use
     0 + free $c
     0 - free $c
     0 + malloc 77
     0 - malloc 77 $d
     0 + use
     0 - use
     0 + free $d
     0 - free $d
     0 + malloc 78
     0 - malloc 78 $e
     0 + use
     0 - use
     0 + free $e
     0 - free $e
     0 + malloc 79
     0 - malloc 79 $f
     0 + use
     0 - use
     0 + free $f
     0 - free $f
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
