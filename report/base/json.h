/* json.h - text of JSON.

   SPDX-License-Identifier: Apache-2.0

   There may be gigabytes of it, so it is collected and written in one go, and
   most numbers are not left to printf.  */

#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include <stddef.h>
#include <stdio.h>

struct text {
  char *start;			/* allocated */
  size_t length, room;
};

/* Returns room for SIZE bytes more behind TEXT.  */
extern char *text_room (struct text *text, size_t size);

/* Appends LENGTH bytes of WHAT.  */
extern void put (struct text *text, const char *what, size_t length);
extern void put_string (struct text *text, const char *string);
extern void put_count (struct text *text, unsigned long long count);

/* Appends at most 400 bytes as printf formats them.  */
#define PUT_FORMATTED(text, ...) \
  ((text)->length += (size_t) sprintf (text_room (text, 400), __VA_ARGS__))

/* Appends VALUE with no DECIMALS or three, without a locale's comma, and 0 for
   what is not finite.  */
extern void put_real (struct text *text, double value, int decimals);

/* Appends STRING in quotes, or null.  For a script in HTML, too.  */
extern void put_json_string (struct text *text, const char *string);

/* Writes what was collected to OUT, and empties TEXT.  */
extern void write_out (struct text *text, FILE *out);

/* Writes TEXT in quotes, or null.  */
extern void write_json_string (FILE *out, const char *text);

#endif /* REPORT_JSON_H */
