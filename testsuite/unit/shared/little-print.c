/* Printing with little stack (little-print.h): as the C library does.

   SPDX-License-Identifier: Apache-2.0  */

#include <little-print.h>
#include <limits.h>
#include "unit.h"

/* Checks that both print the same, also where there is little room; and whether
   ours does so by itself.  */
static void __attribute__ ((format (printf, 2, 3)))
check (bool is_known, const char *format, ...)
{
  for (size_t size = 1; size < 80; size += 13)
    {
      char own[80] = "?", usual[80] = "?";
      va_list args, again;
      va_start (args, format);
      va_copy (again, args);
      int length = gasp_little_try (own, size, format, args);
      CHECK (is_known == (length >= 0));
      int wanted = vsnprintf (usual, size, format, again);
      if (is_known)
	{
	  CHECK_NUMBER (length, wanted);
	  CHECK_TEXT (own, usual);
	}
      va_end (args);
      va_end (again);
    }
}

static void
test_known (void)
{
  check (true, "nothing");
  check (true, "%s: %.3s, %.*s%c%%", "a", "abcdef", 2, "xyz", '!');
  check (true, "%d %d %d %u", 0, -1, INT_MIN, UINT_MAX);
  check (true, "%ld %lu %lx %lld %llu %llx", LONG_MIN, ULONG_MAX, 255ul,
	 LLONG_MIN, ULLONG_MAX, 0xfedcba9876543210ull);
  check (true, "the limit of %zu KB (%s), %x", (size_t) 512, "LIMIT", 0x1fu);
  check (true, "%.0s|%.20s", "abc", "short");
}

static void
test_unknown (void)
{
  check (false, "%5d", 3);
  check (false, "%.1f ms", 1.5);
  check (false, "%-3s", "a");
  check (false, "%02x", 3u);
  check (false, "%.3d", 3);
  char line[20];
  CHECK_NUMBER (gasp_little_print (line, sizeof line, "%.1f and %d", 1.25, 2), 9);
  CHECK_TEXT (line, "1.2 and 2");
}

UNIT (test_known, test_unknown);
