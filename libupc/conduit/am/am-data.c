/* am-data.c - data by active messages: where they arrive, and how operations
   begin.

   SPDX-License-Identifier: Apache-2.0

   What one thread puts to another arrives in order, and before what it gets
   from there or asks of it later.  Large data are sent by themselves.  Atomic
   operations are the processor's, at the thread that has the object, so that
   they go together with those of near threads.  */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "conduit/am/am.h"
#include "core/move.h"

/* ---- Where it arrives  */

void
upc_am_serve_put (int from __attribute__ ((unused)), const struct upc_record *r,
		  const char *data)
{
  upc_move (upc_pts_local (r->place), data, r->n);
}

void
upc_am_serve_put_and_tell (int from, const struct upc_record *r,
			   const char *data)
{
  upc_am_serve_put (from, r, data);
  upc_serve (MYTHREAD, r->what, (uint64_t *) r->arguments);
}

void
upc_am_serve_set (int from __attribute__ ((unused)), const struct upc_record *r,
		  const char *data __attribute__ ((unused)))
{
  memset (upc_pts_local (r->place), r->what, r->n);
}

void
upc_am_serve_put_large (int from, const struct upc_record *r,
			const char *data __attribute__ ((unused)))
{
  upc_am_receive_large (from, r->tag, upc_pts_local (r->place), r->n,
			r->pending, false);
}

void
upc_am_serve_atomic (int from, const struct upc_record *r,
		     const char *data __attribute__ ((unused)))
{
  uint64_t old = upc_atomic_here (r->type, r->what, upc_pts_local (r->place),
				  r->arguments[0], r->arguments[1], r->pending);
  upc_am_reply (from, r->pending, old, NULL, 0);
}

/* Replies if the thread has asked, and waits for that.  */
void
upc_am_serve_request (int from, const struct upc_record *r,
		      const char *data __attribute__ ((unused)))
{
  uint64_t value = upc_serve (MYTHREAD, r->what, (uint64_t *) r->arguments);
  upc_am_reply (from, r->pending, value, NULL, 0);
}

void
upc_am_serve_ping (int from, const struct upc_record *r,
		   const char *data __attribute__ ((unused)))
{
  __atomic_thread_fence (__ATOMIC_SEQ_CST);
  upc_am_reply (from, r->pending, 0, NULL, 0);
}

void
upc_am_serve_flush (int from, const struct upc_record *r,
		    const char *data __attribute__ ((unused)))
{
  fflush (NULL);
  upc_am_reply (from, r->pending, 0, NULL, 0);
}

/* ---- Gets, which may be from after a barrier that is not over here  */

struct held_get
{
  int from;
  struct upc_record record;
};
static struct held_get *held_gets;
static int held_count;

static bool
is_early (const struct upc_record *r)
{
  return (r->type
	  && (int32_t) (upc_am_phase (UPC_MEETS_AT_BARRIER) - r->what) <= 0);
}

static void
get (int from, const struct upc_record *r)
{
  void *here = upc_pts_local (r->place);
  if (r->kind == UPC_AM_GET)
    upc_am_reply (from, r->pending, 0, here, r->n);
  else
    upc_am_send_large (from, r->tag, here, r->n);
}

static bool
do_held_gets (void)
{
  int count = held_count, kept = 0;
  for (int i = 0; i < count; i++)
    if (is_early (&held_gets[i].record))
      held_gets[kept++] = held_gets[i];
    else
      get (held_gets[i].from, &held_gets[i].record);
  held_count = kept;
  if (!kept)
    __atomic_store_n (&upc_am_do_waiting, NULL, __ATOMIC_RELAXED);
  return kept < count;
}

static void
hold (int from, const struct upc_record *r)
{
  static int room;
  if (held_count == room)
    {
      room = room ? 2 * room : 64;
      held_gets = realloc (held_gets, room * sizeof *held_gets);
      if (!held_gets)
	upc_fatal ("no memory for what other threads ask for");
    }
  held_gets[held_count++] = (struct held_get) { from, *r };
  __atomic_store_n (&upc_am_do_waiting, do_held_gets, __ATOMIC_RELAXED);
}

void
upc_am_serve_get (int from, const struct upc_record *r,
		  const char *data __attribute__ ((unused)))
{
  if (unlikely (is_early (r)))
    hold (from, r);
  else
    get (from, r);
}

/* ---- Where it is asked for  */

