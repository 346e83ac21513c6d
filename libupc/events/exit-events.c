/* exit-events.c - the profiled twin of upc_global_exit.

   SPDX-License-Identifier: Apache-2.0  */

#include "core/runtime.h"

extern void __gasp_upc_global_exit (int status, POSITION)
  __attribute__ ((noreturn));

void
__gasp_upc_global_exit (int status, POSITION)
{
  EVENTS (GASP_UPC_NONCOLLECTIVE_EXIT);
  ATOMIC (status);
  if (gasp_gcc_no_more_events)
    gasp_gcc_no_more_events ();
  upc_global_exit (status);
}
