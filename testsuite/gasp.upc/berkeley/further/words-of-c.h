/* C, as it says, to its end.

   SPDX-License-Identifier: Apache-2.0  */

#pragma upc c_code

static inline int
of_c (int shared)
{
  int strict = shared + 1;
  return strict;
}
