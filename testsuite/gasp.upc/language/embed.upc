/* Bytes of a file, in shared and other arrays.

   SPDX-License-Identifier: Apache-2.0

   { dg-gcc 15 }
   { dg-options "-std=gnu23" }
   { dg-translation static }  */

#include "check.h"

const unsigned char begin[] = {
#embed "embed.upc" limit (2)
};
shared const unsigned char all[] = {
#embed "embed.upc" limit (64)
};
shared [] unsigned char framed[] = {
#embed "embed.upc" limit (2) prefix (1, ) suffix (, 2)
};

int
main (void)
{
  CHECK_IS (sizeof (begin), 2);
  CHECK_IS (begin[1], '*');
  CHECK_IS (all[0], '/');
  CHECK_IS (all[3], 'B');
  CHECK_IS (sizeof (all), 64);
  CHECK_IS (framed[0], 1);
  CHECK_IS (framed[1], '/');
  CHECK_IS (framed[3], 2);
#if !__has_embed ("embed.upc")
  CHECK (0);
#endif
  return 0;
}
