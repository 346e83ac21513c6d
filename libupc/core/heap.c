/* heap.c - allocation of shared space.

   SPDX-License-Identifier: Apache-2.0

   In each thread's part, after the static objects:

     heap            heap_top              heap_bottom           part_end
     | shared heap -> |        free         | <- the thread's own heap |

   The shared heap has the same layout in every part: what upc_all_alloc and
   upc_global_alloc return begins at the same address everywhere.  Its headers
   are in the part of thread 0.  Both heaps are sequences of chunks without
   gaps, each with a header that has its own size and that of the chunk before
   it, so that free neighbours are joined; what is free at the edge goes back to
   the middle.  Free chunks are listed by the power of two of their size.

   Where all threads are near, each manages all heaps.  Elsewhere a thread
   manages its own, and thread 0 the shared one; and as both grow into the
   middle, a thread asks thread 0 before its own heap grows below what it has
   RESERVED.  */

#include "core/heap.h"

/* Of a chunk: SIZE, header included, is a multiple of 16; the lowest bits are
   flags, the highest say that this is a header.  */
struct header
{
  uint64_t size;
  uint64_t before;		/* the size of the chunk before, or 0 */
  uint64_t next, previous;	/* in the list, if the chunk is free */
};
#define HEADER 16		/* without the list */
#define USED 1
#define SIZE_MASK (UPC_MAX_PART - 16)
#define MARK (UINT64_C (0x2a5f3c19) << UPC_ADDRESS_BITS)
#define MARK_MASK (~UINT64_C (0) << UPC_ADDRESS_BITS)

/* ---- Chunks, by address  */

static struct header *
at (const struct upc_heap *heap, uint64_t address)
{
  return (struct header *) (heap->part + address);
}

static uint64_t
size_at (const struct upc_heap *heap, uint64_t address)
{
  return at (heap, address)->size & SIZE_MASK;
}

static bool
is_used (const struct upc_heap *heap, uint64_t address)
{
  return at (heap, address)->size & USED;
}

static void
set_header (const struct upc_heap *heap, uint64_t address, uint64_t size,
	    unsigned flags)
{
  at (heap, address)->size = MARK | size | flags;
}

/* Makes the chunk at ADDRESS one of SIZE, which its neighbour notes too.  */
static void
set_size (const struct upc_heap *heap, uint64_t address, uint64_t size,
	  unsigned flags)
{
  set_header (heap, address, size, flags);
  at (heap, address + size)->before = size;
}

/* ---- Lists  */

static uint64_t *
bin_of (const struct upc_heap *heap, uint64_t size)
{
  return &heap->bins[63 - __builtin_clzll (size)];
}

static void
list (const struct upc_heap *heap, uint64_t address)
{
  uint64_t *bin = bin_of (heap, size_at (heap, address));
  struct header *chunk = at (heap, address);
  chunk->next = *bin;
  chunk->previous = 0;
  if (*bin)
    at (heap, *bin)->previous = address;
  *bin = address;
}

static void
unlist (const struct upc_heap *heap, uint64_t address)
{
  struct header *chunk = at (heap, address);
  if (chunk->next)
    at (heap, chunk->next)->previous = chunk->previous;
  if (chunk->previous)
    at (heap, chunk->previous)->next = chunk->next;
  else
    *bin_of (heap, size_at (heap, address)) = chunk->next;
}

/* Returns a free chunk of SIZE or more, or 0: the first that fits among those
   of about this size, else any larger one.  */
static uint64_t
find (const struct upc_heap *heap, uint64_t size)
{
  uint64_t *bin = bin_of (heap, size);
  for (uint64_t address = *bin; address; address = at (heap, address)->next)
    if (size_at (heap, address) >= size)
      return address;
  while (++bin < heap->bins + UPC_BINS)
    if (*bin)
      return *bin;
  return 0;
}

/* ---- The edges  */

/* Where not all threads are near: thread 0 knows how far down own heaps may
   grow; and how many requests to move that have come.  */
static uint64_t *reservations, *requests_seen;

/* Returns how far down THREAD's own heap may be.  */
static uint64_t
bottom_of (int thread)
{
  return (reservations ? reservations[thread]
	  : upc_control->threads[thread].heap_bottom);
}

static uint64_t
lowest_bottom (void)
{
  uint64_t lowest = upc_control->part_end;
  for (int t = 0; t < THREADS; t++)
    if (bottom_of (t) < lowest)
      lowest = bottom_of (t);
  return lowest;
}

/* Returns how much there is between the heaps, for HEAP.  */
static uint64_t
room (const struct upc_heap *heap)
{
  uint64_t top = upc_control->heap_top + HEADER;
  if (heap->shared)
    return lowest_bottom () - top;
  return *heap->edge - (heap->reserved ? *heap->reserved : top);
}

/* Returns how much of this machine's memory SIZE bytes of HEAP take.  */
static uint64_t
cost (const struct upc_heap *heap, uint64_t size)
{
  return heap->shared ? size * upc_control->count : size;
}

