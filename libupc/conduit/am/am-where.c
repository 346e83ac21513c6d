/* am-where.c - where the threads of other nodes are, when one has died.

   SPDX-License-Identifier: Apache-2.0

   The one that wants to know may be in a handler, within MPI, and the others
   may be computing: lookers do it.

     a dying thread --TO_ASK--> its looker --UPC_AM_WHERE--> each node's first
       thread, whose looker asks those of the node, prints, and replies  */

#include "conduit/am/am.h"

/* How many half seconds all nodes together have for that.  */
#define PATIENCE 20
/* At most this many nodes get their answer when that has been printed; others
   get it at once.  */
#define MOST_ASKERS 16

/* The work of this process's looking thread.  */
enum { NOTHING, TO_ASK, HAS_ASKED };
static uint32_t asking;
static struct upc_pending pending;

static struct
{
  int from;
  struct upc_pending *pending;
} askers[MOST_ASKERS];
static int asker_count;

/* Replies at once where a crash of this node's own is, or has been, reported:
   that has it all.  */
void
upc_am_serve_where (int from, const struct upc_record *record,
		    const char *data __attribute__ ((unused)))
{
  if (upc_is_telling () || asker_count == MOST_ASKERS)
    upc_am_reply (from, record->pending, 0, NULL, 0);
  else
    {
      askers[asker_count].from = from;
      askers[asker_count++].pending = record->pending;
    }
}

static void
answer (void)
{
  upc_answer_where ();
  upc_mutex_lock (&upc_am_claim);
  for (int i = 0; i < asker_count; i++)
    upc_am_reply (askers[i].from, askers[i].pending, 0, NULL, 0);
  asker_count = 0;
  upc_mutex_unlock (&upc_am_claim);
}

/* Asks the others; replies may come later than this waits.  */
static void
ask (void)
{
  struct upc_record record = { .kind = UPC_AM_WHERE, .pending = &pending };
  struct timespec begin = upc_am_now ();
  if (!upc_am_claim_at_end ())
    return;
  pending.left = upc_am_add_to_nodes (&record);
  upc_mutex_unlock (&upc_am_claim);
  for (int waits = 0; pending.left && waits < PATIENCE;)
    {
      upc_am_look_or_relax (0);
      waits += upc_am_half_second_since (&begin);
    }
}

void
upc_am_look_for_where (void)
{
  if (unlikely (asker_count))
    answer ();
  if (unlikely (__atomic_load_n (&asking, __ATOMIC_ACQUIRE) == TO_ASK))
    {
      ask ();
      __atomic_store_n (&asking, HAS_ASKED, __ATOMIC_RELEASE);
    }
}

void
upc_am_tell_far (void)
{
  struct timespec begin = upc_am_now ();
  if (upc_am_is_looker ())
    return;
  pending.left = UINT32_MAX;
  __atomic_store_n (&asking, TO_ASK, __ATOMIC_RELEASE);
  for (int waits = 0; waits <= PATIENCE + 1;
       waits += upc_am_half_second_since (&begin))
    {
      upc_nap (5000000);
      if (__atomic_load_n (&asking, __ATOMIC_ACQUIRE) == HAS_ASKED)
	break;
    }
  if (pending.left)
    upc_message ("not all other nodes have said where their threads are");
}
