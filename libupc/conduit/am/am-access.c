/* am-access.c - struct upc_conduit's functions, by active messages.

   SPDX-License-Identifier: Apache-2.0

   To near threads' parts all is done here and now.  To others', small data that
   are put are on their way on return, and it is only fences that wait for them;
   large data are waited for.  What is read may have been read before
   (am-cache.c), or asked for before (am-ahead.c).  */

#include <sched.h>
#include <stdlib.h>
#include "conduit/am/am.h"
#include "core/move.h"

/* ---- What has been put  */

/* Threads to which something was put since the last fence; POSTED where a
   request after it says so (upc_am_put_and_post).  */
enum { NOT_BEHIND, BEHIND, POSTED };
static uint8_t *is_behind;
static int *behind, behind_count;

static void
note_put (int thread)
{
  if (!behind)
    {
      is_behind = upc_table (sizeof *is_behind);
      behind = upc_table (sizeof *behind);
    }
  if (!is_behind[thread])
    behind[behind_count++] = thread;
  is_behind[thread] = BEHIND;
}

/* Adds RECORD, of something to put.  */
static void
add_put (int thread, const struct upc_record *record, const void *data,
	 size_t n)
{
  upc_am_is_settled = false;
  upc_am_touch (data, n);
  upc_mutex_lock (&upc_am_claim);
  note_put (thread);
  upc_am_add (thread, record, data, n);
  upc_mutex_unlock (&upc_am_claim);
}

/* Whoever spins on something of its own, strictly, looks at what comes, too;
   but not each time.  */
#define FENCES 32

static void
look_sometimes (void)
{
  static unsigned int fences;
  if (++fences % FENCES == 0 && !upc_am_look ())
    sched_yield ();
}

/* Returns whether something is on its way that was put to another one than
   THREAD; or, if that is -1, that was not posted.  */
static bool
has_others_behind (int thread)
{
  for (int i = 0; i < behind_count; i++)
    if (thread < 0 ? is_behind[behind[i]] == BEHIND : behind[i] != thread)
      return true;
  return false;
}

/* Waits until it has arrived.  */
static void
wait_for_puts (void)
{
  struct upc_pending pending = { .left = 0 };
  struct upc_record ping = { .kind = UPC_AM_PING, .pending = &pending };
  if (upc_rma)
    {
      upc_mutex_lock (&upc_am_claim);
      upc_rma_fence ();
      upc_mutex_unlock (&upc_am_claim);
    }
  if (!behind_count)
    {
      look_sometimes ();
      return;
    }
  upc_mutex_lock (&upc_am_claim);
  pending.left = behind_count;
  while (behind_count > 0)
    {
      int thread = behind[--behind_count];
      is_behind[thread] = NOT_BEHIND;
      upc_am_add (thread, &ping, NULL, 0);
    }
  upc_mutex_unlock (&upc_am_claim);
  upc_am_wait (&pending);
}

void
upc_am_fence (void)
{
  upc_am_ahead_drop_all ();
  upc_am_cache_drop_all ();
  wait_for_puts ();
}

/* Waits for puts only where they could be overtaken: data that this thread has
   put to another one arrive there before a message that says it has come to the
   barrier.  */
void
upc_am_barrier_fence (enum upc_barrier_fence which)
{
  if (which == UPC_BEFORE_BARRIER)
    upc_am_ahead_drop_all ();
  else
    upc_am_ahead_pass ();
  upc_am_cache_drop_all ();
  if (upc_rma || !upc_am_each_tells_each || which == UPC_BEHIND_WAIT)
    wait_for_puts ();
  while (behind_count > 0)
    is_behind[behind[--behind_count]] = NOT_BEHIND;
}

void
upc_am_acquire (void)
{
  upc_am_ahead_drop_all ();
  upc_am_cache_drop_all ();
  if (upc_rma || has_others_behind (-1))
    wait_for_puts ();
}

/* ---- Operations with a handle, which is their address

   The events of their data (GASP 1.4, 5.4.6) are raised at the place of the
   profiled call that began the operation, if it was one: when the program first
   asks whether the data have arrived, and when they have.  */

