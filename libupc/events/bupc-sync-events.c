/* bupc-sync-events.c - the profiled twins of bupc-sync.c.

   SPDX-License-Identifier: Apache-2.0

   They raise the events of upc_sync and upc_sync_attempt, one for each handle
   that is not complete.  */

#include "berkeley/bupc.h"

void
__gasp_bupc_waitsync_all (upc_handle_t *handles, size_t n, POSITION)
{
  for (size_t i = 0; i < n; i++)
    {
      if (handles[i] != UPC_COMPLETE_HANDLE)
	__gasp_upc_sync (handles[i], file, line, column);
      handles[i] = UPC_COMPLETE_HANDLE;
    }
}

/* Returns how many of the N that are not complete do complete.  */
static size_t
try (upc_handle_t *handles, size_t n, POSITION)
{
  size_t done = 0;
  for (size_t i = 0; i < n; i++)
    if (handles[i] != UPC_COMPLETE_HANDLE
	&& __gasp_upc_sync_attempt (handles[i], file, line, column))
      {
	handles[i] = UPC_COMPLETE_HANDLE;
	done++;
      }
  return done;
}

static size_t
count_open (const upc_handle_t *handles, size_t n)
{
  size_t open = 0;
  for (size_t i = 0; i < n; i++)
    open += handles[i] != UPC_COMPLETE_HANDLE;
  return open;
}

int
__gasp_bupc_trysync_all (upc_handle_t *handles, size_t n, POSITION)
{
  size_t open = count_open (handles, n);
  return try (handles, n, file, line, column) == open;
}

int
__gasp_bupc_trysync_some (upc_handle_t *handles, size_t n, POSITION)
{
  size_t open = count_open (handles, n);
  return !open || try (handles, n, file, line, column);
}

void
__gasp_bupc_waitsync_some (upc_handle_t *handles, size_t n, POSITION)
{
  while (!__gasp_bupc_trysync_some (handles, n, file, line, column))
    continue;
}
