/* A unit without functions, and one without main's help.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-sources further/empty.c } */

int
main (void)
{
  return 0;
}

/* EVENTS:
     0 + main
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
