/* mpi-together.c - what threads do together where MPI has made them: barriers,
   collectives for the library, the end.

   SPDX-License-Identifier: Apache-2.0

   MPI's collective operations are begun and then tested, so that other threads'
   messages are served meanwhile.  Barriers are ours (am-barrier.c): most of
   them take less time than MPI's nonblocking ones take to begin.  */

#include <limits.h>
#include <stdio.h>
#include <unistd.h>
#include "conduit/mpi/mpi.h"

/* ---- What MPI does  */

static bool
is_done (const void *what)
{
  upc_net_request_t *request = (upc_net_request_t *) what;
  return upc_net->test (request, NULL);
}

static void look_whether_some_have_ended (void);

/* BEGIN, with the claim, and wait until it is over.  */
#define DO_AND_WAIT(begin, impatient)					\
  do									\
    {									\
      upc_net_request_t request;					\
      upc_begun[UPC_COLLECTIVES]++;					\
      upc_mutex_lock (&upc_am_claim);					\
      upc_net->begin;							\
      upc_mutex_unlock (&upc_am_claim);					\
      upc_am_wait_until (is_done, &request, impatient);			\
      upc_end_waiting_for ();						\
    }									\
  while (0)
#define DO_TOGETHER(begin) DO_AND_WAIT (begin, look_whether_some_have_ended)

/* Waits for all threads, but asks none whether some have ended: in the last
   barrier thread 0 may have stopped answering.  */
