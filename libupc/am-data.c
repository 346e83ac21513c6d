/* am-data.c - data and requests by active messages.

   SPDX-License-Identifier: Apache-2.0

   To near threads' parts all is done here and now.  What one thread puts to
   another arrives in order, and before what it gets from there or asks of it
   later; so it is only fences that wait for what was put.  Large data are sent
   by themselves, and waited for.  Atomic operations are the processor's, at the
   thread that has the object, so that they go together with those of near
   threads.  */

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include "am.h"
#include "move.h"

/* ---- Where it arrives  */

static void
reply (int to, struct upc_pending *pending, uint64_t value, const void *data,
       size_t n)
{
  struct upc_record record = { .kind = UPC_AM_REPLY, .n = n,
			       .arguments = { value }, .pending = pending };
  if (pending)
    upc_am_send_now (to, &record, data, n);
}

static void
take_reply (const struct upc_record *r, const char *data)
{
  r->pending->value = r->arguments[0];
  if (r->n)
    upc_move (r->pending->data, data, r->n);
  __atomic_sub_fetch (&r->pending->left, 1, __ATOMIC_RELEASE);
}

/* Gets from behind a barrier that is not over here.  */
struct held_get
{
  int from;
  struct upc_record record;
};
static struct held_get *held_gets;
int upc_am_held_gets;

static bool
is_early (const struct upc_record *r)
{
  return ((r->kind == UPC_AM_GET || r->kind == UPC_AM_GET_LARGE) && r->type
	  && (int32_t) (upc_am_phase (UPC_MEETS_AT_BARRIER) - r->what) <= 0);
}

static void
hold (int from, const struct upc_record *r)
{
  static int room;
  if (upc_am_held_gets == room)
    {
      room = room ? 2 * room : 64;
      held_gets = realloc (held_gets, room * sizeof *held_gets);
      if (!held_gets)
	upc_fatal ("no memory for what other threads ask for");
    }
  held_gets[upc_am_held_gets++] = (struct held_get) { from, *r };
}

bool
upc_am_do_held_gets (void)
{
  int count = upc_am_held_gets, kept = 0;
  for (int i = 0; i < count; i++)
    if (is_early (&held_gets[i].record))
      held_gets[kept++] = held_gets[i];
    else
      upc_am_do (held_gets[i].from, &held_gets[i].record, NULL);
  upc_am_held_gets = kept;
  return kept < count;
}

void
upc_am_do (int from, const struct upc_record *r, const char *data)
{
  void *here = upc_pts_local (r->place);
  uint64_t *a = (uint64_t *) r->arguments;
  if (unlikely (is_early (r)))
    {
      hold (from, r);
      return;
    }
  switch ((enum upc_am_kind) r->kind)
    {
    case UPC_AM_PUT: upc_move (here, data, r->n); break;
    case UPC_AM_SET: memset (here, r->what, r->n); break;
    case UPC_AM_GET: reply (from, r->pending, 0, here, r->n); break;
    case UPC_AM_PUT_LARGE:
      upc_am_receive_large (from, r->tag, here, r->n, r->pending, false);
      break;
    case UPC_AM_GET_LARGE: upc_am_send_large (from, r->tag, here, r->n); break;
    case UPC_AM_ATOMIC:
      reply (from, r->pending,
	     upc_atomic_here (r->type, r->what, here, a[0], a[1], r->pending),
	     NULL, 0);
      break;
    case UPC_AM_ASK:
      reply (from, r->pending, upc_serve (MYTHREAD, r->what, a), NULL, 0);
      break;
    case UPC_AM_TELL: upc_serve (MYTHREAD, r->what, a); break;
    case UPC_AM_PING:
      __atomic_thread_fence (__ATOMIC_SEQ_CST);
      reply (from, r->pending, 0, NULL, 0);
      break;
    case UPC_AM_FLUSH:
      fflush (NULL);
      reply (from, r->pending, 0, NULL, 0);
      break;
    case UPC_AM_ENDED:
    case UPC_AM_WHO_HAS_ENDED:
      reply (from, r->pending, upc_am_serve_end (from, r), NULL, 0);
      break;
    case UPC_AM_MEET: upc_am_serve_meeting (r, data); break;
    case UPC_AM_REPLY: take_reply (r, data); break;
    }
}

