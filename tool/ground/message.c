/* message.c - what the recorder says, and what it is asked for.

   SPDX-License-Identifier: Apache-2.0

   The runtime prints, so that lines stay whole; where the recorder is used
   without it, it writes by itself.  */

#include "clean.h"
#include "gasp_gcc.h"
#include "ground/message.h"
#include "ground/state.h"
#include "values.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#pragma weak gasp_gcc_vmessage
#pragma weak gasp_gcc_setting

static void __attribute__ ((noinline))
say_alone (const char *format, va_list values)
{
  char line[600];
  vsnprintf (line, sizeof line - 1, format, values);
  gasp_clean (line, strlen (line));
  strcat (line, "\n");
  if (write (STDERR_FILENO, "libgasp: ", 9) != 9
      || write (STDERR_FILENO, line, strlen (line)) < 0)
    return;
}

void
gasp_tool_say (const char *format, ...)
{
  va_list values;
  if (gasp_tool_sandboxed)
    return;
  va_start (values, format);
  if (gasp_gcc_vmessage)
    gasp_gcc_vmessage (format, values);
  else
    say_alone (format, values);
  va_end (values);
}

struct setting {
  const char *name, *value;
};

static const struct setting settings[SETTINGS] = {
#define GASP_SETTING(name, argument, value, help) { #name, value },
#include "settings.def"
};

const char *
gasp_tool_setting (enum gasp_tool_setting setting)
{
  const char *value = gasp_gcc_setting
			? gasp_gcc_setting (settings[setting].name)
			: getenv (settings[setting].name);
  return value && *value ? value : settings[setting].value;
}

const char *
gasp_tool_run (void)
{
  return gasp_gcc_setting ? gasp_gcc_setting ("GASP_RUN") : getenv ("GASP_RUN");
}

bool
gasp_tool_setting_is_default (enum gasp_tool_setting setting)
{
  return !strcmp (gasp_tool_setting (setting), settings[setting].value);
}

void
gasp_tool_bad_setting (enum gasp_tool_setting setting, const char *legal)
{
  gasp_tool_say ("%s=" GASP_SHOWN ": not %s; ignored", settings[setting].name,
		 gasp_tool_setting (setting), legal);
}

uint64_t
gasp_tool_setting_size (enum gasp_tool_setting setting)
{
  uint64_t size = gasp_parse_size (gasp_tool_setting (setting));
  if (size == 0)
    {
      gasp_tool_bad_setting (setting, GASP_SIZE_FORM);
      size = gasp_parse_size (settings[setting].value);
    }
  return size;
}

bool
gasp_tool_setting_flag (enum gasp_tool_setting setting)
{
  const char *value = gasp_tool_setting (setting);
  if (!strcmp (value, "1") || !strcmp (value, "yes"))
    return true;
  if (*value && strcmp (value, "0") && strcmp (value, "no"))
    gasp_tool_bad_setting (setting, "1, yes, 0 or no");
  return false;
}
