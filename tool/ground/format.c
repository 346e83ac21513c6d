/* format.c - the arguments of a user event as text.

   SPDX-License-Identifier: Apache-2.0

   The format comes from the program, and so do the arguments, but here a
   mistake must not do harm: what a conversion writes is bounded, %n writes
   nothing, and after one that is not understood no argument is read any
   more.  Each conversion is checked, and then printed by snprintf.  */

#include "ground/format.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

/* A value beyond this is cut: it bounds the memory that printing takes.  */
#define LONGEST_FIELD 200

struct output {
  char *at;
  size_t left;			/* without the null */
};

static void
put (struct output *out, const char *text, size_t length)
{
  if (length > out->left)
    length = out->left;
  memcpy (out->at, text, length);
  out->at += length;
  out->left -= length;
}

/* How wide an argument is.  */
enum length { INT, CHAR, SHORT, LONG, LONG_LONG, MAX, SIZE, DIFFERENCE,
	      LONG_DOUBLE };

static const struct {
  char text[3];
  enum length length;
} lengths[] = {
  /* Longer ones first.  */
  { "hh", CHAR }, { "ll", LONG_LONG }, { "h", SHORT }, { "l", LONG },
  { "q", LONG_LONG }, { "j", MAX }, { "z", SIZE }, { "Z", SIZE },
  { "t", DIFFERENCE }, { "L", LONG_DOUBLE }
};

/* One conversion, taken apart.  */
struct conversion {
  char flags[8];
  int width, precision;		/* precision -1: none */
  enum length length;
  char letter;
};

/* The arguments; a struct, so that it can be passed on.  */
struct values {
  va_list list;
};

static int
bounded (int n)
{
  return n > LONGEST_FIELD ? LONGEST_FIELD : n;
}

/* Returns the number at *FORMAT, or the argument for *; it is bounded.  */
static int
number (const char **format, struct values *values)
{
  int n = 0;
  if (**format == '*')
    {
      ++*format;
      n = va_arg (values->list, int);
      return n < -LONGEST_FIELD ? -LONGEST_FIELD : bounded (n);
    }
  for (; **format >= '0' && **format <= '9'; ++*format)
    n = bounded (n * 10 + **format - '0');
  return n;
}

static enum length
length_of (const char **format)
{
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
    {
      size_t n = strlen (lengths[i].text);
      if (!strncmp (*format, lengths[i].text, n))
	{
	  *format += n;
	  return lengths[i].length;
	}
    }
  return INT;
}

/* Takes apart what follows a percent sign.  */
static void
parse (struct conversion *c, const char **format, struct values *values)
{
  size_t flags = 0;
  memset (c, 0, sizeof *c);
  for (; **format && strchr ("-+ #0'", **format); ++*format)
    if (flags < sizeof c->flags - 2 && **format != '\'')
      c->flags[flags++] = **format;
  c->width = number (format, values);
  if (c->width < 0)
    {
      c->flags[flags++] = '-';
      c->width = -c->width;
    }
  c->precision = -1;
  if (**format == '.')
    {
      ++*format;
      c->precision = number (format, values);
    }
  c->length = length_of (format);
  c->letter = **format;
  if (c->letter)
    ++*format;
}

/* ---- By the kind of value.  */

static intmax_t
signed_value (const struct conversion *c, struct values *values)
{
  switch (c->length)
    {
    case CHAR: return (signed char) va_arg (values->list, int);
    case SHORT: return (short) va_arg (values->list, int);
    case LONG: return va_arg (values->list, long);
    case LONG_LONG: case LONG_DOUBLE: return va_arg (values->list, long long);
    case MAX: return va_arg (values->list, intmax_t);
    case SIZE: return va_arg (values->list, size_t);
    case DIFFERENCE: return va_arg (values->list, ptrdiff_t);
    default: return va_arg (values->list, int);
    }
}

static uintmax_t
unsigned_value (const struct conversion *c, struct values *values)
{
  uintmax_t value = signed_value (c, values);
  switch (c->length)
    {
    case CHAR: return (unsigned char) value;
    case SHORT: return (unsigned short) value;
    case INT: return (unsigned int) value;
    case LONG: return (unsigned long) value;
    case SIZE: return (size_t) value;
    default: return value;
    }
}

/* Writes the format for snprintf to SPEC: flags, width and precision as
   arguments, LENGTH and LETTER.  */
static void
rebuild (char *spec, const struct conversion *c, const char *length)
{
  sprintf (spec, "%%%s*.*%s%c", c->flags, length, c->letter);
}

static void
put_integer (struct output *out, const struct conversion *c,
	     struct values *values)
{
  char text[LONGEST_FIELD + 80], spec[24];
  int n;
  rebuild (spec, c, "j");
  if (c->letter == 'd' || c->letter == 'i')
    n = snprintf (text, sizeof text, spec, c->width, c->precision,
		  signed_value (c, values));
  else
    n = snprintf (text, sizeof text, spec, c->width, c->precision,
		  unsigned_value (c, values));
  put (out, text, bounded (n));
}

