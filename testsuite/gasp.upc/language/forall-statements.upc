/* upc_forall as a part of other statements, and they as parts of it.

   SPDX-License-Identifier: Apache-2.0

   { dg-options "-Wall -Wextra -Wno-unused-parameter" }  */

#include "check.h"

#define N 10

static int count;

static int
leave_by_return (int stop)
{
  int i;

  upc_forall (i = 0; i < N; i++; continue)
    if (i == stop)
      return i;
  return -1;
}

static void
unbraced (int which)
{
  int i, j;

  if (which)
    upc_forall (i = 0; i < N; i++; continue)
      if (i & 1)
	count++;
      else
	count += 100;
  else
    count = -1;

  for (j = 0; j < 2; j++)
    upc_forall (i = 0; i < N; i++; MYTHREAD)
      switch (i)
	{
	case 3:
	  continue;
	case 4:
	  break;
	default:
	  count += 1000;
	}
}

int
main (void)
{
  int i, n;

  unbraced (0);
  CHECK_IS (count, -1 + 2 * 8 * 1000);
  count = 0;
  unbraced (1);
  CHECK_IS (count, 505 + 2 * 8 * 1000);

  n = 0;
  upc_forall (i = 0; i < N; i++; continue)
    {
      if (i == 5)
	continue;
      if (i == 8)
	break;
      n += i;
    }
  CHECK_IS (i, 8);
  CHECK_IS (n, 1 + 2 + 3 + 4 + 6 + 7);
  CHECK_IS (leave_by_return (7), 7);

  upc_forall (i = 0; i < N; i++; MYTHREAD)
    if (i == 6)
      goto out;	/* { dg-warning "out of 'upc_forall'" } */
out:
  CHECK_IS (i, 6);

  /* Nothing is left of the one that was left.  */
  n = 0;
  upc_forall (i = 0; i < N * THREADS; i++; i)
    n++;
  CHECK_IS (n, N);

  n = 0;
  upc_forall (i = 0; i < N; i++; continue)
    do
      n++;
    while (0);
  upc_forall (i = 0; i < N; i++; MYTHREAD) ;
  i = 0;
  upc_forall (; i < 3; ; MYTHREAD)
    i++;
  CHECK_IS (n + i, N + 3);
  n = ({ int t = 0; upc_forall (int k = 0; k < 4; k++; MYTHREAD) t += k; t; });
  CHECK_IS (n, 6);
  return 0;
}
