/* host.h - programs without instrumentation, which have samples alone.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef REPORT_HOST_H
#define REPORT_HOST_H

#include "base/inspect.h"

/* Returns the file that will run where PATH, which IS that, is started: it, or
   what interprets it.  Null if samples of it cannot be had, or are of no use,
   as it is a shell; allocated.  */
extern char *host_of (const char *path, const struct inspection *is);

#endif /* REPORT_HOST_H */
