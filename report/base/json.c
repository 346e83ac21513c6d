/* json.c - writes JSON.  See json.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/json.h"
#include "base/util.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Text  */

/* The number of bytes that are written at once.  */
enum { PART = 1 << 16 };

/* Returns room for SIZE bytes more after the text.  */
static char *
room_for (struct json *json, size_t size)
{
  if (json->length + size >= json->room)
    {
      json->room = 2 * json->room + size + 100;
      char *bigger = realloc (json->text, json->room);
      if (!bigger)
	fail (EXIT_TROUBLE, "out of memory");
      json->text = bigger;
    }
  return json->text + json->length;
}

static void
put (struct json *json, const char *what, size_t length)
{
  memcpy (room_for (json, length), what, length);
  json->length += length;
}

static void
put_text (struct json *json, const char *text)
{
  put (json, text, strlen (text));
}

/* Appends at most 400 bytes as printf formats them.  */
#define PUT_FORMATTED(json, ...) \
  ((json)->length += (size_t) sprintf (room_for (json, 400), __VA_ARGS__))

static void
put_digits (struct json *json, unsigned long long count)
{
  char digits[20];
  size_t at = sizeof digits;
  do
    digits[--at] = (char) ('0' + count % 10);
  while (count /= 10);
  put (json, digits + at, sizeof digits - at);
}

static void
write_part (struct json *json)
{
  fwrite (json->text, 1, json->length, json->out);
  json->length = 0;
}

/* ---- Strings  */

/* Returns whether C is written as it is.  "<" must not end a script.  */
static bool
is_plain (char c)
{
  return c >= 0x20 && c < 0x7f && c != '"' && c != '\\' && c != '<' && c != '>'
	 && c != '&';
}

/* Puts the character at STRING, which is not plain, and returns its length.
   What is not UTF-8 becomes U+FFFD.  U+2028 is a line's end to some.  */
static size_t
put_character (struct json *json, const char *string)
{
  size_t length = utf8_length (string);
  unsigned char c = (unsigned char) *string;
  if (c == '"' || c == '\\')
    PUT_FORMATTED (json, "\\%c", c);
  else if (c < 0x80)
    PUT_FORMATTED (json, "\\u%04x", c);
  else if (length)
    put (json, string, length);
  else
    put_text (json, "\\ufffd");
  return length ? length : 1;
}

static void
put_string (struct json *json, const char *string)
{
  put (json, "\"", 1);
  while (*string)
    {
      size_t plain = 0;
      while (is_plain (string[plain]))
	plain++;
      put (json, string, plain);
      string += plain;
      if (*string)
	string += put_character (json, string);
    }
  put (json, "\"", 1);
}

/* ---- Objects and arrays  */

/* Puts what stands between the value before and the next one, and NAME.  */
static void
begin_value (struct json *json, const char *name)
{
  if (json->length > PART)
    write_part (json);
  if (!json->is_empty)
    put (json, ",", 1);
  if (json->begins_line)
    put (json, "\n", 1);
  else if (!json->is_empty && !json->compact)
    put (json, " ", 1);
  json->is_empty = json->begins_line = false;
  if (!name)
    return;
  put_string (json, name);
  put_text (json, json->compact ? ":" : ": ");
}

static void
open_value (struct json *json, const char *name, const char *opening,
	    char closing)
{
  begin_value (json, name);
  put (json, opening, 1);
  json->closing[json->depth++] = closing;
  json->is_empty = true;
}

struct json
json_begin (FILE *out, bool compact)
{
  return (struct json) { .out = out, .compact = compact, .is_empty = true };
}

void
json_end (struct json *json)
{
  put (json, "\n", 1);
  write_part (json);
  free (json->text);
}

void
json_object (struct json *json, const char *name)
{
  open_value (json, name, "{", '}');
}

void
json_array (struct json *json, const char *name)
{
  open_value (json, name, "[", ']');
}

void
json_close (struct json *json)
{
  if (json->begins_line)
    put (json, "\n", 1);
  put (json, &json->closing[--json->depth], 1);
  json->is_empty = json->begins_line = false;
}

void
json_line (struct json *json)
{
  json->begins_line = true;
}

/* ---- Values  */

void
json_string (struct json *json, const char *name, const char *value)
{
  begin_value (json, name);
  if (value)
    put_string (json, value);
  else
    put_text (json, "null");
}

void
json_count (struct json *json, const char *name, unsigned long long value)
{
  begin_value (json, name);
  put_digits (json, value);
}

void
json_integer (struct json *json, const char *name, long long value)
{
  begin_value (json, name);
  if (value < 0)
    put (json, "-", 1);
  put_digits (json, value < 0 ? -(unsigned long long) value
		    : (unsigned long long) value);
}

/* Puts THOUSANDTHS / 1000.  */
static void
put_thousandths (struct json *json, unsigned long long thousandths)
{
  put_digits (json, thousandths / 1000);
  size_t point = json->length;
  put_digits (json, thousandths % 1000 + 1000);
  json->text[point] = '.';
}

/* Leaves to printf what that might round otherwise.  */
void
json_real (struct json *json, const char *name, double value, int decimals)
{
  double scaled = decimals ? value * 1000 : value;
  double digits = rint (scaled);
  begin_value (json, name);
  if (!isfinite (value))
    put (json, "0", 1);
  else if (signbit (value) || !(scaled < 1e9)
	   || (decimals && fabs (fabs (scaled - digits) - .5) < 1e-4))
    PUT_FORMATTED (json, "%.*f", decimals, value);
  else if (decimals)
    put_thousandths (json, (unsigned long long) digits);
  else
    put_digits (json, (unsigned long long) digits);
}

void
json_flag (struct json *json, const char *name, bool value)
{
  begin_value (json, name);
  put_text (json, value ? "true" : "false");
}
