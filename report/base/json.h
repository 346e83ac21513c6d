/* json.h - writes JSON.

   SPDX-License-Identifier: Apache-2.0

     struct json json = json_begin (out, false);
     json_object (&json, NULL);
       json_string (&json, "name", "a \"b\"");
       json_array (&json, "values");
	 json_count (&json, NULL, 1);
	 json_count (&json, NULL, 2);
       json_close (&json);
     json_close (&json);
     json_end (&json);

   NAME is that of an object's member, and null in arrays.  Commas come by
   themselves.  There may be gigabytes of it, so text is collected and written
   in large parts, and most numbers are not left to printf.  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct json {
  FILE *out;
  bool compact;			/* no blanks */
  char *text;			/* what was collected; allocated */
  size_t length, room;
  char closing[24];		/* of what is open */
  unsigned int depth;
  bool is_empty;		/* the innermost of these */
  bool begins_line;		/* the next value does */
};

extern struct json json_begin (FILE *out, bool compact);
/* Writes the rest and a line's end.  */
extern void json_end (struct json *json);

extern void json_object (struct json *json, const char *name);
extern void json_array (struct json *json, const char *name);
/* Closes the innermost object or array.  */
extern void json_close (struct json *json);

/* Puts the next value on a line of its own.  */
extern void json_line (struct json *json);

/* Writes VALUE, or null.  Nothing in it ends a script in HTML.  */
extern void json_string (struct json *json, const char *name,
			 const char *value);
extern void json_count (struct json *json, const char *name,
			unsigned long long value);
extern void json_integer (struct json *json, const char *name, long long value);
/* Writes VALUE with three decimals or none, without a locale's comma, and 0 for
   what is not finite.  */
extern void json_real (struct json *json, const char *name, double value,
		       int decimals);
extern void json_flag (struct json *json, const char *name, bool value);