/* ---- Where it is asked for  */

/* The thread that has the N bytes at P.  What would be no memory there is this
   thread's mistake, so it is this one that dies of it.  */
static int
thread_with (upc_pts_t p, size_t n)
{
  uint64_t address = upc_pts_address (p), end = upc_control->part_end;
  int thread = upc_pts_thread (p);
  if (unlikely (thread >= THREADS || address < UPC_FIRST_ADDRESS
		|| address > end || n > end - address))
    upc_fatal ("%s leads to no memory: thread %d, address 0x%llx, %zu bytes",
	       upc_pts_place (p) ? "a pointer-to-shared"
	       : "a null pointer-to-shared", thread,
	       (unsigned long long) address, n);
  return thread;
}

/* Threads to which something was put since the last fence.  */
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
  if (is_behind[thread])
    return;
  is_behind[thread] = true;
  behind[behind_count++] = thread;
}

/* Add RECORD, of something to put.  */
static void
add_put (int thread, const struct upc_record *record, const void *data,
	 size_t n)
{
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

/* Wait until it has arrived.  */
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
      is_behind[thread] = false;
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

/* What this thread has put to another one arrives there before the message by which it
   says that it has come to the barrier, if there is one.  */
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
    is_behind[behind[--behind_count]] = false;
}

/* ---- Operations with a handle, which is their address  */

/* No more at once than MPI can count.  Tags for the other direction differ.  */
#define PIECE (UINT64_C (1) << 26)

static int
new_tag (bool put)
{
  static unsigned int tags;
  return 1 + 2 * (tags++ % (UPC_NET_TAGS / 2 - 1)) + put;
}

/* HOW: as of which barrier.  */
static void
get_piece (struct upc_pending *pending, char *dst, upc_pts_t src, size_t n,
	   const struct upc_record *how)
{
  struct upc_record record = *how;
  __atomic_add_fetch (&pending->left, 1, __ATOMIC_RELAXED);
  upc_mutex_lock (&upc_am_claim);
  record.kind = UPC_AM_GET_LARGE;
  record.n = n;
  record.place = src;
  record.tag = new_tag (false);
  upc_am_receive_large (upc_pts_thread (src), record.tag, dst, n, pending,
			true);
  upc_am_add (upc_pts_thread (src), &record, NULL, 0);
  upc_mutex_unlock (&upc_am_claim);
}

static void
put_piece (struct upc_pending *pending, upc_pts_t dst, const char *src,
	   size_t n)
{
  struct upc_record record = { .kind = UPC_AM_PUT_LARGE, .n = n, .place = dst,
			       .pending = pending };
  __atomic_add_fetch (&pending->left, 1, __ATOMIC_RELAXED);
  upc_mutex_lock (&upc_am_claim);
  record.tag = new_tag (true);
  upc_am_add (upc_pts_thread (dst), &record, NULL, 0);
  upc_am_send_large (upc_pts_thread (dst), record.tag, src, n);
  upc_mutex_unlock (&upc_am_claim);
}

/* Both by one-sided functions.  */
static void
begin_one_sided (struct upc_pending *pending, upc_pts_t place, void *data, size_t n,
		 bool put)
{
  upc_mutex_lock (&upc_am_claim);
  pending->left = 1;
  pending->data = NULL;
  for (size_t done = 0; done < n; done += PIECE)
    {
      size_t size = n - done < PIECE ? n - done : PIECE;
      __atomic_add_fetch (&pending->left, 1, __ATOMIC_RELAXED);
      if (put)
	upc_rma_put (pending, place + done, (char *) data + done, size);
      else
	upc_rma_get (pending, (char *) data + done, place + done, size);
    }
  __atomic_sub_fetch (&pending->left, 1, __ATOMIC_RELEASE);
  upc_mutex_unlock (&upc_am_claim);
}

