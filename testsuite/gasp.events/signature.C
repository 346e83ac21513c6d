/* Signatures as C++ would declare them.

   SPDX-License-Identifier: Apache-2.0  */

#include <cstddef>
#include "test.h"

namespace ns
{
  struct item
  {
    KEEP item () { MORE; }
    KEEP ~item () { MORE; }
    KEEP int get (const item &, int) const { return 1; }
    KEEP static void fixed (const char *) { MORE; }
    KEEP bool operator== (const item &) const { return true; }
    KEEP operator int () const { return 3; }
  };
}

KEEP int add (int a, int b) { return a + b; }
KEEP int add (long a, long b) { return a + b; }
namespace { KEEP void hidden (int &&) { MORE; } }

template <typename T, int N> KEEP T first (T (&a)[N]) { return a[0]; }

int
main ()
{
  ns::item a;
  int v[3] = { 0 };

  a.get (a, 1);
  ns::item::fixed ("");
  hidden (a == a);
  return add (1, 2) + add (1l, 2l) - 6 + first (v) + int (a) - 3;
}

/* EVENTS:
     0 + main (int main())
     0 + ns::item::item (ns::item::item())
     0 - ns::item::item (ns::item::item())
     0 + ns::item::get (int ns::item::get(const ns::item&, int) const)
     0 - ns::item::get (int ns::item::get(const ns::item&, int) const)
     0 + ns::item::fixed (void ns::item::fixed(const char*))
     0 - ns::item::fixed (void ns::item::fixed(const char*))
     0 + ns::item::operator== (bool ns::item::operator==(const ns::item&) const)
     0 - ns::item::operator== (bool ns::item::operator==(const ns::item&) const)
     0 + hidden
     0 - hidden
     0 + add (int add(int, int))
     0 - add (int add(int, int))
     0 + add (int add(long int, long int))
     0 - add (int add(long int, long int))
     0 + first (int first<int, 3>(int (&)[3]))
     0 - first (int first<int, 3>(int (&)[3]))
     0 + int (ns::item::operator int() const)
     0 - int (ns::item::operator int() const)
     0 + ns::item::~item (ns::item::~item())
     0 - ns::item::~item (ns::item::~item())
     0 - main (int main())
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
