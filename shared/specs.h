/* specs.h - the place that an installation's specs file names.

   SPDX-License-Identifier: Apache-2.0

   It is written when it is installed, and wrong when the whole is moved later:
   GCC would say that it cannot open a plugin.  gaspcc does not need it.  */

#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Copies the name of the plugin in the file SPECS to PLUGIN, of SIZE bytes;
   returns whether that could be read.  */
static inline bool
gasp_plugin_of_specs (const char *specs, char *plugin, size_t size)
{
  static const char option[] = ":-fplugin=";
  char line[8192];
  bool found = false;
  FILE *file = fopen (specs, "re");
  while (file && !found && fgets (line, sizeof line, file))
    {
      const char *from = strstr (line, option);
      size_t length = 0;
      if (!from)
	continue;
      /* A backslash makes the next character an ordinary one.  */
      for (from += strlen (option); *from && *from != '}'; from++)
	{
	  from += *from == '\\' && from[1];
	  if (length + 1 < size)
	    plugin[length++] = *from;
	}
      plugin[length] = '\0';
      found = true;
    }
  if (file)
    fclose (file);
  return found;
}
