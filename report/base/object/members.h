/* members.h - what lies within a variable.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/object/code.h"

/* Returns which member or element lies OFFSET bytes after the beginning of the
   static variable at ADDRESS of CODE, as it is written after the variable's
   name: ".queue.lock", "[3].lock", or "" for the variable itself.  A type of
   the system's is not looked into unless the offset is in the middle of it.
   Allocated; null if that is not known.  */
extern char *member_at (struct code *code, uint64_t address, uint64_t offset);
