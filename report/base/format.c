/* format.c - numbers and names as a person reads them.  See util.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/arena.h"
#include "base/util.h"
#include "launchers.h"

#include <langinfo.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool
may_print_utf8 (void)
{
  return !strcmp (nl_langinfo (CODESET), "UTF-8");
}

const char *
least_sign (void)
{
  return may_print_utf8 () ? "≥" : ">=";
}

const char *
error_sign (void)
{
  return may_print_utf8 () ? "±" : "+-";
}

/* Returns the next of a few buffers, so that one printf may use several.  */
static char *
next_buffer (void)
{
  static char buffers[8][32];
  static unsigned next;
  return buffers[next++ % COUNT_OF (buffers)];
}

struct unit { double size; const char *name; };

/* Returns VALUE in the largest of UNITS that it fills, with three digits or
   so.  */
static const char *
in_units (double value, const struct unit *units, size_t count)
{
  char *text = next_buffer ();
  size_t i = 0;
  while (i + 1 < count && fabs (value) < units[i].size * 0.9995)
    i++;
  double scaled = value / units[i].size;
  int decimals = i + 1 == count && scaled == floor (scaled) ? 0
		 : fabs (scaled) < 9.995 ? 2 : fabs (scaled) < 99.95 ? 1 : 0;
  snprintf (text, 32, "%.*f %s", decimals, scaled, units[i].name);
  return text;
}

const char *
time_text (double nanoseconds)
{
  struct unit units[] = { { 1e9, "s" }, { 1e6, "ms" },
			  { 1e3, may_print_utf8 () ? "µs" : "us" },
			  { 1, "ns" } };
  /* Sums of what was taken away may leave a rest.  */
  return fabs (nanoseconds) >= 0.005
	   ? in_units (nanoseconds, units, COUNT_OF (units))
	   : "0";
}

const char *
bytes_text (double bytes)
{
  static const struct unit units[]
    = { { 1099511627776., "TiB" }, { 1073741824., "GiB" },
	{ 1048576., "MiB" }, { 1024., "KiB" }, { 1, "B" } };
  return bytes ? in_units (bytes, units, COUNT_OF (units)) : "0";
}

const char *
count_text (double count)
{
  static const struct unit units[]
    = { { 1e12, "T" }, { 1e9, "G" }, { 1e6, "M" } };
  if (fabs (count) >= 1e6)
    return in_units (count, units, COUNT_OF (units));
  char *text = next_buffer ();
  snprintf (text, 32, "%.0f", count);
  return text;
}

const char *
rank_text (int64_t rank)
{
  char *text = next_buffer ();
  if (rank >> LAUNCHER_RANK_BITS > 0)
    snprintf (text, 32, "%lld.%lld", (long long) (rank >> LAUNCHER_RANK_BITS),
	      (long long) (rank & (((int64_t) 1 << LAUNCHER_RANK_BITS) - 1)));
  else
    snprintf (text, 32, "%lld", (long long) rank);
  return text;
}

const char *
percent_text (double part, double whole)
{
  char *text = next_buffer ();
  if (whole > 0)
    snprintf (text, 32, "%.1f", 100 * part / whole);
  else
    strcpy (text, "-");
  return text;
}

/* The smallest code that needs LENGTH bytes: shorter ones are overlong.  */
static const unsigned first_code[] = { 0, 0, 0x80, 0x800, 0x10000 };

/* Decodes the character at S into CODE; its length, or 0.  */
static size_t
decode (const unsigned char *s, unsigned *code)
{
  size_t length = *s < 0x80 ? 1 : *s >> 5 == 6 ? 2 : *s >> 4 == 14 ? 3
		  : *s >> 3 == 30 ? 4 : 0;
  if (length <= 1)
    {
      *code = *s;
      return length;
    }
  *code = *s & (0x7f >> length);
  for (size_t i = 1; i < length; i++)
    {
      if (s[i] >> 6 != 2)
	return 0;
      *code = *code << 6 | (s[i] & 0x3f);
    }
  return *code < first_code[length] || *code > 0x10ffff
	 || (*code >= 0xd800 && *code < 0xe000) ? 0 : length;
}