static bool
may_grow (const struct upc_heap *heap, uint64_t size)
{
  return size <= room (heap)
	 && cost (heap, size) <= upc_control->budget - upc_control->taken;
}

/* Moves the edge of HEAP.  Returns the new chunk, or 0.  */
static uint64_t
grow (const struct upc_heap *heap, uint64_t size)
{
  uint64_t chunk = 0;
  upc_mutex_lock (&upc_control->growth_lock);
  if (may_grow (heap, size))
    {
      upc_control->taken += cost (heap, size);
      chunk = heap->shared ? *heap->edge : *heap->edge - size;
      *heap->edge = heap->shared ? *heap->edge + size : chunk;
    }
  upc_mutex_unlock (&upc_control->growth_lock);
  if (!chunk)
    return 0;
  if (heap->shared)
    set_header (heap, *heap->edge, 0, USED);
  else
    at (heap, chunk)->before = 0;
  set_size (heap, chunk, size, USED);
  return chunk;
}

static void release (const struct upc_heap *heap);

/* Gives CHUNK, at the edge and in no list, back to the middle.  */
static void
shrink (const struct upc_heap *heap, uint64_t chunk, uint64_t size)
{
  if (heap->shared)
    set_header (heap, chunk, 0, USED);
  else
    at (heap, chunk + size)->before = 0;
  upc_mutex_lock (&upc_control->growth_lock);
  upc_control->taken -= cost (heap, size);
  *heap->edge = heap->shared ? chunk : chunk + size;
  upc_mutex_unlock (&upc_control->growth_lock);
  if (heap->reserved)
    release (heap);
}

/* ---- What own heaps reserve  */

/* Returns how many bytes to reserve at once, if there is room: so that thread
   0 is not asked each time, and small heaps lose little.  */
static uint64_t
step (void)
{
  uint64_t size = upc_control->part_end - upc_control->heap, most = 1 << 18;
  return size / 64 < most ? size / 64 & -16 : most;
}

uint64_t
upc_serve_heap_reserve (int thread, uint64_t bottom)
{
  upc_mutex_lock (&upc_control->growth_lock);
  bool can = bottom >= upc_control->heap_top + HEADER;
  if (can)
    reservations[thread] = bottom;
  ++*requests_seen;
  upc_mutex_unlock (&upc_control->growth_lock);
  return can;
}

uint64_t
upc_serve_heap_seen (void)
{
  upc_mutex_lock (&upc_control->growth_lock);
  uint64_t seen = *requests_seen;
  upc_mutex_unlock (&upc_control->growth_lock);
  return seen;
}

/* Counts a request to thread 0 about HEAP before it is sent.  */
static void
count_request (const struct upc_heap *heap)
{
  struct upc_thread *t
    = &upc_control->threads[heap->thread - upc_control->first];
  __atomic_fetch_add (&t->reserve_requests, 1, __ATOMIC_RELEASE);
}

/* Gives back what HEAP, this thread's own or that of the thread in whose
   place this one is, has reserved and does not use.  */
static void
release (const struct upc_heap *heap)
{
  uint64_t bottom = *heap->edge - step ();
  if (*heap->reserving || *heap->edge - *heap->reserved <= 2 * step ())
    return;
  *heap->reserved = bottom;
  count_request (heap);
  upc_conduit.tell (0, UPC_HEAP_RESERVE,
		    (upc_arguments_t) { heap->thread, bottom });
}

static bool
ask_for (const struct upc_heap *heap, uint64_t bottom)
{
  count_request (heap);
  return upc_conduit_ask (0, UPC_HEAP_RESERVE, MYTHREAD, bottom, 0);
}

/* Asks for SIZE bytes more for this thread's own heap.  Not with its lock, as
   others may be served meanwhile.  */
static bool
reserve (const struct upc_heap *heap, uint64_t size)
{
  uint64_t edge, bottom;
  bool got;
  upc_mutex_lock (heap->lock);
  edge = *heap->edge;
  *heap->reserving = true;
  upc_mutex_unlock (heap->lock);
  bottom = size + step () < edge ? edge - size - step () : 0;
  got = ask_for (heap, bottom);
  if (!got && size < edge)
    {
      bottom = edge - size;
      got = ask_for (heap, bottom);
    }
  upc_mutex_lock (heap->lock);
  if (got)
    *heap->reserved = bottom;
  *heap->reserving = false;
  upc_mutex_unlock (heap->lock);
  return got;
}

/* ---- Taking and giving back  */

static uint64_t
take_listed (const struct upc_heap *heap, uint64_t chunk, uint64_t size)
{
  uint64_t whole = size_at (heap, chunk);
  unlist (heap, chunk);
  if (whole - size < sizeof (struct header) || whole - size < heap->granule)
    size = whole;
  set_size (heap, chunk, size, USED);
  if (size < whole)
    {
      set_size (heap, chunk + size, whole - size, 0);
      list (heap, chunk + size);
    }
  return chunk;
}

