/* Objects are destroyed in the order that they would be without us: those of
   threads when these end, those of the first thread before static ones, static
   ones in turn with atexit's functions.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <unistd.h>
#include "test.h"

static char order[64];

KEEP void
note (const char *what)
{
  strcat (order, what);
}

/* Destroyed last, being the first.  */
struct judge
{
  KEEP judge () { note ("J"); }
  KEEP ~judge ()
  {
    note ("j");
    if (strcmp (order, "JABTtUTtubcaj"))
      {
	write (2, order, strlen (order));
	_exit (1);
      }
  }
};

struct object
{
  const char *end;
  KEEP object (const char *begin, const char *end) : end (end) { note (begin); }
  KEEP ~object () { note (end); }
};

static judge last;
static object a ("A", "a");
static thread_local object local ("T", "t");

KEEP static void
at_exit ()
{
  note ("c");
}

static object *
function_static ()
{
  static object b ("B", "b");
  return &b;
}

int
main ()
{
  atexit (at_exit);
  function_static ();
  std::thread ([] { if (local.end == order) note ("?"); }).join ();
  static thread_local object first ("U", "u");
  if (local.end == first.end)
    note ("?");
  return 0;
}
