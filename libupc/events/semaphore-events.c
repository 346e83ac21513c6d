/* semaphore-events.c - the profiled twins of semaphore.c.

   SPDX-License-Identifier: Apache-2.0

   A post names its semaphore before others can go on, and a wait names it
   before it ends.  From both, a tool learns who waited for whom.  */

#include "berkeley/bupc.h"

#define SAY(tag, p) RAISE (tag, GASP_ATOMIC, (int64_t) (p))

#define POST(name, count, ...)						\
void									\
__gasp_bupc_sem_##name (__VA_ARGS__, POSITION)				\
{									\
  EVENTS (GASP_GCC_SEM_POST);						\
  START (&p, (size_t) (count));						\
  SAY (GASP_GCC_CHANGE, p);						\
  bupc_sem_postN (p, count);						\
  END (&p, (size_t) (count));						\
}
POST (post, 1, upc_pts_t p)
POST (postN, n, upc_pts_t p, size_t n)

#define WAIT(name, count, ...)						\
void									\
__gasp_bupc_sem_##name (__VA_ARGS__, POSITION)				\
{									\
  EVENTS (GASP_GCC_SEM_WAIT);						\
  START (&p, (size_t) (count));						\
  bupc_sem_waitN (p, count);						\
  SAY (GASP_GCC_CHANGED, p);						\
  END (&p, (size_t) (count));						\
}
WAIT (wait, 1, upc_pts_t p)
WAIT (waitN, n, upc_pts_t p, size_t n)

#define TRY(name, count, ...)						\
int									\
__gasp_bupc_sem_##name (__VA_ARGS__, POSITION)				\
{									\
  EVENTS (GASP_GCC_SEM_TRY);						\
  START (&p, (size_t) (count));						\
  int taken = bupc_sem_tryN (p, count);					\
  if (taken)								\
    SAY (GASP_GCC_CHANGED, p);					\
  END (&p, (size_t) (count), taken);					\
  return taken;								\
}
TRY (try, 1, upc_pts_t p)
TRY (tryN, n, upc_pts_t p, size_t n)

void
__gasp_bupc_memput_signal (upc_pts_t dst, const void *src, size_t nbytes,
			 upc_pts_t p, size_t n, POSITION)
{
  EVENTS (GASP_UPC_MEMPUT);
  START (&dst, src, nbytes);
  SAY (GASP_GCC_CHANGE, p);
  AT_PLACE (bupc_memput_signal (dst, src, nbytes, p, n));
  END (&dst, src, nbytes);
}
