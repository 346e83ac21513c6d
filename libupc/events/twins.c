/* twins.c - the profiled twins of functions that raise one event: see
   runtime.h.

   SPDX-License-Identifier: Apache-2.0

   A lock is shared, so upc_lock_t * is a pointer-to-shared, and comes with one
   more indirection (5.4) as others do: tools know gasp_upc_lock_t * as the
   address of a variable of that type, upc_lock_t **.  */

#include "library/nb.h"

/* Defines TWIN, which does CALL, a statement, between the events START and
   END.  */
#define PROCEDURE(twin, event, parameters, call, start, end)		\
  extern void twin parameters;						\
  void									\
  twin parameters							\
  {									\
    EVENTS (event);							\
    start;								\
    UPC_FOR_CALLER (call);						\
    end;								\
  }

/* Defines a TWIN whose CALL sets RESULT.  */
#define FUNCTION(type, twin, event, parameters, call, start, end)	\
  extern type twin parameters;						\
  type									\
  twin parameters							\
  {									\
    type result;							\
    EVENTS (event);							\
    start;								\
    UPC_FOR_CALLER (call);						\
    end;								\
    return result;							\
  }

/* ---- Barriers  */

#define ARRIVAL(name, event)						\
  PROCEDURE (__gasp_upc_##name, event, (int named, int id, POSITION),	\
	     upc_##name##_at ((uint64_t) file * 31 + line, named, id),	\
	     START (named, id), END (named, id))
ARRIVAL (notify, GASP_UPC_NOTIFY)
ARRIVAL (barrier, GASP_UPC_BARRIER)
PROCEDURE (__gasp_upc_wait, GASP_UPC_WAIT, (int named, int id, POSITION),
	   __upc_wait (named, id), START (named, id), END (named, id))
PROCEDURE (__gasp_upc_fence, GASP_UPC_FENCE, (POSITION), __upc_fence (),
	   START (), END ())

/* ---- Memory  */

#define ALLOCATION(name, event)						\
  FUNCTION (upc_pts_t, __gasp_##name, event,				\
	    (size_t nblocks, size_t nbytes, POSITION),			\
	    result = name (nblocks, nbytes),				\
	    START (nblocks, nbytes), END (nblocks, nbytes, &result))
ALLOCATION (upc_global_alloc, GASP_UPC_GLOBAL_ALLOC)
ALLOCATION (upc_all_alloc, GASP_UPC_ALL_ALLOC)
FUNCTION (upc_pts_t, __gasp_upc_alloc, GASP_UPC_ALLOC,
	  (size_t nbytes, POSITION), result = upc_alloc (nbytes),
	  START (nbytes), END (nbytes, &result))
FUNCTION (upc_pts_t, __gasp_upc_local_alloc, GASP_UPC_ALLOC,
	  (size_t nblocks, size_t nbytes, POSITION),
	  result = upc_local_alloc (nblocks, nbytes),
	  START (nblocks * nbytes), END (nblocks * nbytes, &result))

/* Defines the twin of a function of one pointer.  */
#define OF_ONE(name, event)						\
  PROCEDURE (__gasp_##name, event, (upc_pts_t p, POSITION), name (p),	\
	     START (&p), END (&p))
OF_ONE (upc_free, GASP_UPC_FREE)
OF_ONE (upc_all_free, GASP_UPC_FREE)

/* ---- Locks: those that take them are in lock-events.c  */

#define LOCK_ALLOCATION(name, event)					\
  FUNCTION (upc_pts_t, __gasp_##name, event, (POSITION),		\
	    result = name (), START (), END (&result))
LOCK_ALLOCATION (upc_global_lock_alloc, GASP_UPC_GLOBAL_LOCK_ALLOC)
LOCK_ALLOCATION (upc_all_lock_alloc, GASP_UPC_ALL_LOCK_ALLOC)
OF_ONE (upc_lock_free, GASP_UPC_LOCK_FREE)
OF_ONE (upc_all_lock_free, GASP_UPC_LOCK_FREE)

/* ---- Transfers: of each kind, one that blocks, one with a handle, and one
   that has none.  Those all have one and the same for tools.  */

#define TRANSFER(name, event, nb_event, parameters, arguments, ...)	\
  PROCEDURE (__gasp_upc_##name, event, parameters,			\
	     AT_PLACE (upc_##name arguments),				\
	     START (__VA_ARGS__), END (__VA_ARGS__))			\
  FUNCTION (upc_handle_t, __gasp_upc_##name##_nb, nb_event, parameters,	\
	    AT_PLACE (result = upc_##name##_nb arguments),		\
	    START (__VA_ARGS__),					\
	    END (__VA_ARGS__, (gasp_upc_nb_handle_t) result))		\
  PROCEDURE (__gasp_upc_##name##_nbi, nb_event, parameters,		\
	     AT_PLACE_OF (true, upc_##name##_nbi arguments),		\
	     START (__VA_ARGS__),					\
	     END (__VA_ARGS__, GASP_UPC_NBI_TRIVIAL))
TRANSFER (memcpy, GASP_UPC_MEMCPY, GASP_GCC_NB_MEMCPY_INIT,
	  (upc_pts_t dst, upc_pts_t src, size_t n, POSITION), (dst, src, n),
	  &dst, &src, n)
TRANSFER (memget, GASP_UPC_MEMGET, GASP_GCC_NB_MEMGET_INIT,
	  (void *dst, upc_pts_t src, size_t n, POSITION), (dst, src, n),
	  dst, &src, n)
TRANSFER (memput, GASP_UPC_MEMPUT, GASP_GCC_NB_MEMPUT_INIT,
	  (upc_pts_t dst, const void *src, size_t n, POSITION), (dst, src, n),
	  &dst, src, n)
TRANSFER (memset, GASP_UPC_MEMSET, GASP_GCC_NB_MEMSET_INIT,
	  (upc_pts_t dst, int c, size_t n, POSITION), (dst, c, n), &dst, c, n)

#define HANDLE ((gasp_upc_nb_handle_t) handle)
PROCEDURE (__gasp_upc_sync, GASP_UPC_NB_SYNC, (upc_handle_t handle, POSITION),
	   upc_sync (handle), START (HANDLE), END (HANDLE))
FUNCTION (int, __gasp_upc_sync_attempt, GASP_GCC_NB_TRYSYNC,
	  (upc_handle_t handle, POSITION), result = upc_sync_attempt (handle),
	  START (HANDLE), END (HANDLE, result))
PROCEDURE (__gasp_upc_synci, GASP_UPC_NB_SYNC, (POSITION), upc_synci (),
	   START (GASP_UPC_NBI_TRIVIAL), END (GASP_UPC_NBI_TRIVIAL))
FUNCTION (int, __gasp_upc_synci_attempt, GASP_GCC_NB_TRYSYNC, (POSITION),
	  result = upc_synci_attempt (),
	  START (GASP_UPC_NBI_TRIVIAL), END (GASP_UPC_NBI_TRIVIAL, result))
/* It waits for operations that have no handle.  */
FUNCTION (upc_handle_t, __gasp_bupc_end_accessregion, GASP_UPC_NB_SYNC,
	  (POSITION), result = bupc_end_accessregion (),
	  START (GASP_UPC_NBI_TRIVIAL), END (GASP_UPC_NBI_TRIVIAL))