struct transfer
{
  struct upc_pending pending;
  bool is_put;
  bool begun;			/* its first event has been raised */
  struct upc_place place;	/* its file is null where no call is profiled */
};

static struct transfer *
new_transfer (bool is_put)
{
  struct transfer *transfer = calloc (1, sizeof *transfer);
  if (!transfer)
    upc_fatal ("no memory for a nonblocking operation");
  transfer->is_put = is_put;
  if (upc_place)
    transfer->place = *upc_place;
  return transfer;
}

static void __attribute__ ((noinline))
raise_data (const struct transfer *t, gasp_evttype_t type)
{
  const char *file = t->place.file;
  int line = t->place.line, column = t->place.column;
  if (!file)
    return;
  EVENTS (t->is_put ? GASP_UPC_NB_PUT_DATA : GASP_UPC_NB_GET_DATA);
  RAISE (upc_tag_, type, t->place.implicit ? GASP_UPC_NBI_TRIVIAL
	 : (gasp_upc_nb_handle_t) t);
}

/* ---- The functions of the conduit  */

void
upc_am_get (void *dst, upc_pts_t src, size_t n)
{
  struct upc_pending pending = { .left = 0 };
  if (upc_pts_near (src))
    {
      upc_move (dst, upc_pts_local (src), n);
      return;
    }
  if (!n)
    return;
  upc_am_thread_with (src, n);
  if (upc_am_cached_get (dst, upc_pts_place (src), n)
      || upc_am_ahead_get (dst, upc_pts_place (src), n))
    return;
  upc_am_ahead_note (upc_pts_place (src), n);
  upc_am_begin_get (&pending, dst, src, n);
  upc_am_wait (&pending);
}

void
upc_am_put (upc_pts_t dst, const void *src, size_t n)
{
  struct upc_pending pending = { .left = 0 };
  struct upc_record record = { .kind = UPC_AM_PUT, .n = n,
			       .place = upc_pts_place (dst) };
  if (upc_pts_near (dst))
    upc_move (upc_pts_local (dst), src, n);
  else if (n && n <= UPC_AM_SMALL && !upc_rma)
    {
      add_put (upc_am_thread_with (dst, n), &record, src, n);
      upc_am_cache_put (record.place, src, n);
    }
  else if (n)
    {
      upc_am_is_settled = false;
      upc_am_begin_put (&pending, dst, src, n);
      upc_am_wait (&pending);
      if (n <= UPC_AM_SMALL)
	upc_am_cache_put (record.place, src, n);
      else
	upc_am_cache_drop (record.place, n);
    }
}

/* Sets N bytes at DST to C by puts of memory here.  */
static void
set_by_puts (upc_pts_t dst, int c, size_t n)
{
  char buffer[4096];
  memset (buffer, c, n < sizeof buffer ? n : sizeof buffer);
  for (size_t done = 0; done < n; done += sizeof buffer)
    upc_am_put (upc_pts_add (dst, done), buffer,
		n - done < sizeof buffer ? n - done : sizeof buffer);
}

void
upc_am_set (upc_pts_t dst, int c, size_t n)
{
  struct upc_record record = { .kind = UPC_AM_SET, .n = n, .what = c,
			       .place = upc_pts_place (dst) };
  if (upc_pts_near (dst))
    memset (upc_pts_local (dst), c, n);
  else if (upc_rma)
    set_by_puts (dst, c, n);
  else if (n)
    {
      add_put (upc_am_thread_with (dst, n), &record, NULL, 0);
      upc_am_cache_drop (record.place, n);
    }
}

/* A copy from one far thread to another goes through a buffer of at most this
   size.  */
#define MOST_COPIED (UINT64_C (1) << 26)

static void
copy_far (upc_pts_t dst, upc_pts_t src, size_t n)
{
  size_t room = n < MOST_COPIED ? n : MOST_COPIED;
  char *buffer = malloc (room);
  if (!buffer)
    upc_fatal ("no memory to copy %zu bytes", n);
  for (size_t done = 0; done < n; done += room)
    {
      size_t size = n - done < room ? n - done : room;
      upc_am_get (buffer, upc_pts_add (src, done), size);
      upc_am_put (upc_pts_add (dst, done), buffer, size);
    }
  free (buffer);
}

