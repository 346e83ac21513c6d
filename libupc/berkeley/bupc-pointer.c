/* bupc-pointer.c - pointers-to-shared and what they point to, taken apart and
   put together: Berkeley UPC's functions.

   SPDX-License-Identifier: Apache-2.0  */

#include <errno.h>
#include <stdio.h>
#include "berkeley/bupc.h"
#include "core/control.h"

int
bupc_dump_shared (upc_pts_t ptr, char *buf, int maxlen)
{
  if (maxlen < BUPC_DUMP_MIN_LENGTH)
    {
      errno = EINVAL;
      return -1;
    }
  if (ptr == 0)
    snprintf (buf, maxlen, "<NULL>");
  else
    snprintf (buf, maxlen,
	      "<address=%p (addrfield=%#llx), thread=%u, phase=%u>",
	      upc_pts_local (ptr), (unsigned long long) upc_pts_address (ptr),
	      upc_pts_thread (ptr), upc_pts_phase (ptr));
  return 0;
}

/* Returns A / B; the remainder, which is not negative, goes to *REST.  */
static ptrdiff_t
divide (ptrdiff_t a, ptrdiff_t b, ptrdiff_t *rest)
{
  ptrdiff_t quotient = a / b;
  *rest = a % b;
  if (*rest >= 0)
    return quotient;
  *rest += b;
  return quotient - 1;
}

upc_pts_t
bupc_ptradd (upc_pts_t p, size_t blockelems, size_t elemsz, ptrdiff_t elemincr)
{
  if (blockelems == 0)
    return upc_pts_add (p, elemincr * (ptrdiff_t) elemsz);
  if (blockelems > UINT64_C (1) << UPC_PHASE_BITS)
    upc_fatal ("bupc_ptradd: a block has %zu elements; there may be %llu",
	       blockelems, 1ull << UPC_PHASE_BITS);
  ptrdiff_t old = upc_pts_phase (p), phase, thread;
  ptrdiff_t blocks = divide (old + elemincr, blockelems, &phase);
  ptrdiff_t rounds = divide (upc_pts_thread (p) + blocks, THREADS, &thread);
  ptrdiff_t elements = rounds * (ptrdiff_t) blockelems + phase - old;
  return ((upc_pts_t) phase << (UPC_ADDRESS_BITS + UPC_THREAD_BITS)
	  | upc_pts (thread, upc_pts_address (p)
		     + elements * (ptrdiff_t) elemsz));
}

upc_pts_t
bupc_local_to_shared (void *ptr, int thread, int phase)
{
  uint64_t place = (char *) ptr - __upc_base;
  return ((upc_pts_t) phase << (UPC_ADDRESS_BITS + UPC_THREAD_BITS)
	  | upc_pts (thread, upc_pts_address (place)));
}

/* Returns PTR as a pointer-to-shared; null if it is not in shared space.  */
upc_pts_t
bupc_inverse_cast (void *ptr)
{
  uint64_t place = (char *) ptr - __upc_base;
  bool is_shared = (place >> UPC_ADDRESS_BITS < (uint64_t) THREADS
		    && upc_pts_address (place) >= UPC_FIRST_ADDRESS
		    && upc_pts_address (place) < upc_control->part_end);
  return is_shared && bupc_castable (place) ? place : 0;
}

int
bupc_castable (upc_pts_t ptr)
{
  return upc_pts_place (ptr) == 0 || upc_conduit_address (ptr) != NULL;
}

int
bupc_thread_castable (unsigned int thread)
{
  return thread < (unsigned int) THREADS && upc_is_near (thread);
}

unsigned int
bupc_thread_distance (int a, int b)
{
  return a == b ? BUPC_THREADS_SAME
	 : upc_is_near (a) == upc_is_near (b) ? BUPC_THREADS_VERYNEAR
	 : BUPC_THREADS_FAR;
}