/* Thousands of digits are of no use.  */
static void
bound_floating (struct conversion *c, long double value)
{
  if ((c->letter == 'f' || c->letter == 'F')
      && (value > 1e60L || value < -1e60L))
    c->letter = 'e';
  if (c->precision > 40)
    c->precision = 40;
}

static void
put_floating (struct output *out, const struct conversion *given,
	      struct values *values)
{
  char text[LONGEST_FIELD + 80], spec[24];
  struct conversion c = *given;
  int n;
  if (c.length == LONG_DOUBLE)
    {
      long double value = va_arg (values->list, long double);
      bound_floating (&c, value);
      rebuild (spec, &c, "L");
      n = snprintf (text, sizeof text, spec, c.width, c.precision, value);
    }
  else
    {
      double value = va_arg (values->list, double);
      bound_floating (&c, value);
      rebuild (spec, &c, "");
      n = snprintf (text, sizeof text, spec, c.width, c.precision, value);
    }
  put (out, text, bounded (n));
}

/* Puts TEXT of N bytes into a field.  */
static void
put_field (struct output *out, const struct conversion *c, const char *text,
	   size_t n)
{
  size_t padding = (size_t) c->width > n ? c->width - n : 0;
  bool left = strchr (c->flags, '-') != NULL;
  if (left)
    put (out, text, n);
  while (padding-- > 0)
    put (out, " ", 1);
  if (!left)
    put (out, text, n);
}

/* Returns how much of a text's beginning may be read.  */
static size_t
readable (const struct conversion *c, size_t size)
{
  size_t precision = c->precision;
  return c->precision >= 0 && precision < size ? precision : size;
}

static void
put_wide (struct output *out, const struct conversion *c, const wchar_t *wide)
{
  char text[LONGEST_FIELD];
  size_t n = 0;
  for (; n < readable (c, sizeof text) && wide[n]; n++)
    text[n] = wide[n] >= ' ' && wide[n] < 127 ? wide[n] : '?';
  put_field (out, c, text, n);
}

static void
put_string (struct output *out, const struct conversion *c,
	    struct values *values)
{
  const void *text = va_arg (values->list, const void *);
  if (!text)
    put_field (out, c, "(null)", 6);
  else if (c->letter == 'S' || c->length == LONG)
    put_wide (out, c, text);
  else
    put_field (out, c, text, strnlen (text, readable (c, LONGEST_FIELD)));
}

static void
put_character (struct output *out, const struct conversion *c,
	       struct values *values)
{
  unsigned int value = va_arg (values->list, unsigned int);
  bool wide = c->letter == 'C' || c->length == LONG;
  char text = value && (!wide || value < 128) ? value : '?';
  put_field (out, c, &text, 1);
}

static void
put_pointer (struct output *out, const struct conversion *c,
	     struct values *values)
{
  char text[40];
  void *value = va_arg (values->list, void *);
  put_field (out, c, text, snprintf (text, sizeof text, "%p", value));
}

static void
put_percent (struct output *out, const struct conversion *c,
	     struct values *values)
{
  (void) c;
  (void) values;
  put (out, "%", 1);
}

/* Takes an argument that is a pointer to write to; nothing is written.  */
static void
put_nothing (struct output *out, const struct conversion *c,
	     struct values *values)
{
  (void) out;
  (void) c;
  (void) va_arg (values->list, void *);
}

static const struct {
  const char *letters;
  void (*put) (struct output *, const struct conversion *, struct values *);
} conversions[] = {
  { "diouxX", put_integer },
  { "eEfFgGaA", put_floating },
  { "sS", put_string },
  { "cC", put_character },
  { "p", put_pointer },
  { "n", put_nothing },
  { "%", put_percent }
};

/* Prints the conversion that begins at *FORMAT.  False if there is no
   such.  */
static bool
convert (struct output *out, const char **format, struct values *values)
{
  struct conversion c;
  parse (&c, format, values);
  for (size_t i = 0; i < sizeof conversions / sizeof *conversions; i++)
    if (c.letter && strchr (conversions[i].letters, c.letter))
      {
	conversions[i].put (out, &c, values);
	return true;
      }
  return false;
}

void
gasp_tool_format (char *text, size_t size, const char *format, va_list list)
{
  struct output out = { text, size - 1 };
  struct values values;
  va_copy (values.list, list);
  while (*format)
    {
      size_t n = strcspn (format, "%");
      put (&out, format, n);
      format += n;
      if (!*format)
	break;
      const char *percent = format++;
      if (!convert (&out, &format, &values))
	{
	  put (&out, percent, strlen (percent));
	  break;
	}
    }
  *out.at = '\0';
  va_end (values.list);
}
