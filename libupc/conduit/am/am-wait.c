/* am-wait.c - look for active messages until something has happened.

   SPDX-License-Identifier: Apache-2.0

   Whoever waits looks for messages all the time at first, then gives the
   processor to others between, then sleeps, longer and longer.  */

#include <errno.h>
#include <sched.h>
#include <time.h>
#include "conduit/am/am.h"

bool
upc_am_look (void)
{
  if (!upc_mutex_try (&upc_am_claim))
    return false;
  upc_am_send_added ();
  bool any = upc_am_poll ();
  upc_mutex_unlock (&upc_am_claim);
  return any;
}

/* How many nanoseconds to look in a row without a break, and how often to give
   the processor to whoever wants it, before sleeping.  If threads have to share
   processors, whoever is waited for is likely to need one.  */
#define SPIN 20000
#define YIELDS 2000
#define YIELDS_CROWDED 20
static unsigned int spins, yields = YIELDS;

/* Nanoseconds to sleep, at first and at most.  */
#define SHORTEST 20000
#define LONGEST 320000

struct timespec
upc_am_now (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return now;
}

/* Returns how many nanoseconds COUNT looks take.  */
static long
time_of_looks (int count)
{
  struct timespec begin = upc_am_now (), end;
  for (int i = 0; i < count; i++)
    upc_am_poll ();
  end = upc_am_now ();
  return (end.tv_sec - begin.tv_sec) * 1000000000L + end.tv_nsec
	 - begin.tv_nsec;
}

void
upc_am_be_patient (bool crowded)
{
  enum { TRIES = 8, LOOKS_A_TRY = 32 };
  long least = SPIN;
  for (int i = 0; !crowded && i < TRIES; i++)
    {
      long took = time_of_looks (LOOKS_A_TRY);
      least = took < least ? took : least;
    }
  spins = crowded ? 0 : SPIN * LOOKS_A_TRY / (least + 1);
  yields = crowded ? YIELDS_CROWDED : spins + YIELDS;
}

/* Lets others have the processor, after LOOKS in vain.  */
static void
upc_am_relax (unsigned int looks)
{
  int saved_errno = errno;
  if (looks < spins)
    return;
  if (looks < yields)
    sched_yield ();
  else
    {
      unsigned int doublings = (looks - yields) / 16;
      long pause = doublings < 4 ? SHORTEST << doublings : LONGEST;
      upc_nap (pause);
    }
  errno = saved_errno;
}

unsigned int
upc_am_look_or_relax (unsigned int looks)
{
  if (upc_am_look ())
    return 0;
  upc_am_relax (looks);
  return looks + 1;
}

bool
upc_am_half_second_since (struct timespec *begin)
{
  struct timespec now = upc_am_now ();
  int64_t passed = (now.tv_sec - begin->tv_sec) * INT64_C (1000000000)
		   + now.tv_nsec - begin->tv_nsec;
  bool over = passed >= 500000000;
  if (over)
    *begin = now;
  return over;
}

/* How many looks to hold the claim for: to take it and give it up costs as much
   as to look.  */
#define LOOKS 16

static bool
look_until (bool (*is_over) (const void *what), const void *what,
	    unsigned int *looks)
{
  bool over;
  upc_mutex_lock (&upc_am_claim);
  upc_am_send_added ();
  for (int n = *looks < spins ? LOOKS : 1; !(over = is_over (what)) && n > 0;
       n--)
    *looks = upc_am_poll_once () ? 0 : *looks + 1;
  upc_mutex_unlock (&upc_am_claim);
  return over;
}

bool
upc_am_wait_a_while (bool (*is_over) (const void *what), const void *what)
{
  struct timespec begin = { 0, 0 };
  unsigned int looks = 0;
  while (!look_until (is_over, what, &looks))
    {
      upc_am_relax (looks);
      if (looks < spins)
	continue;
      if (!begin.tv_sec)
	begin = upc_am_now ();
      else if (upc_am_half_second_since (&begin))
	return false;
    }
  return true;
}

void
upc_am_wait_until (bool (*is_over) (const void *what), const void *what,
		   void (*impatient) (void))
{
  while (!upc_am_wait_a_while (is_over, what))
    if (impatient)
      impatient ();
}

static bool
is_replied (const void *what)
{
  const struct upc_pending *pending = what;
  return __atomic_load_n (&pending->left, __ATOMIC_ACQUIRE) == 0;
}

void (*upc_am_impatient) (void);

void
upc_am_wait (struct upc_pending *pending)
{
  if (!is_replied (pending))
    upc_am_wait_until (is_replied, pending, upc_am_impatient);
}

void
upc_am_add_alone (int thread, const struct upc_record *record, const void *data,
		  size_t n)
{
  upc_mutex_lock (&upc_am_claim);
  upc_am_add (thread, record, data, n);
  upc_mutex_unlock (&upc_am_claim);
}

uint64_t
upc_am_add_and_wait (int thread, struct upc_record *record)
{
  struct upc_pending pending = { .left = 1 };
  record->pending = &pending;
  upc_am_add_alone (thread, record, NULL, 0);
  upc_am_wait (&pending);
  return pending.value;
}

bool
upc_am_claim_at_end (void)
{
  struct timespec begin = upc_am_now ();
  for (unsigned int looks = 0; !upc_mutex_try (&upc_am_claim); looks++)
    if (upc_am_half_second_since (&begin))
      return false;
    else
      upc_am_relax (looks);
  return true;
}

/* Replies may come later.  */
void
upc_am_ask_all (enum upc_am_kind kind)
{
  static struct upc_pending pending;
  struct upc_record record = { .kind = kind, .pending = &pending };
  if (!upc_am_claim_at_end ())
    return;
  struct timespec begin = upc_am_now ();
  pending.left = THREADS - 1;
  for (int t = 0; t < THREADS; t++)
    if (t != MYTHREAD)
      upc_am_add (t, &record, NULL, 0);
  upc_mutex_unlock (&upc_am_claim);
  while (__atomic_load_n (&pending.left, __ATOMIC_ACQUIRE)
	 && !upc_am_half_second_since (&begin))
    if (!upc_am_look ())
      upc_am_relax (0);
}
