/* __builtin_return_address and __builtin_frame_address are what they are.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdint.h>
#include "test.h"

KEEP void *
where (void)
{
  return __builtin_return_address (0);
}

KEEP int
caller (void)
{
  uintptr_t here = (uintptr_t) where ();

  return here > (uintptr_t) caller && here - (uintptr_t) caller < 400;
}

int
main (void)
{
  return caller () - 1;
}
