/* alloc.c - upc_alloc and its family: UPC 1.3, section 7.2.2.

   SPDX-License-Identifier: Apache-2.0  */

#include "core/diagnostics/checks.h"
#include "core/heap.h"


/* Reports once why no space was allocated: the program may handle null
   itself.  */
static void __attribute__ ((noinline))
no_space (uint64_t room, const char *function, size_t nblocks, size_t nbytes,
	  uint64_t needed)
{
  static int said;	/* not all processors exchange bytes */
  if (__atomic_exchange_n (&said, true, __ATOMIC_RELAXED))
    return;
  upc_message ("thread %d: %s: no room for %zu block%s of %zu bytes (%llu "
	       "bytes a thread): the heap has %llu bytes a thread, and %llu "
	       "are left; see -fupc-heap-N and UPC_SHARED_HEAP_SIZE", MYTHREAD,
	       function, nblocks, nblocks == 1 ? "" : "s", nbytes,
	       (unsigned long long) needed,
	       (unsigned long long) (upc_control->part_end - upc_control->heap),
	       (unsigned long long) room);
}

/* Returns how many bytes each thread has of NBLOCKS of NBYTES; UINT64_MAX if
   that overflows.  */
static uint64_t
share (size_t nblocks, size_t nbytes)
{
  size_t blocks = nblocks / THREADS + (nblocks % THREADS != 0), size;
  if (__builtin_mul_overflow (blocks, nbytes, &size))
    return UINT64_MAX;
  return size;
}

/* A thread reports to thread 0 what its own heap gives back, and waits for no
   answer (heap.c, release).  The report may arrive later than the end of the
   next barrier.  So this waits until thread 0 has seen what all threads have
   reported by now; for so many milliseconds at most.  */
#define ON_ITS_WAY 10000

static void
await_reports (void)
{
  uint64_t sent = 0;
  for (int t = 0; t < THREADS; t++)
    sent += upc_conduit_ask (t, UPC_HEAP_SENT, 0, 0, 0);
  for (int i = 0; i < ON_ITS_WAY; i++)
    {
      if (upc_conduit_ask (0, UPC_HEAP_SEEN, 0, 0, 0) >= sent)
	break;
      upc_nap (1000000);
    }
}

static uint64_t
take_shared (uint64_t size)
{
  bool may_come = (!upc_conduit.addressable
		   && size <= upc_control->part_end - upc_control->heap);
  uint64_t address = upc_conduit_ask (0, UPC_HEAP_TAKE, size, 0, 0);
  if (may_come && !address)
    {
      await_reports ();
      address = upc_conduit_ask (0, UPC_HEAP_TAKE, size, 0, 0);
    }
  return address;
}

static upc_pts_t
allocate_shared (const char *function, size_t nblocks, size_t nbytes)
{
  uint64_t size = share (nblocks, nbytes);
  if (!size)
    return 0;
  uint64_t address = take_shared (size);
  if (unlikely (!address))
    no_space (upc_conduit_ask (0, UPC_HEAP_ROOM, 0, 0, 0), function, nblocks,
	      nbytes, size);
  return address ? upc_pts (0, address) : 0;
}

static upc_pts_t
allocate_own (const char *function, size_t nblocks, size_t nbytes)
{
  struct upc_heap heap = upc_own_heap (MYTHREAD);
  size_t size;
  if (__builtin_mul_overflow (nblocks, nbytes, &size))
    size = SIZE_MAX;
  if (!size)
    return 0;
  uint64_t address = upc_heap_take (&heap, size);
  if (unlikely (!address))
    no_space (upc_heap_room (&heap), function, nblocks, nbytes, size);
  return address ? upc_pts (MYTHREAD, address) : 0;
}

/* For a function that has allocated P.  */
#define CHECK(p, nblocks, nbytes)					\
  UPC_CHECK (allocated (__func__, UPC_CALLER, p, nblocks, nbytes))

upc_pts_t
upc_global_alloc (size_t nblocks, size_t nbytes)
{
  upc_pts_t p = allocate_shared ("upc_global_alloc", nblocks, nbytes);
  CHECK (p, nblocks, nbytes);
  return p;
}

upc_pts_t
upc_all_alloc (size_t nblocks, size_t nbytes)
{
  const struct upc_argument arguments[]
    = { { "nblocks", nblocks, false }, { "nbytes", nbytes, false } };
  upc_pts_t p = 0;
  UPC_CHECK (together (__func__, UPC_CALLER, arguments, 2));
  if (MYTHREAD == 0)
    {
      p = allocate_shared ("upc_all_alloc", nblocks, nbytes);
      CHECK (p, nblocks, nbytes);
    }
  upc_conduit_broadcast (&p, sizeof p, 0);
  return p;
}

upc_pts_t
upc_alloc (size_t nbytes)
{
  upc_pts_t p = allocate_own ("upc_alloc", 1, nbytes);
  CHECK (p, 1, nbytes);
  return p;
}

upc_pts_t
upc_local_alloc (size_t nblocks, size_t nbytes)
{
  upc_pts_t p = allocate_own ("upc_local_alloc", nblocks, nbytes);
  CHECK (p, 1, nblocks * nbytes);
  return p;
}

/* ---- Freeing  */

/* Returns the heap that ADDRESS, in THREAD's part, was allocated in.  Where
   not all threads are near, only thread 0 knows where the shared one ends.  */
static struct upc_heap
heap_of (int thread, uint64_t address)
{
  uint64_t top = __atomic_load_n (&upc_control->heap_top, __ATOMIC_ACQUIRE);
  return address <= top ? upc_shared_heap () : upc_own_heap (thread);
}

/* Returns whether ADDRESS may have been allocated at all.  */
static bool
is_plausible (int thread, uint64_t address, const struct upc_heap *heap)
{
  return (address > upc_control->heap && address < upc_control->part_end
	  && address % heap->granule == 0 && (!heap->shared || thread == 0));
}

uint64_t
upc_serve_heap_give (int thread, uint64_t address)
{
  struct upc_heap heap = heap_of (thread, address);
  return (is_plausible (thread, address, &heap)
	  && upc_heap_give (&heap, address));
}

static void
give_back (const char *function, upc_pts_t p)
{
  if (!p)
    return;
  if (upc_pts_thread (p) < (unsigned) THREADS && upc_pts_phase (p) == 0
      && upc_conduit_ask (upc_pts_thread (p), UPC_HEAP_GIVE,
			  upc_pts_address (p), 0, 0))
    return;
  upc_fatal ("%s: the pointer (thread %u, address 0x%llx, phase %u) is none "
	     "that was allocated, or has been freed before", function,
	     upc_pts_thread (p), (unsigned long long) upc_pts_address (p),
	     upc_pts_phase (p));
}

void
upc_free (upc_pts_t p)
{
  UPC_CHECK (freed (__func__, UPC_CALLER, p));
  give_back ("upc_free", p);
}

/* Frees P once all threads have called this; it is valid until then.  */
void
upc_all_free (upc_pts_t p)
{
  const struct upc_argument argument = { "ptr", p, true };
  UPC_CHECK (together (__func__, UPC_CALLER, &argument, 1));
  if (!p)
    return;
  upc_library_barrier ();
  if (MYTHREAD == 0)
    {
      UPC_CHECK (freed (__func__, UPC_CALLER, p));
      give_back ("upc_all_free", p);
    }
}
