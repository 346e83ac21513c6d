/* late.h - what tests of late senders share: how long the program waits by its own clock.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdio.h>
#include <stdlib.h>
#include "now.h"

static int me;
static double waited, squares;	/* for senders; and of each call */

/* So many microseconds, or less.  */
static void
work (int most)
{
  double end = now () + rand () % (most + 1) * 1e-6;
  while (now () < end)
    continue;
}

/* It began to wait at BEGIN for what was sent at SENT.  */
static void
note (double begin, double sent)
{
  double end = now ();
  if (sent > end)
    sent = end;
  if (sent > begin)
    {
      waited += sent - begin;
      squares += (sent - begin) * (sent - begin);
    }
}

static void
say (const char *what)
{
  printf ("%s %d %.0f %.6g\n", what, me, waited * 1e9, squares * 1e18);
  waited = squares = 0;
}
