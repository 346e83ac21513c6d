/* little-print.h - print with little of the stack.

   SPDX-License-Identifier: Apache-2.0

   The C library's printing takes more than two kilobytes of it, which a thread
   that is interrupted by something to say may not have.  */

#pragma once

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct gasp_little_text {
  char *at;
  size_t left, length;		/* without the null; of all that there was */
};

static inline void
gasp_little_put (struct gasp_little_text *text, char c)
{
  text->length++;
  if (!text->left)
    return;
  *text->at++ = c;
  text->left--;
}

static inline void
gasp_little_number (struct gasp_little_text *text, unsigned long long value,
		    unsigned int base)
{
  char digits[3 * sizeof value];
  int count = 0;
  do
    digits[count++] = "0123456789abcdef"[value % base];
  while ((value /= base) != 0);
  while (count > 0)
    gasp_little_put (text, digits[--count]);
}

static inline void
gasp_little_string (struct gasp_little_text *text, const char *string, int most)
{
  for (int i = 0; i < most && string[i]; i++)
    gasp_little_put (text, string[i]);
}

/* The kind of an argument, by its conversion.  */
struct gasp_little_kind {
  int precision;		/* INT_MAX: none */
  int longs;
  bool is_size;
};

/* Reads KIND at FORMAT, after the percent sign.  Returns what follows, the
   letter.  */
static inline const char *
gasp_little_read (const char *format, struct gasp_little_kind *kind,
		  int (*next) (void *), void *closure)
{
  *kind = (struct gasp_little_kind) { INT_MAX, 0, false };
  if (*format == '.' && *++format == '*')
    {
      kind->precision = next (closure);
      format++;
    }
  else if (format[-1] == '.')
    for (kind->precision = 0; *format >= '0' && *format <= '9'; format++)
      kind->precision = kind->precision * 10 + (*format - '0');
  for (; *format == 'l'; format++)
    kind->longs++;
  kind->is_size = *format == 'z';
  return format + kind->is_size;
}

/* The arguments; a struct, so that they can be passed on.  */
struct gasp_little_values { va_list list; };

static inline int
gasp_little_next (void *values)
{
  return va_arg (((struct gasp_little_values *) values)->list, int);
}

static inline unsigned long long
gasp_little_unsigned (struct gasp_little_values *values,
		      const struct gasp_little_kind *kind)
{
  return kind->is_size ? va_arg (values->list, size_t)
	 : kind->longs > 1 ? va_arg (values->list, unsigned long long)
	 : kind->longs ? va_arg (values->list, unsigned long)
	 : va_arg (values->list, unsigned int);
}

static inline long long
gasp_little_signed (struct gasp_little_values *values,
		    const struct gasp_little_kind *kind)
{
  return kind->is_size ? (long long) va_arg (values->list, size_t)
	 : kind->longs > 1 ? va_arg (values->list, long long)
	 : kind->longs ? va_arg (values->list, long)
	 : va_arg (values->list, int);
}

/* Prints the argument of the conversion LETTER.  Returns whether that is
   known.  */
static inline bool
gasp_little_convert (struct gasp_little_text *text, char letter,
		     const struct gasp_little_kind *kind,
		     struct gasp_little_values *values)
{
  if (letter == 's' && !kind->longs)
    {
      const char *string = va_arg (values->list, const char *);
      gasp_little_string (text, string ? string : "(null)", kind->precision);
      return true;
    }
  if (kind->precision != INT_MAX)
    return false;
  if (letter == '%')
    gasp_little_put (text, '%');
  else if (letter == 'c' && !kind->longs)
    gasp_little_put (text, (char) gasp_little_next (values));
  else if (letter == 'u' || letter == 'x')
    gasp_little_number (text, gasp_little_unsigned (values, kind),
			letter == 'x' ? 16 : 10);
  else if (letter == 'd')
    {
      long long value = gasp_little_signed (values, kind);
      if (value < 0)
	gasp_little_put (text, '-');
      gasp_little_number (text, value < 0 ? -(unsigned long long) value
			  : (unsigned long long) value, 10);
    }
  else
    return false;
  return true;
}

/* Prints as vsnprintf does, if FORMAT has only strings, characters and whole
   numbers without a width; else returns -1.  */
static inline int
gasp_little_try (char *line, size_t size, const char *format, va_list args)
{
  struct gasp_little_text text = { line, size ? size - 1 : 0, 0 };
  struct gasp_little_values values;
  struct gasp_little_kind kind;
  bool is_known = true;
  va_copy (values.list, args);
  for (; *format && is_known; format++)
    if (*format != '%')
      gasp_little_put (&text, *format);
    else
      {
	format = gasp_little_read (format + 1, &kind, gasp_little_next,
				   &values);
	is_known = *format && gasp_little_convert (&text, *format, &kind,
						   &values);
      }
  va_end (values.list);
  if (size)
    *text.at = '\0';
  return is_known ? (int) text.length : -1;
}

/* Prints as vsnprintf does.  */
static inline int
gasp_little_vprint (char *line, size_t size, const char *format, va_list args)
{
  int length = gasp_little_try (line, size, format, args);
  return length < 0 ? vsnprintf (line, size, format, args) : length;
}

/* Prints as snprintf does.  */
static inline int __attribute__ ((format (printf, 3, 4)))
gasp_little_print (char *line, size_t size, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  int length = gasp_little_vprint (line, size, format, args);
  va_end (args);
  return length;
}
