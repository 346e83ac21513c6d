/* Leaving nested blocks and loops by goto.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

KEEP int
search (int wanted)
{
  int i, j;

  for (i = 0; i < 10; i++)
    for (j = 0; j < 10; j++)
      {
	if (i * j == wanted)
	  goto found;
	if (i > 8)
	  goto lost;
      }
lost:
  return -1;
found:
  return i;
}

int
main (void)
{
  return search (42) == 6 && search (43) == -1 ? 0 : 1;
}

/* EVENTS:
     0 + main
     0 + search
     0 - search
     0 + search
     0 - search
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
