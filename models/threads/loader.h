/* loader.h - objects that the program loads while it runs.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "slots.h"

#pragma GCC visibility push (hidden)

/* Returns the entry for NAME, one of the functions that load objects and that
   look up functions in them; null for others.  */
extern slots_find loader_entry;

#pragma GCC visibility pop
