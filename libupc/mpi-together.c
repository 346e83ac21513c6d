/* mpi-together.c - what threads do together where MPI has made them: barriers,
   collectives for the library, the end.

   SPDX-License-Identifier: Apache-2.0

   MPI's collective operations are begun and then tested, so that other threads'
   messages are served meanwhile.  */

#include <limits.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include "mpi.h"

/* ---- Waiting for MPI  */

static bool
is_over (upc_net_request_t *request)
{
  upc_mutex_lock (&upc_am_claim);
  bool over = upc_net->test (request, NULL);
  upc_mutex_unlock (&upc_am_claim);
  return over;
}

/* IMPATIENT is called each half second.  */
static void
wait_for (upc_net_request_t *request, void (*impatient) (void))
{
  struct timespec begin = upc_am_now ();
  unsigned int looks = 0;
  while (!is_over (request))
    {
      looks = upc_am_look_or_relax (looks);
      if (upc_am_half_second_since (&begin))
	impatient ();
    }
}

static void look_whether_some_have_ended (void);

/* BEGIN, with the claim, and wait until it is over.  */
#define DO_TOGETHER(begin)						\
  do									\
    {									\
      upc_net_request_t request;					\
      upc_mutex_lock (&upc_am_claim);					\
      upc_net->begin;							\
      upc_mutex_unlock (&upc_am_claim);					\
      wait_for (&request, look_whether_some_have_ended);		\
    }									\
  while (0)

void
upc_mpi_barrier (void)
{
  DO_TOGETHER (barrier (&request));
}

/* MPI counts by int.  */
#define PIECE ((size_t) 1 << 28)

void
upc_mpi_broadcast (void *data, size_t n, int root)
{
  for (size_t done = 0; done < n; done += PIECE)
    DO_TOGETHER (broadcast ((char *) data + done,
			    n - done < PIECE ? n - done : PIECE, root,
			    &request));
}

void
upc_mpi_gather_all (void *all, const void *mine, size_t n)
{
  DO_TOGETHER (gather_all (all, mine, n, &request));
}

void
upc_mpi_together (enum upc_together what, void *to, const void *from, size_t n,
		  int root)
{
  switch (what)
    {
    case UPC_NOT_TOGETHER:
      break;
    case UPC_BROADCAST:
      if (MYTHREAD == root)
	memmove (to, from, n);
      upc_mpi_broadcast (to, n, root);
      break;
    case UPC_SCATTER:
      DO_TOGETHER (scatter (to, from, n, root, &request));
      break;
    case UPC_GATHER:
      DO_TOGETHER (gather (to, from, n, root, &request));
      break;
    case UPC_GATHER_ALL:
      upc_mpi_gather_all (to, from, n);
      break;
    case UPC_EXCHANGE:
      DO_TOGETHER (exchange (to, from, n, &request));
      break;
    }
}

void
upc_mpi_fold (void *value, size_t n, bool before,
	      void (*combine) (const void *a, void *b))
{
  DO_TOGETHER (fold (value, n, before, combine, &request));
}

uint64_t
upc_mpi_least (uint64_t mine)
{
  int64_t least, number = mine;
  DO_TOGETHER (least (&number, &least, 1, &request));
  return least;
}

/* ---- The end  */

void
upc_mpi_end (int status)
{
  upc_ask_end (status);
  fflush (NULL);
  upc_am_ask_all (UPC_AM_FLUSH);
  for (int i = 0; i < 1000 && !upc_mutex_try (&upc_am_claim); i++)
    upc_am_relax (i);
  /* Some MPIs call exit, whose handlers are not to wait for the others.  */
  upc_process = 0;
  upc_net->abort (status & 0xff);
  _exit (status);
}

/* Another thread ends the program, as it says why.  If not, this one does.  */
static void __attribute__ ((noreturn))
be_ended (int status)
{
  sleep (5);
  upc_mpi_end (status);
}

