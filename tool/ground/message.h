/* message.h - messages and settings.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push (hidden)

enum gasp_tool_setting {
#define GASP_SETTING(name, argument, value, help) name##_SETTING,
#include "settings.def"
  SETTINGS
};

/* Returns what the environment has, or the default.  */
extern const char *gasp_tool_setting (enum gasp_tool_setting setting);
extern bool gasp_tool_setting_is_default (enum gasp_tool_setting setting);
/* Returns a setting as a number of bytes (K, M, G allowed), or as yes or
   no.  */
extern uint64_t gasp_tool_setting_size (enum gasp_tool_setting setting);
extern bool gasp_tool_setting_flag (enum gasp_tool_setting setting);
/* Complains that its value is not one of LEGAL.  */
extern void gasp_tool_bad_setting (enum gasp_tool_setting setting,
				   const char *legal);

/* Returns the number of the "gasp run" that has started the program, in
   hexadecimal; or null.  */
extern const char *gasp_tool_run (void);

extern void gasp_tool_say (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));

#pragma GCC visibility pop
