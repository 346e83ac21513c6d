/* nb-events.c - transfers that do not block, told to the tool.

   SPDX-License-Identifier: Apache-2.0  */

#include "nb.h"

/* INITIATION raises EVENT; its arguments are those of the function.  */
#define INITIATE(event, initiation, ...)				\
  EVENTS (event);							\
  START (__VA_ARGS__);							\
  upc_handle_t handle = (initiation);					\
  END (__VA_ARGS__, (gasp_upc_nb_handle_t) handle);			\
  return handle

/* Those that have no handle all have one and the same for tools.  */
#define INITIATE_IMPLICIT(event, initiation, ...)			\
  EVENTS (event);							\
  START (__VA_ARGS__);							\
  (initiation);								\
  END (__VA_ARGS__, GASP_UPC_NBI_TRIVIAL)

upc_handle_t
gasp_upc_memcpy_nb (upc_pts_t dst, upc_pts_t src, size_t n, POSITION)
{
  INITIATE (GASP_GCC_NB_MEMCPY_INIT, upc_memcpy_nb (dst, src, n),
	    &dst, &src, n);
}

upc_handle_t
gasp_upc_memget_nb (void *dst, upc_pts_t src, size_t n, POSITION)
{
  INITIATE (GASP_GCC_NB_MEMGET_INIT, upc_memget_nb (dst, src, n),
	    dst, &src, n);
}

upc_handle_t
gasp_upc_memput_nb (upc_pts_t dst, const void *src, size_t n, POSITION)
{
  INITIATE (GASP_GCC_NB_MEMPUT_INIT, upc_memput_nb (dst, src, n),
	    &dst, src, n);
}

upc_handle_t
gasp_upc_memset_nb (upc_pts_t dst, int c, size_t n, POSITION)
{
  INITIATE (GASP_GCC_NB_MEMSET_INIT, upc_memset_nb (dst, c, n), &dst, c, n);
}

void
gasp_upc_memcpy_nbi (upc_pts_t dst, upc_pts_t src, size_t n, POSITION)
{
  INITIATE_IMPLICIT (GASP_GCC_NB_MEMCPY_INIT, upc_memcpy_nbi (dst, src, n),
		     &dst, &src, n);
}

void
gasp_upc_memget_nbi (void *dst, upc_pts_t src, size_t n, POSITION)
{
  INITIATE_IMPLICIT (GASP_GCC_NB_MEMGET_INIT, upc_memget_nbi (dst, src, n),
		     dst, &src, n);
}

void
gasp_upc_memput_nbi (upc_pts_t dst, const void *src, size_t n, POSITION)
{
  INITIATE_IMPLICIT (GASP_GCC_NB_MEMPUT_INIT, upc_memput_nbi (dst, src, n),
		     &dst, src, n);
}

void
gasp_upc_memset_nbi (upc_pts_t dst, int c, size_t n, POSITION)
{
  INITIATE_IMPLICIT (GASP_GCC_NB_MEMSET_INIT, upc_memset_nbi (dst, c, n),
		     &dst, c, n);
}

void
gasp_upc_sync (upc_handle_t handle, POSITION)
{
  EVENTS (GASP_UPC_NB_SYNC);
  START ((gasp_upc_nb_handle_t) handle);
  upc_sync (handle);
  END ((gasp_upc_nb_handle_t) handle);
}

int
gasp_upc_sync_attempt (upc_handle_t handle, POSITION)
{
  EVENTS (GASP_GCC_NB_TRYSYNC);
  START ((gasp_upc_nb_handle_t) handle);
  int result = upc_sync_attempt (handle);
  END ((gasp_upc_nb_handle_t) handle, result);
  return result;
}

void
gasp_upc_synci (POSITION)
{
  EVENTS (GASP_UPC_NB_SYNC);
  START (GASP_UPC_NBI_TRIVIAL);
  upc_synci ();
  END (GASP_UPC_NBI_TRIVIAL);
}

int
gasp_upc_synci_attempt (POSITION)
{
  EVENTS (GASP_GCC_NB_TRYSYNC);
  START (GASP_UPC_NBI_TRIVIAL);
  int result = upc_synci_attempt ();
  END (GASP_UPC_NBI_TRIVIAL, result);
  return result;
}
