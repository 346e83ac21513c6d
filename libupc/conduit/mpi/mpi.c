/* mpi.c - the conduit for many machines: threads are MPI's processes.

   SPDX-License-Identifier: Apache-2.0

   The threads of a machine share memory, as far as they follow one another;
   others are reached by active messages (am.c).  Where all threads are on one
   machine everything is as with smp, except for how they begin and end.  One
   thread of the process, the looker, only polls for messages, so that others
   need not wait until this one calls the library.  When it has nothing to do it
   polls less and less often.  */

#include "conduit/mpi/mpi.h"
#include "conduit/mpi/mpi-conduit.h"

/* ---- The looker  */

/* Nanoseconds between looks.  */
#define SHORTEST 50000
#define LONGEST 1000000

static void
look_later (void)
{
  static long pause = SHORTEST;
  upc_nap (pause);
  upc_am_look_for_where ();
  pause = upc_am_look () ? SHORTEST
	  : pause * 2 < LONGEST ? pause * 2 : LONGEST;
}

static void
final (void)
{
  upc_am_ahead_finish ();
  upc_mpi_meet_last ();
}

static void
end_net (void)
{
  upc_am_finish ();
  upc_net->finish ();
}

static void
leave (void)
{
  upc_am_fence ();
  /* Others may still wait for what this one has sent.  */
  upc_mpi_barrier ();
  upc_tell_far = NULL;
  upc_am_end_looker (NULL);
  end_net ();
}

/* ---- All threads near  */

static void
use_smp (void)
{
  upc_conduit = upc_smp_conduit;
  upc_conduit.name = upc_mpi_conduit.name;
  upc_conduit.end = upc_mpi_end;
  upc_conduit.leave = end_net;
}

/* ---- The beginning  */

struct watched
{
  const uint32_t *word;
  uint32_t value;
};

static bool
has_changed (const void *what)
{
  const struct watched *w = what;
  return __atomic_load_n (w->word, __ATOMIC_ACQUIRE) != w->value;
}

/* Waits until *WORD is not VALUE, or about half a second is over.  Returns
   whether it has changed.  */
static bool
watch (const uint32_t *word, uint32_t value, uint32_t *sleepers)
{
  struct watched w = { word, value };
  (void) sleepers;
  return upc_am_wait_a_while (has_changed, &w);
}

static void
start (uint64_t static_size)
{
  upc_am_begin ();
  upc_mpi_check_program ();
  upc_mpi_map (static_size);
  bool all_near = upc_control->count == THREADS;
  if (all_near)
    use_smp ();
  upc_guard_null ();
  upc_catch_crashes (true);
  upc_be_thread (MYTHREAD);
  if (MYTHREAD == upc_control->first)
    upc_heap_prepare ();
  upc_requests_prepare ();
  int processors = CPU_COUNT (&upc_control->processors);
  upc_spin_prepare (processors);
  upc_am_be_patient (upc_control->count > processors);
  if (!all_near)
    {
      upc_am_choose_barrier ();
      upc_rma_start ();
      if (upc_rma)
	upc_conduit.has_settled = NULL;
    }
  upc_mpi_compare_clocks ();
  upc_mpi_barrier ();
  if (all_near)
    return;
  upc_am_begin_looker (look_later);
  upc_tell_far = upc_am_tell_far;
}

const struct upc_conduit upc_mpi_conduit = {
  "mpi", false, 0, upc_am_get, upc_am_put, upc_am_copy, upc_am_set,
  upc_am_get_nb, upc_am_put_nb, upc_am_copy_nb, upc_am_set_nb, upc_am_test,
  upc_am_wait_transfer, upc_am_atomic, upc_am_fence, upc_am_barrier_fence,
  upc_mpi_count, start,
  upc_mpi_end, upc_mpi_notify, upc_mpi_await, final, leave,
  upc_mpi_library_barrier,
  upc_mpi_broadcast, upc_mpi_gather_all, upc_mpi_together, upc_mpi_fold,
  upc_mpi_has_settled, upc_mpi_end_at_once,
  upc_queue_lock, upc_queue_lock_attempt, upc_queue_lock_if_free,
  upc_queue_unlock, upc_am_ask, upc_am_tell, upc_am_post,
  upc_am_put_and_post, upc_am_acquire, watch
};
