/* semaphore.c - semaphores: Berkeley UPC's functions.

   SPDX-License-Identifier: Apache-2.0

   As a lock, a semaphore is in the own heap of the thread that allocated it.
   Where not all threads are near, that one manages it, and others wait in a
   queue.  How many threads the program has promised will post or wait makes no
   difference.  */

#include "berkeley/bupc.h"
#include "core/control.h"

struct semaphore
{
  uint32_t value, sleepers;
  struct upc_queue queue;
  bool is_boolean;
  uint64_t mark;
};
#define MARK UINT64_C (0x6d65735f63707562)

/* ---- Mistakes  */

static void __attribute__ ((noreturn))
no_semaphore (const char *function, upc_pts_t p)
{
  upc_fatal ("%s: the pointer (thread %u, address 0x%llx) is to no semaphore, "
	     "or to one that has been freed", function, upc_pts_thread (p),
	     (unsigned long long) upc_pts_address (p));
}

static void
check (const char *function, upc_pts_t p)
{
  if (unlikely (!p))
    upc_fatal ("%s: the semaphore is a null pointer", function);
  if (unlikely (upc_pts_thread (p) >= (unsigned) THREADS))
    no_semaphore (function, p);
}

/* ---- At the thread that has the semaphore

   Answers are a value, or one of these.  */

#define NONE UINT64_MAX		/* there is no semaphore */
#define TOO_MUCH (UINT64_C (1) << 63)	/* and the sum, if that is */
#define BOOLEAN (UINT64_C (1) << 62)	/* and it is boolean */

/* Returns the semaphore that P points to, or null.  */
static struct semaphore *
semaphore_at (upc_pts_t p)
{
  struct semaphore *s = upc_pts_local (p);
  return upc_pts_address (p) < upc_control->part_end && s->mark == MARK ? s
	 : NULL;
}

/* Returns whether N is more than S can hold: a boolean one holds 1 only.  */
static bool
is_too_much (const struct semaphore *s, uint64_t n)
{
  return n > (s->is_boolean ? 1 : BUPC_SEM_MAXVALUE);
}

static uint64_t
too_much (const struct semaphore *s, uint64_t sum)
{
  return TOO_MUCH | (s->is_boolean ? BOOLEAN : 0) | sum;
}

uint64_t
upc_serve_semaphore_free (upc_pts_t p)
{
  struct semaphore *s = semaphore_at (p);
  if (!s)
    return NONE;
  s->mark = 0;
  return 0;
}

/* Returns what the value is then.  */
uint64_t
upc_serve_semaphore_add (upc_pts_t p, uint64_t n)
{
  struct semaphore *s = semaphore_at (p);
  if (!s)
    return NONE;
  if (is_too_much (s, n))
    return too_much (s, 0);
  uint64_t sum = n;
  if (!s->is_boolean)
    sum += __atomic_fetch_add (&s->value, n, __ATOMIC_RELEASE);
  else if (n)
    __atomic_store_n (&s->value, 1, __ATOMIC_RELEASE);
  if (upc_conduit.addressable)
    upc_wake_all (&s->value, &s->sleepers);
  else
    while (upc_queue_grant (&s->queue, &s->value))
      ;
  return is_too_much (s, sum) ? too_much (s, sum) : sum;
}

static bool
take (struct semaphore *s, uint32_t n)
{
  uint32_t value = __atomic_load_n (&s->value, __ATOMIC_ACQUIRE);
  while (value >= n)
    if (__atomic_compare_exchange_n (&s->value, &value, value - n, false,
				     __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE))
      return true;
  return false;
}

/* Takes N for THREAD - 1, which waits if it is not 0.  Returns whether they
   were taken.  */
uint64_t
upc_serve_semaphore_take (upc_pts_t p, uint64_t n, int thread)
{
  struct semaphore *s = semaphore_at (p);
  if (!s)
    return NONE;
  if (is_too_much (s, n))
    return too_much (s, 0);
  if (take (s, n))
    return true;
  if (thread && !upc_conduit.addressable)
    upc_queue_join (&s->queue, thread - 1, n);
  return false;
}

/* ---- At the one that uses it  */

/* Ends the program: ANSWER says that N is too much, or the sum in it.  */
static void __attribute__ ((noreturn))
refused (const char *function, uint64_t answer, size_t n)
{
  size_t sum = answer & ~(TOO_MUCH | BOOLEAN);
  upc_fatal ("%s: %zu is too much for this semaphore, whose value is at most "
	     "%d", function, sum ? sum : n,
	     answer & BOOLEAN ? 1 : BUPC_SEM_MAXVALUE);
}

static void
check_answer (const char *function, upc_pts_t p, size_t n, uint64_t answer)
{
  if (unlikely (answer == NONE))
    no_semaphore (function, p);
  if (unlikely (answer & TOO_MUCH))
    refused (function, answer, n);
}

static uint64_t
ask (const char *function, upc_pts_t p, enum upc_request what, size_t n,
     int thread)
{
  check (function, p);
  uint64_t answer = upc_conduit_ask (upc_pts_thread (p), what, p, n, thread);
  check_answer (function, p, n, answer);
  return answer;
}

