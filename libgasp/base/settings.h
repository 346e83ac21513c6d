/* settings.h - the runtime's part of the settings.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>

#pragma GCC visibility push (hidden)

/* Returns whether the switch NAME of settings.def is on.  */
extern bool gasp_setting_on (const char *name);

#pragma GCC visibility pop
