/* For position-header.c.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

static KEEP int
from_header (void)
{
  return 1;
}
