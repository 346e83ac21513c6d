/* slow-mpi.c - an MPI whose messages take their time.

   SPDX-License-Identifier: Apache-2.0

   To be preloaded.  A message that is sent by MPI_Isend starts SLOW_MPI
   microseconds later, give or take half of that: so messages to different ranks
   arrive in another order than they were sent in, and all of them after collective
   operations that were begun later.  Those to one rank keep their order, as MPI
   promises.  Only MPI_Test and MPI_Finalize make them go on.  */

#include <mpi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

struct held
{
  struct held *next;
  const void *data;
  int count, to, tag;
  MPI_Datatype type;
  MPI_Comm comm;
  double due;
  MPI_Request real, shown;
};

/* By rank, not sent yet; and those under way.  */
static struct { struct held *first, **last; double latest; } *waiting;
static struct held *under_way;
static int ranks;
static double delay;		/* microseconds */
static unsigned long random_state;

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

/* Returns some delay; none while SLOW_MPI_LATER is in the environment, which the
   program takes out of it.  */
static double
some_delay (void)
{
  if (getenv ("SLOW_MPI_LATER"))
    return 0;
  random_state = random_state * 6364136223846793005ul + 1442695040888963407ul;
  return delay * (0.5 + (random_state >> 33) / 2147483648.0);
}

static void
begin (void)
{
  int rank;
  PMPI_Comm_size (MPI_COMM_WORLD, &ranks);
  PMPI_Comm_rank (MPI_COMM_WORLD, &rank);
  waiting = calloc (ranks, sizeof *waiting);
  if (!waiting)
    abort ();
  for (int i = 0; i < ranks; i++)
    waiting[i].last = &waiting[i].first;
  delay = getenv ("SLOW_MPI") ? atof (getenv ("SLOW_MPI")) : 0;
  random_state = rank + 1;
}

/* Send what is due, or ALL.  */
static void
send_due (bool all)
{
  double time = now ();
  for (int i = 0; i < ranks; i++)
    {
      struct held *h;
      while ((h = waiting[i].first) && (all || h->due <= time))
	{
	  waiting[i].first = h->next;
	  if (!h->next)
	    waiting[i].last = &waiting[i].first;
	  PMPI_Isend (h->data, h->count, h->type, h->to, h->tag, h->comm, &h->real);
	  h->next = under_way;
	  under_way = h;
	}
    }
}

static void
go_on (bool all)
{
  send_due (all);
  for (struct held **at = &under_way; *at;)
    {
      struct held *h = *at;
      int over;
      PMPI_Test (&h->real, &over, MPI_STATUS_IGNORE);
      if (!over)
	{
	  at = &h->next;
	  continue;
	}
      *at = h->next;
      MPI_Grequest_complete (h->shown);
      free (h);
    }
}

static int
query (void *unused, MPI_Status *status)
{
  (void) unused;
  MPI_Status_set_elements (status, MPI_BYTE, 0);
  MPI_Status_set_cancelled (status, 0);
  return MPI_SUCCESS;
}

static int
give_up (void *unused)
{
  (void) unused;
  return MPI_SUCCESS;
}

static int
cancel (void *unused, int complete)
{
  (void) unused, (void) complete;
  return MPI_SUCCESS;
}

int
MPI_Isend (const void *data, int count, MPI_Datatype type, int to, int tag,
	   MPI_Comm comm, MPI_Request *request)
{
  if (!waiting)
    begin ();
  struct held *h = calloc (1, sizeof *h);
  if (!h)
    abort ();
  *h = (struct held) { .data = data, .count = count, .type = type, .to = to,
		       .tag = tag, .comm = comm, .due = now () + some_delay () };
  if (h->due < waiting[to].latest)
    h->due = waiting[to].latest;
  waiting[to].latest = h->due;
  MPI_Grequest_start (query, give_up, cancel, NULL, &h->shown);
  *request = h->shown;
  *waiting[to].last = h;
  waiting[to].last = &h->next;
  return MPI_SUCCESS;
}

int
MPI_Test (MPI_Request *request, int *over, MPI_Status *status)
{
  if (waiting)
    go_on (false);
  return PMPI_Test (request, over, status);
}

int
MPI_Finalize (void)
{
  if (waiting)
    do
      go_on (true);
    while (under_way);
  return PMPI_Finalize ();
}
