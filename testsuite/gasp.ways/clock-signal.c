/* A program that forbids itself the processor's clock.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-not-emulated "no such thing" } */

#include <sys/prctl.h>
#include "ways.h"

int
main (void)
{
  work (10);
#ifdef __x86_64__
  printf ("%d\n", prctl (PR_SET_TSC, PR_TSC_SIGSEGV));
#else
  UNSUPPORTED ("no such thing");
#endif
  printf ("%d\n", work (1000));
  free (malloc (100));
  prctl (PR_SET_TSC, PR_TSC_ENABLE);
  printf ("%d\n", work (1000));
  return 0;
}
