/* targets.c - ranks whose parts of windows others access: see targets.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "targets.h"
#include "ranks.h"
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

/* A rank that is outside MPI for less than this is not reported: ns.  */
#define SHORT_TIME 20000

struct window
{
  struct window *next;
  word handle;
  int count;
  unsigned char accessed[];	/* by rank */
} *gasp_mpi_windows;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The number of threads in MPI, and when the last one left it; atomic.  */
static int inside;
static int64_t left;

static int64_t
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * INT64_C (1000000000) + t.tv_nsec;
}

void
gasp_mpi_comes (const struct library_call *call)
{
  if (__atomic_fetch_add (&inside, 1, __ATOMIC_RELAXED))
    return;
  int64_t elsewhere = now () - __atomic_load_n (&left, __ATOMIC_RELAXED);
  if (elsewhere > SHORT_TIME)
    CALL_RAISE (call, GASP_GCC_MPI_COMES, GASP_ATOMIC, elsewhere);
}

void
gasp_mpi_leaves (void)
{
  if (__atomic_sub_fetch (&inside, 1, __ATOMIC_RELAXED) == 0)
    __atomic_store_n (&left, now (), __ATOMIC_RELAXED);
}

/* ---- Windows  */

/* Returns the link to the window of HANDLE, or the last link, which is null.
   The lock is held.  */
static struct window **
find (word handle)
{
  struct window **link = &gasp_mpi_windows;
  while (*link && (*link)->handle != handle)
    link = &(*link)->next;
  return link;
}

void
gasp_mpi_window_freed (word handle)
{
  pthread_mutex_lock (&lock);
  struct window **link = find (handle), *w = *link;
  if (w)
    __atomic_store_n (link, w->next, __ATOMIC_RELAXED);
  pthread_mutex_unlock (&lock);
  free (w);
}

void
gasp_mpi_window_made (word handle)
{
  int count = 0;
  gasp_mpi_window_freed (handle);
  while (gasp_mpi_world_rank (WINDOW, handle, count) >= 0)
    count++;
  struct window *w = calloc (1, sizeof *w + count);
  if (!w)
    return;
  w->handle = handle;
  w->count = count;
  pthread_mutex_lock (&lock);
  if (!gasp_mpi_windows)
    __atomic_store_n (&left, now (), __ATOMIC_RELAXED);
  w->next = gasp_mpi_windows;
  __atomic_store_n (&gasp_mpi_windows, w, __ATOMIC_RELAXED);
  pthread_mutex_unlock (&lock);
}

/* Returns the window of HANDLE, or null.  Whoever uses a window does not free
   it.  */
static struct window *
window_of (word handle)
{
  pthread_mutex_lock (&lock);
  struct window *w = *find (handle);
  pthread_mutex_unlock (&lock);
  return w;
}

void
gasp_mpi_accesses (word window, int target)
{
  struct window *w = window_of (window);
  if (w && target >= 0 && target < w->count)
    w->accessed[target] = true;
}

/* ---- Waiting  */

void
gasp_mpi_held_by (const struct library_call *call, int rank)
{
  if (rank >= 0)
    CALL_RAISE (call, GASP_GCC_MPI_HELD, GASP_ATOMIC, rank);
}

void
gasp_mpi_held (const struct library_call *call, word window, int target)
{
  gasp_mpi_held_by (call, gasp_mpi_world_rank (WINDOW, window, target));
}

void
gasp_mpi_held_by_all (const struct library_call *call, word window,
		      bool is_over)
{
  struct window *w = window_of (window);
  for (int i = 0; w && i < w->count; i++)
    if (w->accessed[i])
      {
	gasp_mpi_held (call, window, i);
	w->accessed[i] = !is_over;
      }
}

void
gasp_mpi_held_by_any (const struct library_call *call)
{
  CALL_RAISE (call, GASP_GCC_MPI_HELD, GASP_ATOMIC, -1);
}
