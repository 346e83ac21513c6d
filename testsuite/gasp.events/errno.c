/* errno is the program's own: no event changes it.

   SPDX-License-Identifier: Apache-2.0  */

#include <errno.h>
#include <stdlib.h>
#include "test.h"

KEEP int
look (void)
{
  return errno;
}

KEEP void
set (int value)
{
  errno = value;
}

int
main (void)
{
  int bad = 0;

  set (77);
  bad += look () != 77;
  free (malloc (10));
  bad += errno != 77;
  return bad;
}
/* { dg-levels -O0 -O1 -Og -Os -O2 -O3 -O2,-flto } */
