/* xray-start.cc - begin and end what clang's XRay records.

   SPDX-License-Identifier: Apache-2.0

   Linked with --wrap=main.  XRAY_OPTIONS can begin the log, but neither the
   profile nor what writes either to a file at the end: that is for the program
   to do.  BENCH_XRAY is the mode; without it, nothing is recorded.  */

#include <stdio.h>
#include <stdlib.h>
#include <xray/xray_interface.h>
#include <xray/xray_log_interface.h>

#define OURS __attribute__ ((xray_never_instrument))

extern "C" int __real_main (int argc, char **argv, char **environment);
extern "C" int __wrap_main (int argc, char **argv, char **environment);

OURS static void
write_record (void)
{
  if (__xray_log_finalize () != XRAY_LOG_FINALIZED
      || __xray_log_flushLog () != XRAY_LOG_FLUSHED)
    fprintf (stderr, "xray-start: nothing has been written\n");
}

OURS int
__wrap_main (int argc, char **argv, char **environment)
{
  const char *mode = getenv ("BENCH_XRAY");
  if (mode)
    {
      if (__xray_log_select_mode (mode) != XRAY_REGISTRATION_OK
	  || __xray_log_init_mode (mode, "") != XRAY_LOG_INITIALIZED
	  || __xray_patch () != SUCCESS)
	fprintf (stderr, "xray-start: %s: cannot begin\n", mode);
      atexit (write_record);
    }
  return __real_main (argc, argv, environment);
}
