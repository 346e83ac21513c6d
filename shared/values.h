/* values.h - what the values of settings mean, for those who read them and for
   those who check them beforehand.

   SPDX-License-Identifier: Apache-2.0

   The kinds are the words that settings.def has for arguments.  */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define GASP_SIZE_FORM "a number of bytes such as 500M or 2G"
#define GASP_PERCENT_FORM "a percentage such as 5%"
#define GASP_AMOUNT_FORM \
  "a number of seconds such as 10s, or of bytes such as 64M"
#define GASP_SAMPLE_FORM \
  "time, none, or EVENT:THRESHOLD, such as PAPI_L3_TCM:10000"

/* Returns the number of bytes in VALUE, which may have K, M, G or T after it;
   0 if VALUE is not one.  */
static inline uint64_t
gasp_parse_size (const char *value)
{
  static const char units[] = "KMGT";
  char *end;
  if (*value < '0' || *value > '9')
    return 0;
  uint64_t size = strtoull (value, &end, 10);
  const char *unit = *end ? strchr (units, *end & ~0x20) : NULL;
  if (unit)
    {
      unsigned int shift = 10 * (unsigned int) (unit - units + 1);
      size = size > UINT64_MAX >> shift ? 0 : size << shift;
      end++;
    }
  return *end ? 0 : size;
}

/* Returns the percentage in VALUE, 0 to 1000; less than 0 if VALUE is not
   one.  */
static inline double
gasp_parse_percent (const char *value)
{
  char *end;
  double percent = strtod (value, &end);
  bool is_valid = end != value && (!*end || !strcmp (end, "%"))
		  && percent >= 0 && percent <= 1000;
  return is_valid ? percent : -1;
}

/* Returns the seconds in VALUE; 0 if VALUE is not a number of them.  */
static inline uint64_t
gasp_parse_seconds (const char *value)
{
  char *end;
  uint64_t seconds = strtoull (value, &end, 10);
  bool is_valid = *value >= '0' && *value <= '9' && seconds < 1u << 30
		  && (!*end || !strcmp (end, "s"));
  return is_valid ? seconds : 0;
}

/* Returns whether VALUE, an EVENT:THRESHOLD, is a word that stands for no
   event.  */
static inline bool
gasp_is_sample_word (const char *value)
{
  return !*value || !strcmp (value, "time") || !strcmp (value, "none");
}

/* Returns the threshold in VALUE, EVENT:THRESHOLD, and sets *LENGTH to that of
   the event's name, which may have colons, too.  Returns 0 if VALUE is not of
   that form.  */
static inline long
gasp_parse_sample (const char *value, size_t *length)
{
  const char *colon = strrchr (value, ':');
  char *end = NULL;
  long threshold = colon ? strtol (colon + 1, &end, 10) : 0;
  *length = colon ? (size_t) (colon - value) : 0;
  return threshold > 0 && threshold <= 0x7fffffff && !*end && *length
	 ? threshold : 0;
}

/* Returns what VALUE would have to be for a setting of the kind ARGUMENT; null
   if it is valid, as far as can be checked without running, or if there is
   none.  */
static inline const char *
gasp_wrong_value (const char *argument, const char *value)
{
  size_t length;
  if (!*value)
    return NULL;
  bool is_switch = (!strcmp (value, "0") || !strcmp (value, "1")
		    || !strcmp (value, "no") || !strcmp (value, "yes"));
  if (!strcmp (argument, "SIZE"))
    return gasp_parse_size (value) ? NULL : GASP_SIZE_FORM;
  if (!strncmp (argument, "[SIZE", 5))
    return is_switch || gasp_parse_size (value) ? NULL : GASP_SIZE_FORM;
  if (!strcmp (argument, "PERCENT"))
    return gasp_parse_percent (value) >= 0 ? NULL : GASP_PERCENT_FORM;
  if (!strcmp (argument, "AMOUNT"))
    return (is_switch || gasp_parse_seconds (value) || gasp_parse_size (value)
	    ? NULL : GASP_AMOUNT_FORM);
  if (!strcmp (argument, "EVENT:THRESHOLD"))
    return gasp_is_sample_word (value) || gasp_parse_sample (value, &length)
	   ? NULL : GASP_SAMPLE_FORM;
  return NULL;
}