void
upc_am_copy (upc_pts_t dst, upc_pts_t src, size_t n)
{
  if (upc_pts_near (dst) && upc_pts_near (src))
    memmove (upc_pts_local (dst), upc_pts_local (src), n);
  else if (upc_pts_near (src))
    upc_am_put (dst, upc_pts_local (src), n);
  else if (upc_pts_near (dst))
    upc_am_get (upc_pts_local (dst), src, n);
  else if (n)
    copy_far (dst, src, n);
}

upc_transfer_t
upc_am_get_nb (void *dst, upc_pts_t src, size_t n)
{
  if (upc_pts_near (src) || !n)
    {
      upc_am_get (dst, src, n);
      return UPC_COMPLETE;
    }
  struct transfer *transfer = new_transfer (false);
  upc_am_begin_get (&transfer->pending, dst, src, n);
  return (upc_transfer_t) transfer;
}

upc_transfer_t
upc_am_put_nb (upc_pts_t dst, const void *src, size_t n)
{
  if (upc_pts_near (dst) || (n <= UPC_AM_SMALL && !upc_rma))
    {
      upc_am_put (dst, src, n);
      return UPC_COMPLETE;
    }
  struct transfer *transfer = new_transfer (true);
  upc_am_is_settled = false;
  upc_am_begin_put (&transfer->pending, dst, src, n);
  return (upc_transfer_t) transfer;
}

upc_transfer_t
upc_am_copy_nb (upc_pts_t dst, upc_pts_t src, size_t n)
{
  if (upc_pts_near (src))
    return upc_am_put_nb (dst, upc_pts_local (src), n);
  if (upc_pts_near (dst))
    return upc_am_get_nb (upc_pts_local (dst), src, n);
  upc_am_copy (dst, src, n);
  return UPC_COMPLETE;
}

upc_transfer_t
upc_am_set_nb (upc_pts_t dst, int c, size_t n)
{
  upc_am_set (dst, c, n);
  return UPC_COMPLETE;
}

static void
begin_to_ask (struct transfer *transfer)
{
  if (!transfer->begun)
    raise_data (transfer, GASP_START);
  transfer->begun = true;
}

/* Ends and frees TRANSFER.  What it has put may have been read into the cache,
   with the bytes beside it, before it was written.  */
static void
end_transfer (struct transfer *transfer)
{
  if (transfer->is_put)
    {
      upc_am_ahead_drop_all ();
      upc_am_cache_drop_all ();
    }
  raise_data (transfer, GASP_END);
  free (transfer);
}

bool
upc_am_test (upc_transfer_t transfer)
{
  struct transfer *t = (struct transfer *) transfer;
  begin_to_ask (t);
  upc_am_look ();
  if (__atomic_load_n (&t->pending.left, __ATOMIC_ACQUIRE))
    return false;
  end_transfer (t);
  return true;
}

void
upc_am_wait_transfer (upc_transfer_t transfer)
{
  struct transfer *t = (struct transfer *) transfer;
  begin_to_ask (t);
  upc_am_wait (&t->pending);
  end_transfer (t);
}

/* Performs an atomic operation.  One whose old value the caller does not need
   (not ASKED) is sent like a put, and the caller does not wait for a reply.
   One-sided functions would not keep it in order with puts: with them, the
   caller waits.  */
uint64_t
upc_am_atomic (upc_type_t type, upc_op_t op, upc_pts_t p, uint64_t operand1,
	       uint64_t operand2, bool asked)
{
  struct upc_record record = { .kind = UPC_AM_ATOMIC, .type = type, .what = op,
			       .place = upc_pts_place (p),
			       .arguments = { operand1, operand2 } };
  size_t size = upc_atomic_type (type)->size;
  uint64_t result = 0;
  if (upc_pts_near (p))
    return upc_atomic_here (type, op, upc_pts_local (p), operand1, operand2,
			    asked);
  int thread = upc_am_thread_with (p, size);
  upc_am_is_settled = false;
  if (asked || upc_rma)
    result = upc_am_add_and_wait (thread, &record);
  else
    add_put (thread, &record, NULL, 0);
  upc_am_cache_drop (record.place, size);
  return result;
}

