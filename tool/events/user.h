/* user.h - user events.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdarg.h>
#include <stdint.h>
#include "gasp_gcc.h"

#pragma GCC visibility push (hidden)

extern const char *gasp_tool_user_name (uint32_t tag);
/* Records that one took place, with the arguments in VALUES.  */
extern void gasp_tool_user_event (uint32_t tag, gasp_evttype_t type,
				  va_list values);
/* Records that one pair of them took TICKS.  */
extern void gasp_tool_user_pair (uint32_t tag, uint64_t ticks);
extern void gasp_tool_user_fork (void);

#pragma GCC visibility pop
