/* format.c - unit tests of report/base/format.c.

   SPDX-License-Identifier: Apache-2.0  */

#include <format.c>
#include "unit.h"

/* Checks that what is less than a unit's last digit is nothing.  */
static void
test_times (void)
{
  CHECK_TEXT (time_text (0), "0");
  CHECK_TEXT (time_text (1e-9), "0");
  CHECK_TEXT (time_text (-1e-9), "0");
  CHECK_TEXT (time_text (0.25), "0.25 ns");
  CHECK_TEXT (time_text (1.5e6), "1.50 ms");
}



static void
test_plurals (void)
{
  CHECK_TEXT (plural_noun ("UPC thread"), "UPC threads");
  CHECK_TEXT (plural_noun ("toy process"), "toy processes");
}

UNIT (test_times, test_plurals);
