/* What <upc.h> brings along: the compilers that came before had <stdlib.h> and
   the types of the system in it, and programs count on that.

   SPDX-License-Identifier: Apache-2.0

   { dg-do run }
   { dg-options "-Werror" }
   { dg-threads 1 2 }  */

#include <upc.h>

int
main (void)
{
  ssize_t number = atof ("-3.5") * 2;
  char *room = malloc (16);
  if (number != -7 || !room)
    abort ();
  free (room);
  exit (0);
}
