/* Commas, nesting, numbers and strings of JSON (json.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <base/json.c>
#include "unit.h"

#include <stdint.h>

static char *written;
static size_t length;
static struct json json;

static void
begin (bool compact)
{
  json = json_begin (open_memstream (&written, &length), compact);
}

/* Returns what was written, without the line's end.  */
static const char *
end (void)
{
  json_end (&json);
  fclose (json.out);
  written[length - 1] = 0;
  return written;
}

static void
write_nested (void)
{
  json_object (&json, NULL);
  json_array (&json, "a");
  json_close (&json);
  json_array (&json, "b");
  json_count (&json, NULL, 1);
  json_object (&json, NULL);
  json_close (&json);
  json_string (&json, NULL, NULL);
  json_close (&json);
  json_flag (&json, "c", true);
  json_close (&json);
}

static void
test_commas (void)
{
  begin (false);
  write_nested ();
  CHECK_TEXT (end (), "{\"a\": [], \"b\": [1, {}, null], \"c\": true}");
  begin (true);
  write_nested ();
  CHECK_TEXT (end (), "{\"a\":[],\"b\":[1,{},null],\"c\":true}");
}

static void
test_lines (void)
{
  begin (true);
  json_array (&json, NULL);
  for (unsigned int i = 0; i < 2; i++)
    {
      json_line (&json);
      json_count (&json, NULL, i);
    }
  json_line (&json);
  json_close (&json);
  CHECK_TEXT (end (), "[\n0,\n1\n]");
}

static void
test_numbers (void)
{
  begin (true);
  json_array (&json, NULL);
  json_integer (&json, NULL, INT64_MIN);
  json_count (&json, NULL, UINT64_MAX);
  json_real (&json, NULL, 1.0005, 3);
  json_real (&json, NULL, 12.3456, 3);
  json_real (&json, NULL, 1e12, 0);
  json_real (&json, NULL, NAN, 3);
  json_real (&json, NULL, -INFINITY, 0);
  json_close (&json);
  CHECK_TEXT (end (), "[-9223372036854775808,18446744073709551615,1.000,12.346,"
		      "1000000000000,0,0]");
}

static void
test_strings (void)
{
  begin (true);
  json_string (&json, NULL, "\"\\</script>&\n\xc3\xa4\xff");
  CHECK_TEXT (end (), "\"\\\"\\\\\\u003c/script\\u003e\\u0026\\u000a\xc3\xa4\\ufffd\"");
}

UNIT (test_commas, test_lines, test_numbers, test_strings);
