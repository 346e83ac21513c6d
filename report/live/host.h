/* host.h - programs without instrumentation, which have samples alone.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/object/inspect.h"

/* Returns the file that will run where PATH, which IS that, is started: it, or
   what interprets it.  Of a shell's script, a colon and the number of this
   process: its child, once that is another program than a shell.  Null if
   samples cannot be had, or are of no use; allocated.  */
extern char *host_of (const char *path, const struct inspection *is);
