/* format.h - texts of user events.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdarg.h>
#include <stddef.h>

#pragma GCC visibility push (hidden)

/* Writes VALUES as FORMAT says into TEXT, SIZE bytes at most.  */
extern void gasp_tool_format (char *text, size_t size, const char *format,
			      va_list values);

#pragma GCC visibility pop
