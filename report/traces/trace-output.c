/* trace-output.c - the file that a trace is written to.  See trace.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/util.h"
#include "model/trace.h"

#include <errno.h>
#include <string.h>

FILE *
trace_output (const char *path)
{
  FILE *out = path ? fopen (path, "w") : stdout;
  if (!out)
    fail (EXIT_TROUBLE, "trace: cannot write '%s': %s", path,
	  strerror (errno));
  return out;
}

int
trace_close (FILE *out, const char *path)
{
  int error = ferror (out) || fflush (out) ? errno : 0;
  if (out != stdout && fclose (out) && !error)
    error = errno;
  if (!error || (out == stdout && error == EPIPE))
    return EXIT_FINE;
  complain ("trace: cannot write %s%s%s: %s", path ? "'" : "",
	    path ? path : "the output", path ? "'" : "", strerror (error));
  return EXIT_TROUBLE;
}
