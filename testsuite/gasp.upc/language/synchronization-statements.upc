/* upc_barrier and its family are statements like others.

   SPDX-License-Identifier: Apache-2.0

   { dg-options "-Wall -Wextra -Werror" }  */

#include "check.h"

shared int turn;

static int
value (void)
{
  return 3;
}

static void
parts_of_others (int x)
{
  if (x)
    upc_barrier;
  else
    upc_notify;
  if (!x)
    upc_wait;
  else
    upc_fence;
  for (int i = 0; i < 2; i++)
    upc_barrier i;
  do
    upc_barrier;
  while (x--);
label:
  upc_barrier;
  switch (x)
    {
    case 7:
      goto label;
    case 1 ? 8 : 9:
      upc_fence;
      break;
    default:
      upc_barrier 2;
    }
  { upc_fence; }
}

int
main (void)
{
  upc_barrier 1;
  upc_barrier (1);
  upc_barrier (1) + 1;
  upc_barrier value ();
  upc_barrier value (), value () + 1;
  upc_barrier 'a';
  upc_barrier -1;
  upc_notify 5; upc_wait 5;
  upc_notify; upc_wait;
  upc_notify value (); ; upc_wait 3;
  parts_of_others (0);
  parts_of_others (1);
  for (int i = 0; i < THREADS; i++)
    {
      if (i == MYTHREAD)
	turn = turn + 1;
      upc_barrier i;
    }
  CHECK_IS (turn, THREADS);
  return 0;
}
