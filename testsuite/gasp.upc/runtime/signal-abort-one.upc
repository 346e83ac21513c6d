/* A program of one thread dies as a C program does.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 1 } */
/* { dg-translation dynamic } */
/* { dg-status SIGABRT } */

#include <stdlib.h>

int
main (void)
{
  abort ();
}
