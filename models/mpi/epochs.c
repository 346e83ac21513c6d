/* epochs.c - whom one-sided communication with a group waits for: see epochs.h.

   SPDX-License-Identifier: Apache-2.0

   MPIs differ in where they wait for MPI_Win_post.  So it signals twice, and
   two calls look for a signal; the one that has not waited adds nothing.  */

#include "epochs.h"
#include "ranks.h"
#include "targets.h"
#include "worlds.h"
#include <pthread.h>
#include <stdlib.h>

enum { FOR_START = 3, FOR_COMPLETE, FOR_WAIT };

/* The epochs that are open.  */
static struct open
{
  struct open *next;
  word window;
  enum epoch epoch;
  int count;
  int ranks[];
} *all_open;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Returns the ranks of GROUP, for an epoch of WINDOW; or null.  */
static struct open *
ask (word group, word window, enum epoch epoch)
{
  int count = 0;
  if (group == (word) MPI_GROUP_NULL
      || PMPI_Group_size ((MPI_Group) group, &count) != MPI_SUCCESS)
    return NULL;
  struct open *o = malloc (sizeof *o + count * sizeof *o->ranks);
  if (!o)
    return NULL;
  *o = (struct open) { NULL, window, epoch, count };
  gasp_mpi_numbers_of ((MPI_Group) group, count, o->ranks);
  return o;
}

static void
keep (struct open *o)
{
  pthread_mutex_lock (&lock);
  o->next = all_open;
  all_open = o;
  pthread_mutex_unlock (&lock);
}

/* Returns the open EPOCH of WINDOW, or null.  If it IS_OVER, it is removed from
   the list, and is the caller's to free.  */
static struct open *
find (word window, enum epoch epoch, bool is_over)
{
  pthread_mutex_lock (&lock);
  struct open **link = &all_open;
  while (*link && ((*link)->window != window || (*link)->epoch != epoch))
    link = &(*link)->next;
  struct open *found = *link;
  if (found && is_over)
    *link = found->next;
  pthread_mutex_unlock (&lock);
  return found;
}

static int
stream_of (word window, unsigned int what)
{
  return (int) (gasp_mpi_identity (WINDOW, window) ^ what << 24);
}

static void
signal_all (const struct library_call *call, const struct open *o,
	    unsigned int what)
{
  for (int i = 0; o && i < o->count; i++)
    if (o->ranks[i] >= 0)
      gasp_mpi_raise_signal (call, o->ranks[i], stream_of (o->window, what));
}

static void
signalled_by_all (const struct library_call *call, const struct open *o,
		  unsigned int what)
{
  for (int i = 0; o && i < o->count; i++)
    if (o->ranks[i] >= 0)
      gasp_mpi_raise_signalled (call, o->ranks[i], stream_of (o->window, what),
				what != FOR_WAIT);
}

void
gasp_mpi_post (const struct library_call *call, word group, word window)
{
  struct open *o = ask (group, window, POSTED);
  signal_all (call, o, FOR_START);
  signal_all (call, o, FOR_COMPLETE);
  if (o)
    keep (o);
}

void
gasp_mpi_started (const struct library_call *call, word group, word window)
{
  struct open *o = ask (group, window, STARTED);
  signalled_by_all (call, o, FOR_START);
  if (o)
    keep (o);
}

void
gasp_mpi_completes (const struct library_call *call, word window)
{
  signal_all (call, find (window, STARTED, false), FOR_WAIT);
}

void
gasp_mpi_completed (const struct library_call *call, word window)
{
  struct open *o = find (window, STARTED, true);
  signalled_by_all (call, o, FOR_COMPLETE);
  for (int i = 0; o && i < o->count; i++)
    gasp_mpi_held_by (call, o->ranks[i]);
  free (o);
}

void
gasp_mpi_waited (const struct library_call *call, word window)
{
  struct open *o = find (window, POSTED, true);
  signalled_by_all (call, o, FOR_WAIT);
  free (o);
}