/* By messages, from SRC, where THREAD has them.  */
static void
begin_get (struct upc_pending *pending, void *dst, int thread, upc_pts_t src, size_t n,
	   const struct upc_record *how)
{
  if (n <= UPC_AM_SMALL)
    {
      struct upc_record record = *how;
      record.kind = UPC_AM_GET;
      record.n = n;
      record.place = src;
      record.pending = pending;
      pending->left = 1;
      pending->data = dst;
      upc_am_add_alone (thread, &record, NULL, 0);
      return;
    }
  /* One more, so that it does not come to nothing before all have begun.  */
  pending->left = 1;
  for (size_t done = 0; done < n; done += PIECE)
    get_piece (pending, (char *) dst + done, src + done,
	       n - done < PIECE ? n - done : PIECE, how);
  __atomic_sub_fetch (&pending->left, 1, __ATOMIC_RELEASE);
}

void
upc_am_begin_get (struct upc_pending *pending, void *dst, upc_pts_t src, size_t n)
{
  static const struct upc_record now;
  int thread = thread_with (src, n);
  if (upc_rma)
    begin_one_sided (pending, upc_pts_place (src), dst, n, false);
  else
    begin_get (pending, dst, thread, upc_pts_place (src), n, &now);
}

void
upc_am_begin_get_behind (struct upc_pending *pending, void *dst, upc_pts_t src, size_t n,
			 uint32_t phase)
{
  const struct upc_record behind = { .type = true, .what = phase };
  begin_get (pending, dst, upc_pts_thread (src), src, n, &behind);
}

static void
begin_put (struct upc_pending *pending, upc_pts_t dst, const void *src,
	   size_t n)
{
  thread_with (dst, n);
  dst = upc_pts_place (dst);
  if (upc_rma)
    {
      begin_one_sided (pending, dst, (void *) src, n, true);
      return;
    }
  pending->left = 1;
  for (size_t done = 0; done < n; done += PIECE)
    put_piece (pending, dst + done, (const char *) src + done,
	       n - done < PIECE ? n - done : PIECE);
  __atomic_sub_fetch (&pending->left, 1, __ATOMIC_RELEASE);
}

static struct upc_pending *
new_transfer (void)
{
  struct upc_pending *transfer = calloc (1, sizeof *transfer);
  if (!transfer)
    upc_fatal ("no memory for a nonblocking operation");
  return transfer;
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
  thread_with (src, n);
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
      add_put (thread_with (dst, n), &record, src, n);
      upc_am_cache_put (record.place, src, n);
    }
  else if (n)
    {
      begin_put (&pending, dst, src, n);
      upc_am_wait (&pending);
      if (n <= UPC_AM_SMALL)
	upc_am_cache_put (record.place, src, n);
      else
	upc_am_cache_drop (record.place, n);
    }
}

/* By puts of memory here.  */
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
      add_put (thread_with (dst, n), &record, NULL, 0);
      upc_am_cache_drop (record.place, n);
    }
}

/* From far to far by way of memory here.  */
static void
copy_far (upc_pts_t dst, upc_pts_t src, size_t n)
{
  size_t room = n < PIECE ? n : PIECE;
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
  struct upc_pending *transfer = new_transfer ();
  upc_am_begin_get (transfer, dst, src, n);
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
  struct upc_pending *transfer = new_transfer ();
  transfer->is_put = true;
  begin_put (transfer, dst, src, n);
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

/* What was put may have been read meanwhile, with what is beside it.  */
static void
end_transfer (struct upc_pending *transfer)
{
  if (transfer->is_put)
    {
      upc_am_ahead_drop_all ();
      upc_am_cache_drop_all ();
    }
  free (transfer);
}

bool
upc_am_test (upc_transfer_t transfer)
{
  struct upc_pending *t = (struct upc_pending *) transfer;
  upc_am_look ();
  if (__atomic_load_n (&t->left, __ATOMIC_ACQUIRE))
    return false;
  end_transfer (t);
  return true;
}

void
upc_am_wait_transfer (upc_transfer_t transfer)
{
  struct upc_pending *t = (struct upc_pending *) transfer;
  upc_am_wait (t);
  end_transfer (t);
}

/* An operation whose old value the caller does not need is sent like a put, and the
   caller does not wait for a reply.  One-sided functions would not keep it in order
   with puts: with them, the caller waits.  */
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
    return upc_atomic_here (type, op, upc_pts_local (p), operand1, operand2, asked);
  int thread = thread_with (p, size);
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

/* From within upc_serve, so with the claim.  */
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
