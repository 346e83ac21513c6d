/* bupc-sync.c - wait for several transfers: Berkeley UPC's functions.

   SPDX-License-Identifier: Apache-2.0

   Handles of completed transfers become UPC_COMPLETE_HANDLE.  */

#include "berkeley/bupc.h"

void
bupc_waitsync_all (upc_handle_t *handles, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      upc_sync (handles[i]);
      handles[i] = UPC_COMPLETE_HANDLE;
    }
}

/* Returns whether *HANDLE completes, or had.  */
static bool
try (upc_handle_t *handle)
{
  if (!upc_sync_attempt (*handle))
    return false;
  *handle = UPC_COMPLETE_HANDLE;
  return true;
}

int
bupc_trysync_all (upc_handle_t *handles, size_t n)
{
  bool all = true;
  for (size_t i = 0; i < n; i++)
    all &= try (&handles[i]);
  return all;
}

/* Returns whether one of the N handles has completed that had not, or all
   had.  */
int
bupc_trysync_some (upc_handle_t *handles, size_t n)
{
  bool some = false, all = true;
  for (size_t i = 0; i < n; i++)
    if (handles[i] != UPC_COMPLETE_HANDLE)
      {
	some |= try (&handles[i]);
	all = false;
      }
  return some || all;
}

void
bupc_waitsync_some (upc_handle_t *handles, size_t n)
{
  while (!bupc_trysync_some (handles, n))
    continue;
}
