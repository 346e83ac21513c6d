/* am-exchange.c - how few threads exchange a little.

   SPDX-License-Identifier: Apache-2.0

   Each sends what it has to each other one, as it does when they meet
   (am-barrier.c), which takes less time than to begin an operation of MPI's.
   What comes is kept for this exchange and the next one, which others may have
   begun; they cannot begin a third one without this thread.  */

#include <stdlib.h>
#include "conduit/am/am.h"

enum { MOST = 64 };		/* bytes */

struct exchange
{
  char (*parts)[MOST];		/* of each thread */
  int heard;			/* how many have come */
};
static struct exchange exchanges[2];

static bool
has_room (struct exchange *exchange)
{
  if (!exchange->parts)
    exchange->parts = upc_table (MOST);
  return exchange->parts;
}

void
upc_am_serve_part (int from, const struct upc_record *record, const char *data)
{
  struct exchange *exchange = &exchanges[record->tag];
  if (!has_room (exchange))
    upc_fatal ("there is no memory for what threads exchange");
  memcpy (exchange->parts[from], data, record->n);
  __atomic_add_fetch (&exchange->heard, 1, __ATOMIC_RELEASE);
}

static bool
have_all_come (const void *exchange)
{
  const struct exchange *e = exchange;
  return __atomic_load_n (&e->heard, __ATOMIC_ACQUIRE) == THREADS - 1;
}

/* Adds messages to all others, which are sent as soon as this thread waits.  */
static void
tell_all (const void *mine, size_t n, unsigned tag)
{
  struct upc_record record = { .kind = UPC_AM_PART, .tag = tag, .n = n };
  upc_mutex_lock (&upc_am_claim);
  for (int i = 1; i < THREADS; i++)
    upc_am_add ((MYTHREAD + i) % THREADS, &record, mine, n);
  upc_mutex_unlock (&upc_am_claim);
}

bool
upc_am_exchanges (size_t n)
{
  return upc_am_each_tells_each && n <= MOST;
}

void
upc_am_exchange (void *all, const void *mine, size_t n,
		 void (*impatient) (void))
{
  static unsigned turn;
  struct exchange *exchange = &exchanges[turn % 2];
  tell_all (mine, n, turn++ % 2);
  upc_am_wait_until (have_all_come, exchange, impatient);
  for (int i = 0; i < THREADS; i++)
    memcpy ((char *) all + i * n, i == MYTHREAD ? mine : exchange->parts[i], n);
  exchange->heard = 0;
}