/* Lets this thread die as if it had accessed P in its memory, where there is
   nothing: crash.c reports one signal, the second makes a core file.  */
static void __attribute__ ((noreturn))
use_nowhere (upc_pts_t p)
{
  siginfo_t fault = { .si_signo = SIGSEGV, .si_code = SEGV_MAPERR };
  fault.si_addr = __upc_base + upc_pts_place (p);
  for (int i = 0; i < 2; i++)
    syscall (SYS_rt_tgsigqueueinfo, getpid (), syscall (SYS_gettid), SIGSEGV,
	     &fault);
  upc_fatal ("a pointer-to-shared leads to no memory: thread %d, address "
	     "0x%llx", upc_pts_thread (p),
	     (unsigned long long) upc_pts_address (p));
}

/* Returns the thread that has the N bytes at P.  What would be no memory
   there is this thread's mistake, so it is this one that dies of it.  */
int
upc_am_thread_with (upc_pts_t p, size_t n)
{
  uint64_t address = upc_pts_address (p), end = upc_control->part_end;
  int thread = upc_pts_thread (p);
  if (unlikely (thread >= THREADS || address < UPC_FIRST_ADDRESS
		|| address > end || n > end - address))
    use_nowhere (p);
  return thread;
}

/* No more at once than MPI can count.  Tags for the other direction differ.  */
#define PIECE (UINT64_C (1) << 26)

static int
new_tag (bool put)
{
  static unsigned int tags;
  return 1 + 2 * (tags++ % (UPC_NET_TAGS / 2 - 1)) + put;
}

/* Asks for N bytes at SRC, a piece of what PENDING gets, by a message like HOW,
   which names the barrier that they are to be read behind.  */
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

/* Begins a get or a PUT by one-sided functions.  */
static void
begin_one_sided (struct upc_pending *pending, upc_pts_t place, void *data,
		 size_t n, bool put)
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

/* Begins a get by messages, from SRC, where THREAD has the data.  */
static void
begin_get (struct upc_pending *pending, void *dst, int thread, upc_pts_t src,
	   size_t n, const struct upc_record *how)
{
  upc_am_touch_to_write (dst, n);
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
upc_am_begin_get (struct upc_pending *pending, void *dst, upc_pts_t src,
		  size_t n)
{
  static const struct upc_record now;
  int thread = upc_am_thread_with (src, n);
  if (upc_rma)
    begin_one_sided (pending, upc_pts_place (src), dst, n, false);
  else
    begin_get (pending, dst, thread, upc_pts_place (src), n, &now);
}

void
upc_am_begin_get_behind (struct upc_pending *pending, void *dst, upc_pts_t src,
			 size_t n, uint32_t phase)
{
  const struct upc_record behind = { .type = true, .what = phase };
  begin_get (pending, dst, upc_pts_thread (src), src, n, &behind);
}

void
upc_am_begin_put (struct upc_pending *pending, upc_pts_t dst, const void *src,
		  size_t n)
{
  upc_am_thread_with (dst, n);
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

/* ---- For debuggers  */

/* How many half seconds another node has for its answer.  */
#define PATIENCE 10

/* Waits for what is left of PENDING, but not for ever.  Returns whether it has
   come.  */
static bool
comes (const struct upc_pending *pending)
{
  struct timespec begin = upc_am_now ();
  for (int waits = 0; pending->left && waits < PATIENCE;)
    {
      upc_am_look_or_relax (0);
      waits += upc_am_half_second_since (&begin);
    }
  return !pending->left;
}

/* Gets N bytes at P for a debugger, which calls this, to __upc_debugger_values,
   after pointers; returns whether they are there.  A late answer does no harm:
   it goes to what stays.  */
extern int __upc_debugger_get (upc_pts_t p, size_t n);

int __attribute__ ((used))
__upc_debugger_get (upc_pts_t p, size_t n)
{
  static struct upc_pending pending;
  upc_pts_t *data = &__upc_debugger_values[UPC_DEBUGGER_VALUES];
  uint64_t address = upc_pts_address (p), end = upc_control->part_end;
  if (upc_pts_thread (p) >= (unsigned int) THREADS || address > end
      || n > end - address || n > UPC_DEBUGGER_VALUES * sizeof *data
      || !upc_am_claim_at_end ())
    return false;
  upc_mutex_unlock (&upc_am_claim);
  if (!comes (&pending))
    return false;
  upc_am_begin_get (&pending, data, p, n);
  return comes (&pending);
}