/* Returns whether CODE is a character that moves the cursor or changes the
   direction of writing.  */
static bool
is_control (unsigned code)
{
  return code < 0x20 || (code >= 0x7f && code < 0xa0)
	 || (code >= 0x200e && code <= 0x200f)
	 || (code >= 0x2028 && code <= 0x202e)
	 || (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

size_t
utf8_length (const char *string)
{
  unsigned code;
  size_t length = decode ((const unsigned char *) string, &code);
  return length && !is_control (code) ? length : 0;
}

/* Prints the character at S, or a stand-in.  Returns its length in S.  */
static size_t
print_character (FILE *out, const char *s)
{
  size_t length = utf8_length (s);
  if (length)
    fwrite (s, 1, length, out);
  else
    fputc ('?', out);
  return length ? length : 1;
}

static const char *
skip_characters (const char *s, size_t count)
{
  for (; *s && count; count--)
    {
      size_t length = utf8_length (s);
      s += length ? length : 1;
    }
  return s;
}

void
print_clean (FILE *out, const char *string)
{
  while (*string)
    string += print_character (out, string);
}

size_t
clean_width (const char *string)
{
  size_t width = 0;
  for (; *string; width++)
    string = skip_characters (string, 1);
  return width;
}

static void
print_characters (FILE *out, const char *s, size_t count)
{
  while (*s && count--)
    s += print_character (out, s);
}

void
print_fitted (FILE *out, const char *string, size_t width, bool at_end)
{
  size_t is = clean_width (string);
  if (is <= width || width < 4)
    {
      print_characters (out, string, width);
      return;
    }
  size_t head = at_end ? width - 1 : (width - 1) / 2, tail = width - 1 - head;
  print_characters (out, string, head);
  fputs (may_print_utf8 () ? "…" : "~", out);
  print_clean (out, skip_characters (string, is - tail));
}

/* Returns how many letters one must insert, delete or replace to make B of
   A.  */
static unsigned
distance (const char *a, const char *b)
{
  enum { LONGEST = 63 };
  size_t a_length = strlen (a), b_length = strlen (b);
  unsigned row[LONGEST + 1];
  if (a_length > LONGEST || b_length > LONGEST)
    return UINT_MAX;
  for (size_t j = 0; j <= b_length; j++)
    row[j] = (unsigned) j;
  for (size_t i = 1; i <= a_length; i++)
    {
      unsigned diagonal = row[0];
      row[0] = (unsigned) i;
      for (size_t j = 1; j <= b_length; j++)
	{
	  unsigned best = diagonal + (a[i - 1] != b[j - 1]);
	  if (row[j] + 1 < best)
	    best = row[j] + 1;
	  if (row[j - 1] + 1 < best)
	    best = row[j - 1] + 1;
	  diagonal = row[j];
	  row[j] = best;
	}
    }
  return row[b_length];
}

const char *
most_alike (const char *wrong, const void *rows, size_t count, size_t size)
{
  const char *best = NULL;
  unsigned least = (unsigned) strlen (wrong) / 3 + 2;
  for (size_t i = 0; i < count; i++)
    {
      const char *name = *(const char *const *) ((const char *) rows
						 + i * size);
      unsigned steps = distance (wrong, name);
      bool begins
	= strlen (wrong) > 2 && !strncmp (wrong, name, strlen (wrong));
      if (begins)
	steps = 1;
      /* Of those that begin so, the one with least after it.  */
      if (steps < least || (steps == least && best && begins
			    && strlen (name) < strlen (best)))
	{
	  least = steps;
	  best = name;
	}
    }
  return best;
}

char *
plural_noun (const char *name)
{
  size_t length = strlen (name);
  bool ends_in_s = length && name[length - 1] == 's';
  return arena_print ("%s%s", name, ends_in_s ? "es" : "s");
}
