/* host.h - programs without instrumentation, which have samples alone.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/object/inspect.h"

/* Returns the file that will run when PATH, which was inspected as IS, is
   started: PATH itself or its interpreter; ANY_PROGRAM, of file-names.h, if it
   is there to start others; that file after BECOMES_PROGRAM if it is
   instrumented.  Allocated; null if samples cannot be taken.  */
extern char *host_of (const char *path, const struct inspection *is);
