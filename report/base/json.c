/* json.c - text of JSON, collected and written in one go.  See json.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/json.h"
#include "base/util.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Text that is written in one go.  There may be gigabytes of it, so numbers
   are not left to printf.  */

char *
text_room (struct text *text, size_t size)
{
  if (text->length + size >= text->room)
    {
      text->room = 2 * text->room + size + 100;
      char *bigger = realloc (text->start, text->room);
      if (!bigger)
	fail (EXIT_TROUBLE, "out of memory");
      text->start = bigger;
    }
  return text->start + text->length;
}

void
put (struct text *text, const char *what, size_t length)
{
  memcpy (text_room (text, length), what, length);
  text->length += length;
}

void
put_string (struct text *text, const char *string)
{
  put (text, string, strlen (string));
}

void
put_count (struct text *text, unsigned long long count)
{
  char digits[20];
  size_t at = sizeof digits;
  do
    digits[--at] = (char) ('0' + count % 10);
  while (count /= 10);
  put (text, digits + at, sizeof digits - at);
}

void
write_out (struct text *text, FILE *out)
{
  fwrite (text->start, 1, text->length, out);
  text->length = 0;
}

/* ---- Values.  */

/* Returns whether C is written as it is.  "<" must not end a script.  */
static bool
is_plain (char c)
{
  return c >= 0x20 && c < 0x7f && c != '"' && c != '\\' && c != '<' && c != '>'
	 && c != '&';
}

/* Puts the character at STRING, which is not plain; its length.  What is not
   UTF-8 becomes U+FFFD.  U+2028 is a line's end to some.  */
static size_t
put_character (struct text *text, const char *string)
{
  size_t length = utf8_length (string);
  unsigned char c = (unsigned char) *string;
  if (c == '"' || c == '\\')
    PUT_FORMATTED (text, "\\%c", c);
  else if (c < 0x80)
    PUT_FORMATTED (text, "\\u%04x", c);
  else if (length)
    put (text, string, length);
  else
    put_string (text, "\\ufffd");
  return length ? length : 1;
}

void
put_json_string (struct text *text, const char *string)
{
  if (!string)
    {
      put_string (text, "null");
      return;
    }
  put_string (text, "\"");
  while (*string)
    {
      size_t plain = 0;
      while (is_plain (string[plain]))
	plain++;
      put (text, string, plain);
      string += plain;
      if (*string)
	string += put_character (text, string);
    }
  put_string (text, "\"");
}

/* What printf might round otherwise is left to it.  */
void
put_real (struct text *text, double value, int decimals)
{
  double scaled = decimals ? value * 1000 : value;
  double digits = rint (scaled);
  if (!isfinite (value))
    value = 0;
  if (signbit (value) || !(scaled < 1e9)
      || (decimals && fabs (fabs (scaled - digits) - .5) < 1e-4))
    PUT_FORMATTED (text, "%.*f", decimals, value);
  else if (!decimals)
    put_count (text, (unsigned long long) digits);
  else
    {
      unsigned int thousandths = (unsigned int) digits % 1000 + 1000;
      put_count (text, (unsigned int) digits / 1000);
      size_t point = text->length;
      put_count (text, thousandths);
      text->start[point] = '.';
    }
}

void
write_json_string (FILE *out, const char *string)
{
  struct text text = { 0 };
  put_json_string (&text, string);
  write_out (&text, out);
  free (text.start);
}
