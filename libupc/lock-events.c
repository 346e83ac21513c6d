/* lock-events.c - the profiled twins of lock.c.

   SPDX-License-Identifier: Apache-2.0

   A upc_lock_t is shared: what a tool gets as gasp_upc_lock_t * has the bits of
   the program's upc_lock_t *, a pointer-to-shared.  */

#include "runtime.h"

extern upc_pts_t gasp_upc_global_lock_alloc (POSITION);
extern upc_pts_t gasp_upc_all_lock_alloc (POSITION);
extern void gasp_upc_lock_free (upc_pts_t, POSITION);
extern void gasp_upc_all_lock_free (upc_pts_t, POSITION);
extern void gasp_upc_lock (upc_pts_t, POSITION);
extern int gasp_upc_lock_attempt (upc_pts_t, POSITION);
extern void gasp_upc_unlock (upc_pts_t, POSITION);

upc_pts_t
gasp_upc_global_lock_alloc (POSITION)
{
  EVENTS (GASP_UPC_GLOBAL_LOCK_ALLOC);
  START ();
  upc_pts_t result = upc_global_lock_alloc ();
  END ((gasp_upc_lock_t *) result);
  return result;
}

upc_pts_t
gasp_upc_all_lock_alloc (POSITION)
{
  EVENTS (GASP_UPC_ALL_LOCK_ALLOC);
  START ();
  upc_pts_t result = upc_all_lock_alloc ();
  END ((gasp_upc_lock_t *) result);
  return result;
}

/* One that takes a lock and returns nothing.  */
#define TWIN(name, event)						\
  void									\
  gasp_##name (upc_pts_t p, POSITION)					\
  {									\
    EVENTS (event);							\
    START ((gasp_upc_lock_t *) p);					\
    name (p);								\
    END ((gasp_upc_lock_t *) p);					\
  }

TWIN (upc_lock_free, GASP_UPC_LOCK_FREE)
TWIN (upc_all_lock_free, GASP_UPC_LOCK_FREE)
TWIN (upc_lock, GASP_UPC_LOCK)
TWIN (upc_unlock, GASP_UPC_UNLOCK)

int
gasp_upc_lock_attempt (upc_pts_t p, POSITION)
{
  EVENTS (GASP_UPC_LOCK_ATTEMPT);
  START ((gasp_upc_lock_t *) p);
  int result = upc_lock_attempt (p);
  END ((gasp_upc_lock_t *) p, result);
  return result;
}
