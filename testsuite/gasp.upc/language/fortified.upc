/* Casts to pointers-to-local, and functions that are told how large objects are:
   what is not known of shared ones is not taken for too small.  GCC 11 has but
   two levels, and says so.

   SPDX-License-Identifier: Apache-2.0

   { dg-do run }
   { dg-options "-D_FORTIFY_SOURCE=3 -Wno-cpp" }
   { dg-threads 1 3 }  */

#include <string.h>
#include "../check.h"

struct named { char name[8]; int number; };

shared char cyclic[64 * THREADS];
shared [32] char blocked[32 * THREADS], rows[THREADS][32];
shared struct named all[THREADS];

int
main (int argc, char **argv)
{
  size_t size = argc * 64;
  (void) argv;
  memset ((char *) &cyclic[MYTHREAD], 1, size);
  strcpy ((char *) &blocked[32 * MYTHREAD], "hello, this is a string");
  memcpy ((char *) &cyclic[MYTHREAD], (char *) &blocked[32 * MYTHREAD],
	  size / 2);
  strcat ((char *) rows[MYTHREAD], "abc");
  strcat ((char *) &rows[MYTHREAD][0], "def");
  sprintf ((char *) &all[MYTHREAD].name, "%d", 1234567);
  CHECK (!strcmp ((char *) &cyclic[MYTHREAD], "hello, this is a string"));
  CHECK (!strcmp ((char *) &rows[MYTHREAD], "abcdef"));
  CHECK (!strcmp ((char *) all[MYTHREAD].name, "1234567"));
  return 0;
}
