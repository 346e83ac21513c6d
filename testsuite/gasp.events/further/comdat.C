/* The second unit of comdat.C.

   SPDX-License-Identifier: Apache-2.0  */

#include "../comdat.h"

KEEP int
other ()
{
  return shared (10) + own (10);
}
