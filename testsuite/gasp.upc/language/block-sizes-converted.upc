/* A pointer that is converted without a cast to one with another block size has no
   phase (UPC 1.3, 6.4.3), and is equal to what it was.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-Wno-incompatible-pointer-types" } */
/* { dg-threads 1 3 } */

#include <upc.h>

shared [4] int a[8 * THREADS], *p4;
shared int *p1;

static int
phase (shared [3] int *p)
{
  return upc_phaseof (p);
}

static shared [3] int *
give (shared [4] int *p)
{
  return p;
}

int
main (void)
{
  shared [4] int *at = &a[4 * MYTHREAD + 2];
  shared [3] int *p3;
  p4 = at;
  p1 = at;
  p3 = give (at);
  if (phase (at) || upc_phaseof (p3) || upc_phaseof (p4) != 2)
    return 1;
  if (!(p1 == at) || p3 != p1 || p4 != p3 || p1 == p4 + 1)
    return 2;
  if (!MYTHREAD)
    *p1 = 7;
  p4 = p1;
  return upc_phaseof (p4) || *p4 != *at || upc_threadof (p4) != MYTHREAD;
}
