/* settings.c - the runtime's part of the settings.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include "clean.h"
#include "base/settings.h"
#include "base/state.h"

static const struct
{
  const char *word;
  bool on;
} switch_words[] = {
  { "1", true }, { "yes", true }, { "", false }, { "0", false },
  { "no", false },
};
#define COUNT (sizeof switch_words / sizeof *switch_words)

bool
gasp_setting_on (const char *name)
{
  const char *value = secure_getenv (name);
  if (!value)
    return false;
  for (size_t i = 0; i < COUNT; i++)
    if (!strcmp (value, switch_words[i].word))
      return switch_words[i].on;
  gasp_gcc_message ("%s is \"" GASP_SHOWN "\"; it may be 1 or yes, 0 or no; "
		    "taken as not set", name, value);
  return false;
}

/* Returns the value of setting NAME, which may come with an attachment, or
   null.  */
const char *
gasp_gcc_setting (const char *name)
{
  size_t length = strlen (name);
  for (const char *s = gasp_gcc_attachment.settings; *s; s += strlen (s) + 1)
    if (!strncmp (s, name, length) && s[length] == '=')
      return s + length + 1;
  return secure_getenv (name);
}