/* ---- Threads in exit, for which others wait in collective functions

   One that has been in the barrier of exit for half a second tells thread 0;
   one that waits elsewhere asks that.  */

/* How often in a row it has asked to no avail.  */
#define PATIENCE 3

static void
look_whether_some_have_ended (void)
{
  static int times;
  struct upc_am_ended ended = upc_am_who_has_ended (times + 1 >= PATIENCE);
  times = ended.any ? times + 1 : 0;
  if (times < PATIENCE)
    return;
  if (!ended.is_first)
    be_ended (1);
  if (!ended.status)
    upc_message ("thread %d has ended, but another waits for it in %s",
		 ended.thread, "a collective function");
  upc_mpi_end (ended.status ? ended.status : 1);
}

/* ---- The barrier: the least of what threads say  */

enum said
{
  FIRST,			/* number and thread, if named */
  MINUS_LAST,			/* minus that */
  GOES_ON,			/* 0 if it is not in exit */
  ENDS,				/* 0 if it is */
  MINUS_STATUS,			/* of exit */
  WHO_GOES_ON,			/* a thread */
  SAID
};
static struct
{
  int64_t mine[SAID], all[SAID];
  upc_net_request_t request;
} meeting;

static int64_t
numbered (int id)
{
  return (int64_t) id * UPC_MAX_THREADS + MYTHREAD;
}

static int
thread_in (int64_t numbered)
{
  return numbered & (UPC_MAX_THREADS - 1);
}

static int
id_in (int64_t numbered)
{
  return (numbered - thread_in (numbered)) / UPC_MAX_THREADS;
}

static void
arrive (bool named, int id, bool last)
{
  int64_t *mine = meeting.mine;
  mine[FIRST] = named ? numbered (id) : INT64_MAX;
  mine[MINUS_LAST] = named ? -numbered (id) : INT64_MAX;
  mine[GOES_ON] = last;
  mine[ENDS] = !last;
  mine[MINUS_STATUS] = last ? -upc_this_thread ()->status : 0;
  mine[WHO_GOES_ON] = last ? INT64_MAX : MYTHREAD;
  upc_mutex_lock (&upc_am_claim);
  upc_net->least (mine, meeting.all, SAID, &meeting.request);
  upc_mutex_unlock (&upc_am_claim);
}

/* Some threads are in exit, the others at a barrier.  */
static void __attribute__ ((noreturn))
end_mixed (void)
{
  int status = -meeting.all[MINUS_STATUS];
  if (status)
    upc_mpi_end (status);
  if (meeting.all[WHO_GOES_ON] != MYTHREAD)
    be_ended (1);
  upc_fatal ("this thread is in upc_barrier or upc_notify, but others have "
	     "ended");
}

static void
nothing (void)
{
}

static void
meet (void (*impatient) (void))
{
  wait_for (&meeting.request, impatient);
  if (!meeting.all[GOES_ON] && !meeting.all[ENDS])
    end_mixed ();
}

void
upc_mpi_notify (bool named, int id)
{
  arrive (named, id, false);
}

void
upc_mpi_await (struct upc_agreement *a)
{
  meet (nothing);
  int64_t first = meeting.all[FIRST], last = -meeting.all[MINUS_LAST];
  *a = (struct upc_agreement) { .named = first != INT64_MAX };
  if (!a->named)
    return;
  a->thread = thread_in (first);
  a->id = id_in (first);
  a->other_thread = thread_in (last);
  a->other_id = id_in (last);
  a->differs = a->id != a->other_id;
  if (a->differs && a->thread != MYTHREAD)
    be_ended (1);
}

static void
say_that_it_ends (void)
{
  static bool said;
  if (!said)
    upc_am_have_ended (upc_this_thread ()->status);
  said = true;
}

void
upc_mpi_meet_last (void)
{
  arrive (false, 0, true);
  meet (say_that_it_ends);
}
