/* Messages that differ in numbers only (facts.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <facts.c>
#include "unit.h"

static void
test_alike (void)
{
  CHECK (are_alike ("", ""));
  CHECK (are_alike ("left out from 144.0 ms on: read", "left out from 9 ms on: read"));
  CHECK (are_alike ("7", "12345.5"));
  CHECK (!are_alike ("from 1 ms on: read", "from 1 ms on: write"));
  CHECK (!are_alike ("no counters", "no counters: 3"));
  CHECK (!are_alike ("3", ""));
}

UNIT (test_alike);
