/* The status is that of a thread that fails, if one does.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 3 4 } */
/* { dg-translation dynamic } */
/* { dg-status 9 } */

int
main (void)
{
  return MYTHREAD == 2 ? 9 : 0;
}
