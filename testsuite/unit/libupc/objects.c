/* Names of elements of shared objects (check/objects.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <objects.c>
#include "unit.h"

/* Checks that element INDEX of an array a of TYPE is called NAME.  */
static void
check_element (const char *type, int64_t index, const char *name)
{
  char text[40];
  struct upc_object object = { .name = "a", .type = type };
  upc_show_element (text, sizeof text, &object, index);
  CHECK_TEXT (text, name);
}

static void
test_elements (void)
{
  __upc_threads = 4;
  check_element ("shared int [THREADS]", 3, "a[3]");
  check_element ("shared [2] double [2][THREADS]", 6, "a[1][2]");
  check_element ("shared int [3][5*THREADS][7]", 141, "a[1][0][1]");
  check_element ("shared [] int [8][8]", 64, "a[8][0]");
  check_element ("shared [] int [8][8]", -1, "a[-1][7]");
  check_element ("shared [3] int", 2, "a[2]");
  check_element ("shared int [][THREADS]", 5, "a[5]");
  check_element ("shared int (*)[5] shared [2][2]", 3, "a[3]");
}

static void
test_long_names (void)
{
  char text[8];
  struct upc_object object
    = { .name = "temperature", .type = "shared int [8][8]" };
  upc_show_element (text, sizeof text, &object, 9);
  CHECK_TEXT (text, "tempera");
}

UNIT (test_elements, test_long_names);
