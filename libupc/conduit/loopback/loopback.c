/* loopback.c - the conduit that behaves as if there was a network.

   SPDX-License-Identifier: Apache-2.0

   Other threads' parts are reached by active messages (am/), as over MPI; the
   messages go through memory (loopback-net.c).  The threads begin, meet and end
   as with smp, whose control block they share.  */

#include "conduit/loopback/loopback.h"

static void
look (void)
{
  upc_mutex_lock (&upc_am_claim);
  upc_am_send_added ();
  bool any = upc_am_poll ();
  upc_mutex_unlock (&upc_am_claim);
  if (!any)
    upc_loopback_wait ();
}

/* Ends the program if a thread's process is gone while this one waits for an
   answer: there will be none.  */
static void
look_after_lost (void)
{
  if (!upc_mutex_try (&upc_am_claim))
    return;
  int lost = upc_loopback_lost ();
  upc_mutex_unlock (&upc_am_claim);
  if (lost >= 0)
    upc_end_waiting (lost, "an access to its data");
}

static void
start (uint64_t static_size)
{
  upc_net = &upc_loopback_net;
  upc_loopback_map ();
  upc_smp_start (static_size);
  __upc_near_first = MYTHREAD;
  upc_am_begin ();
  upc_am_be_patient (THREADS > upc_processors ());
  upc_am_impatient = look_after_lost;
  upc_am_begin_looker (look);
}

/* Leaves, with all threads, which have what they asked for by then.  */
static void
leave (void)
{
  upc_smp_leave ();
  upc_am_end_looker (upc_loopback_wake);
}

const struct upc_conduit upc_loopback_conduit = {
  .name = "loopback", .longest_at_once = 64,
  .get = upc_am_get, .put = upc_am_put, .copy = upc_am_copy, .set = upc_am_set,
  .get_nb = upc_am_get_nb, .put_nb = upc_am_put_nb, .copy_nb = upc_am_copy_nb,
  .set_nb = upc_am_set_nb, .test = upc_am_test, .wait = upc_am_wait_transfer,
  .atomic = upc_am_atomic, .fence = upc_am_fence,
  .barrier_fence = upc_am_barrier_fence,
  .start = start, .end = upc_smp_end, .notify = upc_smp_notify,
  .await = upc_smp_await, .final = upc_smp_final, .leave = leave,
  .barrier = upc_smp_barrier,
  .broadcast = upc_smp_broadcast, .gather_all = upc_smp_gather_all,
  .lock = upc_queue_lock, .lock_attempt = upc_queue_lock_attempt,
  .lock_if_free = upc_queue_lock_if_free,
  .unlock = upc_queue_unlock, .ask = upc_am_ask, .tell = upc_am_tell,
  .post = upc_am_post, .put_and_post = upc_am_put_and_post,
  .acquire = upc_am_acquire,
  .watch = upc_wait_a_while
};