void
upc_mpi_barrier (void)
{
  DO_AND_WAIT (barrier (&request), NULL);
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
  if (!upc_am_exchanges (n))
    {
      DO_TOGETHER (gather_all (all, mine, n, &request));
      return;
    }
  upc_begun[UPC_COLLECTIVES]++;
  upc_am_exchange (all, mine, n, look_whether_some_have_ended);
  upc_end_waiting_for ();
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

/* ---- The end  */

/* When a program is aborted, launchers (MPICH's) may lose what they have not
   read.  */
#define TIME_TO_READ 50000000	/* ns */

void
upc_mpi_end (int status)
{
  upc_ask_end (status);
  fflush (NULL);
  upc_am_ask_all (UPC_AM_FLUSH);
  upc_nap (TIME_TO_READ);
  upc_am_claim_at_end ();
  /* Some MPIs call exit, whose handlers are not to wait for the others.  */
  upc_process = 0;
  upc_net->abort (status & 0xff);
  _exit (status);
}

/* Waits for another thread to end the program, as it says why.  If it does
   not, this one does.  */
static void __attribute__ ((noreturn))
be_ended (int status)
{
  sleep (5);
  upc_mpi_end (status);
}

/* ---- Threads in exit, for which others wait in collective functions

   One that has been in the barrier of exit for half a second notifies thread 0;
   one that waits elsewhere asks that.  */

/* How often in a row it has asked to no avail.  */
#define PATIENCE 3

static void
look_whether_some_have_ended (void)
{
  static int times;
  upc_keep_waiting (UPC_WAITS_FOR_COLLECTIVE, 0);
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

/* ---- Barriers  */

struct meeting
{
  enum upc_meets where;
  uint32_t phase;
};

static bool
is_met (const void *meeting)
{
  const struct meeting *m = meeting;
  return upc_am_met (m->where, m->phase);
}

void
upc_mpi_library_barrier (void)
{
  static const uint64_t said[UPC_SAID];
  struct meeting m = { .where = UPC_MEETS_IN_LIBRARY };
  upc_begun[UPC_COLLECTIVES]++;
  m.phase = upc_am_arrive (m.where, said);
  upc_am_wait_until (is_met, &m, look_whether_some_have_ended);
  upc_end_waiting_for ();
}

/* ---- Exchanges that are enough by themselves

   Near threads meet before the exchange, as they may have stored to one
   another's parts, and after it.  The node's meeting is over then.  */

static bool
have_near_met (const void *phase)
{
  uint32_t now
    = __atomic_load_n (&upc_control->collective.phase, __ATOMIC_ACQUIRE);
  return now != *(const uint32_t *) phase;
}

/* Meets the near threads; the last one ends MEETING, if it is not null.  */
static void
meet_near (struct upc_meeting *meeting)
{
  struct upc_barrier *barrier = &upc_control->collective;
  uint32_t phase = __atomic_load_n (&barrier->phase, __ATOMIC_ACQUIRE);
  uint32_t count = upc_control->count;
  if (count > 1 && upc_count_arrival (barrier, 1) + 1 < count)
    {
      upc_am_wait_until (have_near_met, &phase, look_whether_some_have_ended);
      upc_end_waiting_for ();
      return;
    }
  if (meeting)
    __atomic_store_n (&meeting->phase, meeting->phase + 1, __ATOMIC_RELEASE);
  if (count > 1)
    upc_next_phase (barrier);
}

bool
upc_mpi_has_settled (void)
{
  meet_near (NULL);
  return upc_am_is_settled;
}

void
upc_mpi_end_at_once (upc_pts_t place, const void *value, size_t n)
{
  meet_near (&upc_control->meetings[UPC_MEETS_AT_ONCE]);
  upc_am_ahead_drop_all ();
  upc_am_cache_drop_all ();
  if (!upc_pts_near (place))
    upc_am_ahead_know (place, value, n);
}

/* ---- The program's barrier, and that of exit  */

/* The words that threads pass on; the greatest counts.  */
enum said
{
  FIRST,			/* what is NAMED, in another order; 0 if nothing
				   is */
  LAST,				/* that */
  GOES_ON,			/* greater for lower threads, if it is not in
				   exit */
  ENDS				/* the status of exit + 1, if it is */
};
_Static_assert (ENDS < UPC_SAID, "what a thread says is more than it can");

/* Returns the barrier's number and the thread; never 0.  */
static uint64_t
named_by_this (int id)
{
  return ((uint64_t) ((int64_t) id - INT_MIN) * UPC_MAX_THREADS + MYTHREAD) + 1;
}

static int
thread_in (uint64_t named)
{
  return (named - 1) & (UPC_MAX_THREADS - 1);
}

static int
id_in (uint64_t named)
{
  return (int64_t) ((named - 1) / UPC_MAX_THREADS) + INT_MIN;
}

static uint32_t my_phase;

/* Ends the program as some threads are in exit, the others at a barrier.  */
static void __attribute__ ((noreturn))
end_mixed (const uint64_t *said)
{
  int status = said[ENDS] - 1;
  if (status)
    upc_mpi_end (status);
  if (said[GOES_ON] != (uint64_t) UPC_MAX_THREADS - MYTHREAD)
    be_ended (1);
  upc_fatal ("this thread is in upc_barrier or upc_notify, but others have "
	     "ended");
}

static const uint64_t *
meet (void (*impatient) (void))
{
  struct meeting m = { UPC_MEETS_AT_BARRIER, my_phase };
  upc_am_wait_until (is_met, &m, impatient);
  upc_end_waiting_for ();
  const uint64_t *said = upc_am_met (m.where, m.phase);
  if (said[GOES_ON] && said[ENDS])
    end_mixed (said);
  return said;
}

void
upc_mpi_notify (bool named, int id, uint64_t which)
{
  uint64_t said[UPC_SAID] = { [GOES_ON] = UPC_MAX_THREADS - MYTHREAD };
  if (named)
    {
      said[LAST] = named_by_this (id);
      said[FIRST] = UINT64_MAX - said[LAST];
    }
  upc_am_ahead_ask (which, upc_am_phase (UPC_MEETS_AT_BARRIER));
  my_phase = upc_am_arrive (UPC_MEETS_AT_BARRIER, said);
}

static void
keep_waiting (void)
{
  upc_keep_waiting (UPC_WAITS_FOR_BARRIER, 0);
}

void
upc_mpi_await (struct upc_agreement *a)
{
  const uint64_t *said = meet (keep_waiting);
  upc_am_reply_behind_barrier ();
  uint64_t first = UINT64_MAX - said[FIRST], last = said[LAST];
  *a = (struct upc_agreement) { .named = last != 0 };
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
  keep_waiting ();
}

void
upc_mpi_meet_last (void)
{
  const uint64_t said[UPC_SAID] = { [ENDS] = upc_this_thread ()->status + 1 };
  my_phase = upc_am_arrive (UPC_MEETS_AT_BARRIER, said);
  meet (say_that_it_ends);
}
