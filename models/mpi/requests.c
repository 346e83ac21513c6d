/* requests.c - requests that are open: see requests.h.

   SPDX-License-Identifier: Apache-2.0

   What a receive has received is known when it completes, in a wait or test.
   So receives are noted with their communicator, and these calls get room for a
   status where the program gives none.  That what was sent has been taken is
   known then, too.  A handle may come again after code
   without instrumentation has completed its request; so every call that makes
   requests notes or forgets.  */

#include "requests.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct noted
{
  struct noted *next;
  struct request request;
};

#define LISTS 1024
static struct noted *lists[LISTS], *unused;
static unsigned int noted_count; /* atomic */

/* Held for some instructions, or an allocation: taking it is to cost
   little.  */
static bool is_locked;

static void
lock (void)
{
  for (int i = 1; __atomic_exchange_n (&is_locked, true, __ATOMIC_ACQUIRE); i++)
    if (i % 100 == 0)
      usleep (20);
}

static void
unlock (void)
{
  __atomic_store_n (&is_locked, false, __ATOMIC_RELEASE);
}

/* Counts BY more.  The lock is held.  */
static void
count_more (int by)
{
  __atomic_store_n (&noted_count, noted_count + by, __ATOMIC_RELAXED);
}

static struct noted **
link_of (MPI_Request handle)
{
  word bits = (word) handle;
  struct noted **link = &lists[(bits ^ bits >> 6 ^ bits >> 12) % LISTS];
  while (*link && (*link)->request.handle != handle)
    link = &(*link)->next;
  return link;
}

static void
take_out (struct noted **link)
{
  struct noted *noted = *link;
  if (!noted)
    return;
  *link = noted->next;
  noted->next = unused;
  unused = noted;
  count_more (-1);
}

/* Frees what R has allocated.  */
static void
release (const struct request *r)
{
  if (r->awaited)
    free (r->awaited);
  if (!r->persistent)
    return;
  free (r->persistent->signals);
  free (r->persistent);
}

static void
drop (struct noted **link)
{
  if (*link)
    release (&(*link)->request);
  take_out (link);
}

static struct noted *
new_noted (void)
{
  struct noted *noted = unused;
  if (noted)
    unused = noted->next;
  else
    noted = malloc (sizeof *noted);
  return noted;
}

void
gasp_mpi_note_request (const struct request *request)
{
  lock ();
  struct noted **link = link_of (request->handle);
  drop (link);
  struct noted *noted = new_noted ();
  if (noted)
    {
      *noted = (struct noted) { *link, *request };
      *link = noted;
      count_more (1);
    }
  unlock ();
}

static bool
has_noted (void)
{
  return __atomic_load_n (&noted_count, __ATOMIC_RELAXED);
}

void
gasp_mpi_forget_request (MPI_Request handle)
{
  if (!has_noted ())
    return;
  lock ();
  drop (link_of (handle));
  unlock ();
}

bool
gasp_mpi_find_request (MPI_Request handle, struct request *found)
{
  if (handle == MPI_REQUEST_NULL || !has_noted ())
    return false;
  lock ();
  struct noted *noted = *link_of (handle);
  if (noted)
    *found = noted->request;
  unlock ();
  return noted != NULL;
}

/* Finds HANDLE, and forgets it unless it can be started again: then what it has
   allocated is the caller's.  */
static bool
take_request (MPI_Request handle, struct request *found)
{
  if (handle == MPI_REQUEST_NULL || !has_noted ())
    return false;
  lock ();
  struct noted **link = link_of (handle);
  bool is_there = *link;
  if (is_there)
    {
      *found = (*link)->request;
      if (!found->stays)
	take_out (link);
    }
  unlock ();
  return is_there;
}

/* Returns the message in parts that HANDLE is of, or null, and which request
   that is.  The lock is held.  */
static struct persistent *
find_parts (MPI_Request handle, struct request *found)
{
  struct noted *noted = *link_of (handle);
  struct persistent *p = noted ? noted->request.persistent : NULL;
  if (!p || !p->partitions)
    return NULL;
  *found = noted->request;
  return p;
}

int
gasp_mpi_not_ready (MPI_Request handle, int ready, struct request *found)
{
  int left = -1;
  if (handle == MPI_REQUEST_NULL || !has_noted ())
    return left;
  lock ();
  struct persistent *p = find_parts (handle, found);
  if (p)
    {
      p->ready += ready;
      left = p->partitions - p->ready;
      if (!left)
	p->ready = 0;
    }
  unlock ();
  return left;
}

bool
gasp_mpi_has_arrived (MPI_Request handle, int part, struct request *found)
{
  bool is_new = false;
  if (handle == MPI_REQUEST_NULL || !has_noted ())
    return false;
  lock ();
  struct persistent *p = find_parts (handle, found);
  if (p && p->is_active && part < p->partitions)
    {
      is_new = !p->arrived[part];
      p->arrived[part] = true;
    }
  unlock ();
  return is_new;
}

/* ---- Waiting  */

/* Makes room for W's handles and statuses.  */
static bool
make_room (struct waiting *w)
{
  size_t n = w->count;
  w->handles = w->handles_here;
  w->statuses = w->statuses_here;
  if (n <= MOST_HERE)
    return true;
  w->allocated = malloc (n * (sizeof *w->handles + sizeof *w->statuses));
  w->statuses = w->allocated;
  w->handles = (MPI_Request *) (w->statuses + n);
  return w->allocated;
}

/* Begins to wait for COUNT requests.  Returns the statuses to pass to MPI,
   which need not set what it does not fill: MPI_ERROR above all.  */
word
gasp_mpi_begin_to_wait (struct waiting *w, enum completes completes, int count,
			word requests, word statuses)
{
  bool ignored = (completes == ANY || count == 1
		  ? (statuses == (word) MPI_STATUS_IGNORE
		     || statuses == (word) MPI_STATUSES_IGNORE)
		  : statuses == (word) MPI_STATUSES_IGNORE);
  w->count = count;
  w->completes = completes;
  w->allocated = NULL;
  w->is_known = count > 0 && has_noted () && make_room (w);
  if (!w->is_known)
    return statuses;
  memcpy (w->handles, (const void *) requests, count * sizeof *w->handles);
  if (!ignored)
    w->statuses = (MPI_Status *) statuses;
  return (word) w->statuses;
}

/* Returns how many of W have completed, and in *FIRST the number of the
   first.  */
static int
completed (const struct waiting *w, word flag, word indices)
{
  int told = flag ? *(const int *) flag : 1;
  switch (w->completes)
    {
    case SOME: return told == MPI_UNDEFINED ? 0 : told;
    case ANY: return told && *(const int *) indices != MPI_UNDEFINED;
    default: return told ? w->count : 0;
    }
}

int
gasp_mpi_end_to_wait (struct waiting *w, const struct library_call *call,
		      bool succeeded,
		      word flag, word indices, int first,
		      void (*over) (const struct library_call *,
				    const struct request *, const MPI_Status *))
{
  struct request r;
  int n = succeeded ? completed (w, flag, indices) : 0;
  for (int i = 0; w->is_known && i < n; i++)
    {
      int at = indices ? ((const int *) indices)[i] - first : i;
      MPI_Request handle = at >= 0 && at < w->count ? w->handles[at]
			   : MPI_REQUEST_NULL;
      if (!take_request (handle, &r))
	continue;
      over (call, &r, &w->statuses[i]);
      if (!r.stays)
	release (&r);
    }
  if (w->allocated)
    free (w->allocated);
  return n;
}