static uint64_t
take (const struct upc_heap *heap, uint64_t size)
{
  upc_mutex_lock (heap->lock);
  uint64_t chunk = find (heap, size);
  chunk = chunk ? take_listed (heap, chunk, size) : grow (heap, size);
  upc_mutex_unlock (heap->lock);
  return chunk;
}

uint64_t
upc_heap_take (const struct upc_heap *heap, uint64_t size)
{
  if (size > UPC_MAX_PART - HEADER - heap->granule)
    return 0;
  size = (size + HEADER + heap->granule - 1) & -(uint64_t) heap->granule;
  if (size < sizeof (struct header))
    size = sizeof (struct header);
  uint64_t chunk = take (heap, size);
  if (!chunk && heap->reserved && reserve (heap, size))
    chunk = take (heap, size);
  return chunk ? chunk + HEADER : 0;
}

/* Joins CHUNK with its free neighbours.  Returns the result, which is in no
   list.  */
static uint64_t
join (const struct upc_heap *heap, uint64_t chunk)
{
  uint64_t size = size_at (heap, chunk), next = chunk + size;
  uint64_t before = at (heap, chunk)->before;
  if (!is_used (heap, next))
    {
      unlist (heap, next);
      size += size_at (heap, next);
    }
  if (before && !is_used (heap, chunk - before))
    {
      set_header (heap, chunk, 0, 0);
      chunk -= before;
      unlist (heap, chunk);
      size += before;
    }
  set_size (heap, chunk, size, 0);
  return chunk;
}

bool
upc_heap_give (const struct upc_heap *heap, uint64_t address)
{
  uint64_t chunk = address - HEADER;
  upc_mutex_lock (heap->lock);
  uint64_t word = at (heap, chunk)->size;
  bool right = (word & MARK_MASK) == MARK && word & USED && word & SIZE_MASK;
  if (right)
    {
      chunk = join (heap, chunk);
      uint64_t size = size_at (heap, chunk);
      if (heap->shared ? chunk + size == *heap->edge : chunk == *heap->edge)
	shrink (heap, chunk, size);
      else
	list (heap, chunk);
    }
  upc_mutex_unlock (heap->lock);
  return right;
}

/* ---- The heaps  */

static char *
part_of (int thread)
{
  return __upc_base + ((uint64_t) thread << UPC_ADDRESS_BITS);
}

struct upc_heap
upc_shared_heap (void)
{
  return (struct upc_heap) {
    true, 0, UPC_LINE, part_of (0), upc_control->bins, &upc_control->heap_lock,
    &upc_control->heap_top, NULL, NULL
  };
}

struct upc_heap
upc_own_heap (int thread)
{
  struct upc_thread *t = &upc_control->threads[thread - upc_control->first];
  bool asks = !upc_conduit.addressable;
  return (struct upc_heap) {
    false, thread, 16, part_of (thread), t->bins, &t->heap_lock,
    &t->heap_bottom, asks ? &t->reserved : NULL, asks ? &t->reserving : NULL
  };
}

uint64_t
upc_heap_room (const struct upc_heap *heap)
{
  uint64_t left = room (heap);
  uint64_t budget = upc_control->budget - upc_control->taken;
  if (heap->shared)
    budget /= upc_control->count;
  return left < budget ? left : budget;
}

uint64_t
upc_serve_heap_take (uint64_t size)
{
  struct upc_heap heap = upc_shared_heap ();
  return upc_heap_take (&heap, size);
}

uint64_t
upc_serve_heap_room (void)
{
  struct upc_heap heap = upc_shared_heap ();
  return upc_heap_room (&heap);
}

/* Ends each heap with the header of a chunk that is always used.  Payloads of
   the shared heap begin at lines.  */
void
upc_heap_prepare (void)
{
  struct upc_heap heap = upc_shared_heap ();
  int first = upc_control->first;
  upc_control->heap_top += UPC_LINE - HEADER;
  if (first == 0)
    set_header (&heap, upc_control->heap_top, 0, USED);
  for (int t = first; t < first + upc_control->count; t++)
    {
      heap = upc_own_heap (t);
      *heap.edge = upc_control->part_end - HEADER;
      upc_control->threads[t - first].reserved = *heap.edge;
      set_header (&heap, *heap.edge, 0, USED);
    }
}

void
upc_requests_prepare (void)
{
  uint64_t each = sizeof *reservations + sizeof *upc_waiters,
	   all = THREADS * each;
  if (upc_conduit.addressable)
    return;
  reservations = upc_map_shared (all + sizeof *requests_seen);
  if (!reservations)
    upc_fatal ("no memory for what %d threads ask of one another", THREADS);
  upc_waiters = (void *) (reservations + THREADS);
  requests_seen = (void *) ((char *) reservations + all);
  for (int t = 0; t < THREADS; t++)
    reservations[t] = upc_control->part_end - HEADER;
}
