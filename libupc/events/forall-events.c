/* forall-events.c - the events of upc_forall.

   SPDX-License-Identifier: Apache-2.0  */

#include "core/runtime.h"

void
__gasp_upc_forall_start (POSITION)
{
  EVENTS (GASP_UPC_FORALL);
  START ();
}

void
__gasp_upc_forall_end (POSITION)
{
  EVENTS (GASP_UPC_FORALL);
  END ();
}
