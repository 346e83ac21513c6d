// Calls that must be tail calls, in C++: from a function whose variables have
// destructors that ran before, and between member functions.
//
// SPDX-License-Identifier: Apache-2.0

// { dg-gcc 15 }

#include "test.h"

struct counter
{
  long value = 0;
  KEEP counter () { MORE; }
  KEEP ~counter () { MORE; }
};

struct machine
{
  long steps = 0;

  KEEP int tick (int n)
  {
    steps++;
    if (n == 0)
      return 0;
    [[gnu::musttail]] return tock (n - 1);
  }

  KEEP int tock (int n)
  {
    if (n == 0)
      return 0;
    {
      counter c;
      steps += c.value;
    }
    [[gnu::musttail]] return tick (n - 1);
  }
};

int
main ()
{
  machine m;
  return m.tick (1000) + (m.steps != 501);
}
