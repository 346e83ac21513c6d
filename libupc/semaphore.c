/* semaphore.c - semaphores: Berkeley UPC's functions.

   SPDX-License-Identifier: Apache-2.0

   As a lock, a semaphore is in the own heap of the thread that allocated it, and
   all threads use it there, whatever the conduit.  How many threads the program
   has promised will post or wait makes no difference.  */

#include "bupc.h"
#include "control.h"

struct semaphore
{
  uint32_t value, sleepers;
  bool is_boolean;
  uint64_t mark;
};
#define MARK UINT64_C (0x6d65735f63707562)

/* The semaphore that P points to.  */
static struct semaphore *
semaphore_at (const char *function, upc_pts_t p)
{
  struct semaphore *s = upc_pts_local (p);
  if (unlikely (!p))
    upc_fatal ("%s: the semaphore is a null pointer", function);
  if (unlikely (upc_pts_thread (p) >= (unsigned) THREADS
		|| upc_pts_address (p) >= upc_control->part_end
		|| s->mark != MARK))
    upc_fatal ("%s: the pointer (thread %u, address 0x%llx) is to no semaphore, "
	       "or to one that has been freed", function, upc_pts_thread (p),
	       (unsigned long long) upc_pts_address (p));
  return s;
}

upc_pts_t
bupc_sem_alloc (int flags)
{
  upc_pts_t p = upc_alloc (UPC_LINE);
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
  semaphore_at ("bupc_sem_free", p)->mark = 0;
  upc_free (p);
}

/* Semaphores that are boolean know 1 only.  */
static void
check_number (const char *function, const struct semaphore *s, size_t n)
{
  size_t most = s->is_boolean ? 1 : BUPC_SEM_MAXVALUE;
  if (unlikely (n > most))
    upc_fatal ("%s: %zu is too much for this semaphore, whose value is at most "
	       "%zu", function, n, most);
}

static void
add (const char *function, struct semaphore *s, size_t n)
{
  check_number (function, s, n);
  upc_conduit_fence ();
  if (!s->is_boolean)
    n += __atomic_fetch_add (&s->value, n, __ATOMIC_RELEASE);
  else if (n)
    __atomic_store_n (&s->value, 1, __ATOMIC_RELEASE);
  check_number (function, s, n);
  upc_wake_all (&s->value, &s->sleepers);
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

/* Threads that have ended post nothing any more.  */
static void
check_others (const char *function)
{
  int ended = 0;
  for (int t = 0; t < THREADS; t++)
    ended += t != MYTHREAD && upc_has_ended (t);
  if (ended && ended == THREADS - 1)
    upc_end_waiting (-1, function);
}

static void
wait_for (const char *function, struct semaphore *s, size_t n)
{
  check_number (function, s, n);
  while (!take (s, n))
    {
      uint32_t value = __atomic_load_n (&s->value, __ATOMIC_ACQUIRE);
      if (value < n && !upc_wait_a_while (&s->value, value, &s->sleepers))
	check_others (function);
    }
  upc_conduit_fence ();
}

static int
try (const char *function, struct semaphore *s, size_t n)
{
  check_number (function, s, n);
  bool taken = take (s, n);
  upc_conduit_fence ();
  return taken;
}

void
bupc_sem_postN (upc_pts_t p, size_t n)
{
  add ("bupc_sem_postN", semaphore_at ("bupc_sem_postN", p), n);
}

void
bupc_sem_post (upc_pts_t p)
{
  add ("bupc_sem_post", semaphore_at ("bupc_sem_post", p), 1);
}

void
bupc_sem_waitN (upc_pts_t p, size_t n)
{
  wait_for ("bupc_sem_waitN", semaphore_at ("bupc_sem_waitN", p), n);
}

void
bupc_sem_wait (upc_pts_t p)
{
  wait_for ("bupc_sem_wait", semaphore_at ("bupc_sem_wait", p), 1);
}

int
bupc_sem_tryN (upc_pts_t p, size_t n)
{
  return try ("bupc_sem_tryN", semaphore_at ("bupc_sem_tryN", p), n);
}

int
bupc_sem_try (upc_pts_t p)
{
  return try ("bupc_sem_try", semaphore_at ("bupc_sem_try", p), 1);
}

void
bupc_memput_signal (upc_pts_t dst, const void *src, size_t nbytes, upc_pts_t p,
		    size_t n)
{
  upc_memput (dst, src, nbytes);
  add ("bupc_memput_signal", semaphore_at ("bupc_memput_signal", p), n);
}
