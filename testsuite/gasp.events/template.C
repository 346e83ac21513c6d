/* Instances of a template are functions, each with its own signature.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

template <typename T> KEEP T
twice (T value)
{
  return value + value;
}

namespace box
{
  template <typename T> struct holder
  {
    T value;
    KEEP void set (const T &v) { value = v; }
  };
}

int
main ()
{
  box::holder<long> h;

  h.set (twice (2) + (long) twice (2.0));
  return h.value - 8;
}

/* EVENTS:
     0 + main (int main())
     0 + twice (int twice<int>(int))
     0 - twice (int twice<int>(int))
     0 + twice (double twice<double>(double))
     0 - twice (double twice<double>(double))
     0 + set (void box::holder<long int>::set(const long int&))
     0 - set (void box::holder<long int>::set(const long int&))
     0 - main (int main())
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