upc_pts_t
bupc_sem_alloc (int flags)
{
  upc_pts_t p;
  UPC_FOR_CALLER (p = upc_alloc (UPC_LINE));
  if (p)
    *(struct semaphore *) upc_pts_local (p)
      = (struct semaphore) { .is_boolean = flags & BUPC_SEM_BOOLEAN,
			     .mark = MARK };
  return p;
}

void
bupc_sem_free (upc_pts_t p)
{
  if (!p)
    return;
  ask ("bupc_sem_free", p, UPC_SEMAPHORE_FREE, 0, 0);
  UPC_FOR_CALLER (upc_free (p));
}

/* Adds to it as its thread, which does not answer.  */
uint64_t
upc_serve_semaphore_post (upc_pts_t p, uint64_t n)
{
  static const char function[] = "bupc_sem_post or bupc_memput_signal";
  check_answer (function, p, n, upc_serve_semaphore_add (p, n));
  return 0;
}

static void
add (const char *function, upc_pts_t p, size_t n)
{
  int thread = upc_pts_thread (p);
  upc_arguments_t arguments = { p, n };
  check (function, p);
  UPC_ORDER (release_at (p));
  if (upc_conduit.post && thread != MYTHREAD)
    {
      __atomic_thread_fence (__ATOMIC_SEQ_CST);
      upc_conduit.post (thread, UPC_SEMAPHORE_POST, arguments);
      return;
    }
  upc_conduit_fence ();
  ask (function, p, UPC_SEMAPHORE_ADD, n, 0);
}

/* Ends this thread's wait if all others have ended: they post nothing any
   more.  */
static void
check_others (const char *function)
{
  int ended = 0;
  for (int t = 0; t < THREADS; t++)
    ended += t != MYTHREAD && upc_has_ended (t);
  if (ended && ended == THREADS - 1)
    upc_end_waiting (-1, function);
}

/* Waits until N can be taken, and takes them, where all threads are near.  */
static void
wait_near (const char *function, upc_pts_t p, size_t n)
{
  struct semaphore *s = upc_pts_local (p);
  while (!ask (function, p, UPC_SEMAPHORE_TAKE, n, 0))
    {
      uint32_t value = __atomic_load_n (&s->value, __ATOMIC_ACQUIRE);
      if (value < n && !upc_wait_a_while (&s->value, value, &s->sleepers))
	check_others (function);
    }
}

/* Looks at nothing that is older than what others have signalled.  */
static void
acquire (void)
{
  __atomic_thread_fence (__ATOMIC_SEQ_CST);
  if (upc_conduit.acquire)
    upc_conduit.acquire ();
  else
    upc_conduit_fence ();
}

static void
wait_for (const char *function, upc_pts_t p, size_t n)
{
  if (upc_conduit.addressable)
    wait_near (function, p, n);
  else
    {
      upc_queue_prepare ();
      if (!ask (function, p, UPC_SEMAPHORE_TAKE, n, MYTHREAD + 1))
	while (!upc_queue_wait ())
	  check_others (function);
    }
  acquire ();
  UPC_ORDER (acquire_at (p));
}

static int
try (const char *function, upc_pts_t p, size_t n)
{
  bool taken = ask (function, p, UPC_SEMAPHORE_TAKE, n, 0);
  acquire ();
  UPC_ORDER (acquire_at (p));
  return taken;
}

void
bupc_sem_postN (upc_pts_t p, size_t n)
{
  add ("bupc_sem_postN", p, n);
}

void
bupc_sem_post (upc_pts_t p)
{
  add ("bupc_sem_post", p, 1);
}

void
bupc_sem_waitN (upc_pts_t p, size_t n)
{
  wait_for ("bupc_sem_waitN", p, n);
}

void
bupc_sem_wait (upc_pts_t p)
{
  wait_for ("bupc_sem_wait", p, 1);
}

int
bupc_sem_tryN (upc_pts_t p, size_t n)
{
  return try ("bupc_sem_tryN", p, n);
}

int
bupc_sem_try (upc_pts_t p)
{
  return try ("bupc_sem_try", p, 1);
}

void
bupc_memput_signal (upc_pts_t dst, const void *src, size_t nbytes, upc_pts_t p,
		    size_t n)
{
  static const char function[] = "bupc_memput_signal";
  upc_arguments_t arguments = { p, n };
  int thread = upc_pts_thread (p);
  check (function, p);
  if (!upc_conduit.put_and_post || thread == MYTHREAD
      || upc_pts_thread (dst) != (unsigned int) thread)
    {
      upc_memput (dst, src, nbytes);
      add (function, p, n);
      return;
    }
  UPC_CHECK_RANGE (dst, nbytes, true);
  UPC_ORDER (release_at (p));
  __atomic_thread_fence (__ATOMIC_SEQ_CST);
  upc_conduit.put_and_post (dst, src, nbytes, UPC_SEMAPHORE_POST, arguments);
}
