/* locks.c - locks of windows: see locks.h.

   SPDX-License-Identifier: Apache-2.0

   Each rank's part of a window has a lock, which events describe as any lock.
   A rank that shares it waits only for one that has it exclusively.  So that
   one also releases a second lock, for those that share, and one of the whole
   window, for those that lock all parts.  */

#include "locks.h"
#include "listed.h"
#include "ranks.h"
#include <pthread.h>
#include <stdlib.h>

/* WHOLE is in place of a rank, SHARED in the numbers of second locks.  */
#define WHOLE UINT32_MAX
#define SHARED ((int64_t) 1 << 32)

/* The locks that this rank has exclusively.  */
static struct held
{
  struct held *next;
  word window;
  int rank;
} *all_held;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct window_lock
gasp_mpi_lock (word window, int target, bool is_shared)
{
  return (struct window_lock) {
    gasp_mpi_world_rank (WINDOW, window, target),
    gasp_mpi_identity (WINDOW, window) | (is_shared ? SHARED : 0), window
  };
}

void
gasp_mpi_raise_lock (const struct library_call *call, unsigned int tag,
		     gasp_evttype_t type, const struct window_lock *l)
{
  CALL_RAISE (call, tag, type, call->name, l->rank, l->number,
	      (void *) l->window);
}

/* Raises the event TAG of the lock of RANK's part, or WHOLE; of the second one,
   if KIND is SHARED and not 0.  */
static void
raise_change (const struct library_call *call, unsigned int tag, word window,
	      uint32_t rank, int64_t kind)
{
  int64_t number = gasp_mpi_identity (WINDOW, window) | kind;
  number = gasp_lock_number (rank, number);
  CALL_RAISE (call, tag, GASP_ATOMIC, number);
}

void
gasp_mpi_locked (const struct window_lock *l, bool is_exclusive)
{
  struct held *held = is_exclusive ? malloc (sizeof *held) : NULL;
  if (!held)
    return;
  pthread_mutex_lock (&lock);
  *held = (struct held) { all_held, l->window, l->rank };
  all_held = held;
  pthread_mutex_unlock (&lock);
}

void
gasp_mpi_unlocks (const struct library_call *call, const struct window_lock *l)
{
  pthread_mutex_lock (&lock);
  struct held **link = &all_held;
  while (*link && ((*link)->window != l->window || (*link)->rank != l->rank))
    link = &(*link)->next;
  struct held *held = *link;
  if (held)
    *link = held->next;
  pthread_mutex_unlock (&lock);
  if (held)
    {
      raise_change (call, GASP_GCC_MPI_CHANGE, l->window, l->rank, SHARED);
      raise_change (call, GASP_GCC_MPI_CHANGE, l->window, WHOLE, 0);
    }
  free (held);
}

void
gasp_mpi_all_locked (const struct library_call *call, word window)
{
  raise_change (call, GASP_GCC_MPI_CHANGED, window, WHOLE, 0);
}

void
gasp_mpi_all_unlock (const struct library_call *call, word window)
{
  int rank;
  for (int i = 0; (rank = gasp_mpi_world_rank (WINDOW, window, i)) >= 0; i++)
    raise_change (call, GASP_GCC_MPI_CHANGE, window, rank, 0);
}
