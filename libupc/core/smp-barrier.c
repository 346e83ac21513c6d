/* smp-barrier.c - the program's barrier, where all processes share memory.

   SPDX-License-Identifier: Apache-2.0

   There are two records of what threads have said, for this phase and the one
   before it, which some may still be about to look at; the last thread to
   arrive clears the other one for the next phase.

   A thread that is in exit, or whose process is gone, arrives for the last
   time.  So if there is one of these and one that wants to go on, both will
   wait for ever: whoever comes second sees that.  */

#include "core/control.h"

/* The name that a thread has given, in 64 bits.  */
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

/* Returns whether all threads are there: then the two halves add up.  */
static bool
all_arrived (uint32_t arrived)
{
  return (arrived & (UPC_LAST_TIME - 1)) + arrived / UPC_LAST_TIME
	 == (uint32_t) THREADS;
}

/* Counts this thread's arrival, ONE being 1 or UPC_LAST_TIME.  Returns the
   phase.  */
static uint32_t
arrive (uint32_t one)
{
  struct upc_barrier *barrier = &upc_control->barrier;
  uint32_t phase = __atomic_load_n (&barrier->phase, __ATOMIC_ACQUIRE);
  uint32_t arrived = upc_count_arrival (barrier, one) + one;
  if (unlikely (arrived >= UPC_LAST_TIME && arrived & (UPC_LAST_TIME - 1)))
    upc_end_mixed ("upc_barrier or upc_notify");
  else if (all_arrived (arrived))
    {
      *consensus_of (phase + 1) = (struct upc_consensus) { 0, 0 };
      upc_next_phase (barrier);
    }
  return phase;
}

void
upc_smp_notify (bool named, int id, uint64_t which)
{
  (void) which;
  uint32_t phase = __atomic_load_n (&upc_control->barrier.phase,
				    __ATOMIC_ACQUIRE);
  if (named)
    say (consensus_of (phase), id);
  upc_this_thread ()->notified = true;
  my_phase = arrive (1);
}

void
upc_smp_await (struct upc_agreement *agreement)
{
  upc_await (&upc_control->barrier, my_phase);
  uint64_t first = consensus_of (my_phase)->first;
  uint64_t other = consensus_of (my_phase)->other;
  *agreement = (struct upc_agreement) {
    first != 0, other != 0, thread_of (first), id_of (first),
    thread_of (other), id_of (other)
  };
  upc_this_thread ()->notified = false;
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
upc_smp_final (void)
{
  uint32_t phase = arrive (UPC_LAST_TIME);
  if (collective_waits ())
    upc_end_mixed ("a collective function");
  upc_await (&upc_control->barrier, phase);
}

/* Leaves with all threads.  No other one is asked whether it is stuck: tools
   may take their time.  */
void
upc_smp_leave (void)
{
  struct upc_barrier *leaving = &upc_control->leaving;
  __atomic_store_n (&upc_this_thread ()->state, UPC_LEFT, __ATOMIC_SEQ_CST);
  uint32_t phase = upc_arrive (leaving);
  upc_wait_while (&leaving->phase, phase, &leaving->sleepers);
}

void
upc_arrive_for (struct upc_thread *thread)
{
  if (!thread->notified)
    arrive (UPC_LAST_TIME);
  if (thread->notified || collective_waits ())
    upc_end_mixed ("a collective operation");
}