uint64_t
upc_am_ask (int thread, enum upc_request what, upc_arguments_t a)
{
  struct upc_record record = { .kind = UPC_AM_ASK, .what = what,
			       .arguments = { a[0], a[1], a[2] } };
  if (thread != MYTHREAD)
    return upc_am_add_and_wait (thread, &record);
  upc_mutex_lock (&upc_am_claim);
  uint64_t result = upc_serve (thread, what, a);
  upc_mutex_unlock (&upc_am_claim);
  return result;
}

/* Sends WHAT to THREAD; called from within upc_serve, so with the claim.  */
void
upc_am_tell (int thread, enum upc_request what, upc_arguments_t a)
{
  struct upc_record record = { .kind = UPC_AM_TELL, .what = what,
			       .arguments = { a[0], a[1], a[2] } };
  if (thread == MYTHREAD)
    upc_serve (thread, what, a);
  else
    upc_am_send_now (thread, &record, NULL, 0);
}

/* Has THREAD do WHAT after what was put there before.  */
static void
send_request (int thread, enum upc_request what, upc_arguments_t a)
{
  struct upc_record record = { .kind = UPC_AM_TELL, .what = what,
			       .arguments = { a[0], a[1], a[2] } };
  upc_mutex_lock (&upc_am_claim);
  if (thread == MYTHREAD)
    upc_serve (thread, what, a);
  else
    {
      upc_am_add (thread, &record, NULL, 0);
      upc_am_send_added ();
    }
  upc_mutex_unlock (&upc_am_claim);
}

void
upc_am_post (int thread, enum upc_request what, upc_arguments_t arguments)
{
  upc_am_ahead_drop_all ();
  upc_am_cache_drop_all ();
  if (upc_rma || has_others_behind (thread))
    wait_for_puts ();
  send_request (thread, what, arguments);
}

/* Puts, and then posts.  */
static void
put_before_post (upc_pts_t dst, const void *src, size_t n,
		 enum upc_request what, upc_arguments_t arguments)
{
  int thread = upc_pts_thread (dst);
  bool was_behind = is_behind && is_behind[thread] == BEHIND;
  upc_am_put (dst, src, n);
  if (!was_behind && is_behind && is_behind[thread])
    is_behind[thread] = POSTED;
  send_request (thread, what, arguments);
}

/* Puts the data and makes the request by one record.  */
static void
put_with_post (int thread, upc_pts_t dst, const void *src, size_t n,
	       enum upc_request what, upc_arguments_t a)
{
  struct upc_record record = { .kind = UPC_AM_PUT_AND_TELL, .what = what,
			       .n = n, .place = upc_pts_place (dst),
			       .arguments = { a[0], a[1], a[2] } };
  upc_am_is_settled = false;
  upc_am_touch (src, n);
  upc_mutex_lock (&upc_am_claim);
  bool was_behind = is_behind && is_behind[thread] == BEHIND;
  note_put (thread);
  if (!was_behind)
    is_behind[thread] = POSTED;
  upc_am_add (thread, &record, src, n);
  upc_am_send_added ();
  upc_mutex_unlock (&upc_am_claim);
  upc_am_cache_put (record.place, src, n);
}

/* More than that is not copied to messages, but sent from where it is when the
   other thread is ready: networks do so with as much.  */
#define MOST_WITH_POST 65536

void
upc_am_put_and_post (upc_pts_t dst, const void *src, size_t n,
		     enum upc_request what, upc_arguments_t arguments)
{
  if (upc_pts_near (dst) || !n || n > MOST_WITH_POST || upc_rma)
    put_before_post (dst, src, n, what, arguments);
  else
    put_with_post (upc_am_thread_with (dst, n), dst, src, n, what, arguments);
}
