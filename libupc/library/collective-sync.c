/* collective-sync.c - how threads meet in collective functions.

   SPDX-License-Identifier: Apache-2.0  */

#include "library/collective.h"

uint32_t
upc_collective_begin (void)
{
  static uint32_t calls;
  upc_begun[UPC_COLLECTIVES]++;
  return ++calls;
}

bool
upc_last_to_arrive (void)
{
  struct upc_barrier *barrier = &upc_control->collective;
  uint32_t phase = __atomic_load_n (&barrier->phase, __ATOMIC_ACQUIRE);
  bool last;

  UPC_ORDER (release (UPC_CLOCK_COLLECTIVE));
  upc_begun[UPC_COLLECTIVES]++;
  last = upc_count_arrival (barrier, 1) + 1 == (uint32_t) THREADS;
  if (!last)
    {
      upc_check_final (phase);
      upc_await (barrier, phase);
    }
  UPC_ORDER (acquire (UPC_CLOCK_COLLECTIVE));
  return last;
}

void
upc_last_is_done (void)
{
  upc_next_phase (&upc_control->collective);
}

/* Sets WORD, which is MYTHREAD's, to CALL, and wakes those that wait for
   it.  */
static void
say (uint32_t *word, uint32_t call)
{
  UPC_ORDER (release (UPC_CLOCK_COLLECTIVE));
  __atomic_store_n (word, call, __ATOMIC_RELEASE);
  upc_wake_all (word, &upc_mailbox (MYTHREAD)->sleepers);
}

/* Waits until *WORD, which is THREAD's, is CALL or a later one.  */
static void
await (const uint32_t *word, int thread, uint32_t call)
{
  struct upc_mailbox *mailbox = upc_mailbox (thread);
  uint32_t now;
  bool ended = false;

  while ((int32_t) ((now = __atomic_load_n (word, __ATOMIC_ACQUIRE)) - call)
	 < 0)
    if (ended)
      upc_end_waiting (thread, "a collective function");
    else if (!upc_wait_a_while (word, now, &mailbox->sleepers))
      {
	ended = upc_has_ended (thread);
	upc_keep_waiting (UPC_WAITS_FOR_COLLECTIVE, 0);
      }
  upc_end_waiting_for ();
  UPC_ORDER (acquire (UPC_CLOCK_COLLECTIVE));
}

static uint32_t *
word (enum upc_signal signal, struct upc_mailbox *mailbox)
{
  return signal == UPC_ENTERED ? &mailbox->entered : &mailbox->done;
}

void
upc_signal (enum upc_signal signal, uint32_t call)
{
  say (word (signal, upc_mailbox (MYTHREAD)), call);
}

void
upc_await_signal (enum upc_signal signal, int thread, uint32_t call)
{
  await (word (signal, upc_mailbox (thread)), thread, call);
}

/* ---- Slots

   All threads know which thread reads a slot in its last use.  No thread waits
   for call 0.

   Moving a cache line between processors takes longer than a small operation.
   So several of the smallest slots share a line: while it is on its way to the
   writer, the writer continues, and the reader gets all of them at once.  And
   readers announce what they have read for half of the slots at once, as a
   waiting writer would fetch the word after each.  */

struct use {
  uint32_t call;
  int reader;
};

/* Slots of one size, used in turns.  */
struct ring {
  struct use *uses;
  unsigned int slots, next;
  size_t begin, size;		/* of the first slot, in the mailbox */
};

/* Waits for the readers of half of RING from USE on.  Calls go up: of several
   with one reader, the last one counts.  */
static void
await_readers (const struct ring *ring, const struct use *use)
{
  uint32_t by_all = 0;

  for (const struct use *end = use + ring->slots / 2; use < end; use++)
    if (use->reader == UPC_EVERYBODY)
      by_all = use->call;
    else if (use->call != 0
	     && (use + 1 == end || use[1].reader != use->reader))
      upc_await_signal (UPC_DONE, use->reader, use->call);
  if (by_all != 0)
    for (int i = 0; i < THREADS; i++)
      upc_await_signal (UPC_DONE, i, by_all);
}

static size_t
take_slot (struct ring *ring, uint32_t call, int reader)
{
  unsigned int n = ring->next++ % ring->slots;

  if (n % (ring->slots / 2) == 0)
    {
      upc_signal (UPC_DONE, call - 1);
      await_readers (ring, &ring->uses[n]);
    }
  ring->uses[n] = (struct use) { call, reader };
  return ring->begin + n * ring->size;
}

size_t
upc_take_slot (size_t size, uint32_t call, int reader)
{
  static struct use tiny[UPC_TINY_SLOTS], small[UPC_SMALL_SLOTS],
    line[UPC_LINE_SLOTS], large[UPC_LARGE_SLOTS];
#define RING(name, slots, size) \
  { name, slots, 0, offsetof (struct upc_mailbox, name), size }
  static struct ring rings[]
    = { RING (tiny, UPC_TINY_SLOTS, UPC_TINY_SLOT),
	RING (small, UPC_SMALL_SLOTS, UPC_SMALL_SLOT),
	RING (line, UPC_LINE_SLOTS, UPC_LINE_SLOT),
	RING (large, UPC_LARGE_SLOTS, UPC_LARGE_SLOT) };
#undef RING
  struct ring *ring = rings;

  while (size > ring->size - sizeof (struct upc_slot))
    ring++;
  return take_slot (ring, call, reader);
}

static struct upc_slot *
slot_of (int thread, size_t slot)
{
  return (struct upc_slot *) ((char *) upc_mailbox (thread) + slot);
}

char *
upc_my_slot (size_t slot)
{
  return slot_of (MYTHREAD, slot)->data;
}

void
upc_slot_is_ready (size_t slot, uint32_t call)
{
  say (&slot_of (MYTHREAD, slot)->ready, call);
}

const char *
upc_ready_slot (int thread, size_t slot, uint32_t call)
{
  struct upc_slot *its = slot_of (thread, slot);

  if (__atomic_load_n (&its->ready, __ATOMIC_ACQUIRE) != call)
    return NULL;
  UPC_ORDER (acquire (UPC_CLOCK_COLLECTIVE));
  return its->data;
}

const char *
upc_await_slot (int thread, size_t slot, uint32_t call)
{
  struct upc_slot *its = slot_of (thread, slot);

  await (&its->ready, thread, call);
  return its->data;
}

/* How many cache lines are fetched ahead: to fetch one takes about as long as
   two small operations.  */
enum { AHEAD = 2 };

const char *
upc_await_slot_behind (int thread, size_t slot, uint32_t call)
{
  const char *data = upc_await_slot (thread, slot, call);

  __builtin_prefetch (data + AHEAD * UPC_LINE_SLOT);
  return data;
}

void
upc_check_on_0 (const char *function, const char *name, upc_pts_t p)
{
  if (upc_pts_thread (p) != 0)
    upc_fatal ("%s: \"%s\" points to memory of thread %u; it must point to that"
	       " of thread 0", function, name, upc_pts_thread (p));
}
