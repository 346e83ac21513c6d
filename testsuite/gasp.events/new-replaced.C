/* The program's own operator new is the one that is called.

   SPDX-License-Identifier: Apache-2.0  */

#include <cstdlib>
#include <new>
#include "test.h"

static int news, deletes;

void *
operator new (std::size_t size)
{
  news++;
  return std::malloc (size);
}

void
operator delete (void *p) noexcept
{
  deletes++;
  std::free (p);
}

void
operator delete (void *p, std::size_t) noexcept
{
  deletes++;
  std::free (p);
}

KEEP void
use (void *p)
{
  *static_cast<volatile char *> (p) = 1;
}

int
main ()
{
  int *p = new int;
  use (p);
  delete p;
  return news == 1 && deletes == 1 ? 0 : 1;
}
