/* An exception that would leave a noexcept function: std::terminate, with a
   handler of the program's.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-status SIGABRT } */

#include <exception>
#include <stdexcept>
#include "ways.h"

KEEP static void
handler ()
{
  try
    {
      throw;
    }
  catch (const std::exception &e)
    {
      printf ("terminated: %s %d\n", e.what (), work (10));
      fflush (stdout);
    }
  abort ();
}

KEEP static int
thrower (int n)
{
  if (n == 0)
    throw std::runtime_error ("bottom");
  return n;
}

KEEP static int
never () noexcept
{
  int result = deep (5, thrower);

  MORE;
  return result;
}

int
main ()
{
  std::set_terminate (handler);
  try
    {
      never ();
    }
  catch (...)
    {
      puts ("caught");
    }
}
