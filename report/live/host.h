/* host.h - programs without instrumentation, which have samples alone.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/object/inspect.h"

/* Returns the file that will run when PATH, which was inspected as IS, is
   started: PATH itself or its interpreter.  For a shell script it is a colon
   and the number of this process, which stand for a child that has become
   something other than a shell.  Allocated; null if samples cannot be taken or
   are of no use.  */
extern char *host_of (const char *path, const struct inspection *is);
