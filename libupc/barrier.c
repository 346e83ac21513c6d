/* barrier.c - upc_notify, upc_wait, upc_barrier, and the end of the program.

   SPDX-License-Identifier: Apache-2.0

   There are two records of what threads have said, for this phase and the one
   before it, which some may still be about to look at; the last thread to
   arrive clears the other one for the next phase.

   A thread that is in exit, or whose process is gone, arrives for the last
   time.  So if there is one of these and one that wants to go on, both will
   wait for ever: whoever comes second sees that.  */

#include <errno.h>
#include "control.h"

/* What a thread has said, in 64 bits.  */
#define SAID (UINT64_C (1) << 63)

static inline uint64_t
said (int thread, int id)
{
  return SAID | (uint64_t) thread << 32 | (uint32_t) id;
}

static inline int
id_of (uint64_t said)
{
  return (int) (uint32_t) said;
}

static inline int
thread_of (uint64_t said)
{
  return said >> 32 & (UPC_MAX_THREADS - 1);
}

/* The phase that this thread has arrived in.  */
static uint32_t my_phase;
static bool notified;

static struct upc_consensus *
consensus_of (uint32_t phase)
{
  return &upc_control->consensus[phase & 1];
}

static void
say (struct upc_consensus *consensus, int id)
{
  uint64_t mine = said (MYTHREAD, id), first = 0, none = 0;
  if (__atomic_compare_exchange_n (&consensus->first, &first, mine, false,
				   __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)
      || id_of (first) == id)
    return;
  __atomic_compare_exchange_n (&consensus->other, &none, mine, false,
			       __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

static void
check (const struct upc_consensus *consensus, int named, int id)
{
  uint64_t first = consensus->first, other = consensus->other;
  if (unlikely (other))
    upc_fatal ("barrier mismatch: thread %d has %d, thread %d has %d",
	       thread_of (first), id_of (first), thread_of (other),
	       id_of (other));
  if (unlikely (named && first && id_of (first) != id))
    upc_fatal ("barrier mismatch: upc_wait has %d, but the upc_notify of thread "
	       "%d had %d", id, thread_of (first), id_of (first));
}

/* Everybody is there when the two halves add up.  */
static bool
all_arrived (uint32_t arrived)
{
  return (arrived & (UPC_LAST_TIME - 1)) + arrived / UPC_LAST_TIME
	 == (uint32_t) THREADS;
}

static bool
mixed (uint32_t arrived)
{
  return arrived >= UPC_LAST_TIME && arrived & (UPC_LAST_TIME - 1);
}

/* Arrive, ONE being 1 or UPC_LAST_TIME.  */
static uint32_t
arrive (uint32_t one)
{
  struct upc_barrier *barrier = &upc_control->barrier;
  uint32_t phase = __atomic_load_n (&barrier->phase, __ATOMIC_ACQUIRE);
  uint32_t arrived = upc_count_arrival (barrier, one) + one;
  if (unlikely (mixed (arrived)))
    upc_end_mixed ("upc_barrier or upc_notify");
  else if (all_arrived (arrived))
    {
      *consensus_of (phase + 1) = (struct upc_consensus) { 0, 0 };
      upc_next_phase (barrier);
    }
  return phase;
}

void
__upc_notify (int named, int id)
{
  upc_conduit_fence ();
  if (unlikely (notified))
    upc_fatal ("upc_notify (or upc_barrier) after upc_notify: there has to be "
	       "an upc_wait first");
  uint32_t phase = __atomic_load_n (&upc_control->barrier.phase,
				    __ATOMIC_ACQUIRE);
  if (named)
    say (consensus_of (phase), id);
  notified = true;
  upc_this_thread ()->notified = true;
  my_phase = arrive (1);
}

void
__upc_wait (int named, int id)
{
  if (unlikely (!notified))
    upc_fatal ("upc_wait without upc_notify");
  upc_await (&upc_control->barrier, my_phase);
  check (consensus_of (my_phase), named, id);
  notified = false;
  upc_this_thread ()->notified = false;
  upc_conduit_fence ();
}

void
__upc_barrier (int named, int id)
{
  __upc_notify (named, id);
  __upc_wait (named, id);
}

void
__upc_fence (void)
{
  upc_conduit_fence ();
}

/* ---- The end  */

bool
upc_final_waits (void)
{
  return __atomic_load_n (&upc_control->barrier.arrived, __ATOMIC_SEQ_CST)
	 >= UPC_LAST_TIME;
}

static bool
collective_waits (void)
{
  return __atomic_load_n (&upc_control->collective.arrived, __ATOMIC_SEQ_CST)
	 != 0;
}

void
upc_final_barrier (void)
{
  upc_conduit_fence ();
  if (notified)
    __upc_wait (0, 0);
  uint32_t phase = arrive (UPC_LAST_TIME);
  if (collective_waits ())
    upc_end_mixed ("a collective function");
  upc_await (&upc_control->barrier, phase);
}

void
upc_arrive_for (struct upc_thread *thread)
{
  if (!thread->notified)
    arrive (UPC_LAST_TIME);
  if (thread->notified || collective_waits ())
    upc_end_mixed ("a collective operation");
}
