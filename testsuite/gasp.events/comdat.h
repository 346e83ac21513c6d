/* Functions that two units define.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

/* One of several equal copies is kept.  */
inline KEEP int
shared (int n)
{
  return n;
}

/* Each unit has its own.  */
static KEEP int
own (int n)
{
  return n;
}

int other ();
