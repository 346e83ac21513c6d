/* collective.c - moving data between threads, all together.

   SPDX-License-Identifier: Apache-2.0

   Each operation is what one thread has to copy, a row of a table, and who
   else's memory that is in.  Between nodes the conduit may have a better way,
   in which each thread only touches its own part.  On shared memory it is one
   memcpy for each block.  Where the flags let a thread go when its own data are
   done with, little ones go through slots: no thread has to wait for those that
   only take from it.  */

#include "library/collective.h"

/* The arguments of an operation.  */
struct move {
  upc_pts_t dst, src, perm;
  size_t nbytes;
};

/* Whose memory a thread copies from or to, beside its own.  */
enum whose { OF_ALL, OF_SRC, OF_DST };

struct operation {
  const char *name;
  enum whose whose;
  bool src_on_0, dst_on_0;	/* which must be */
  bool all_blocks;		/* each thread copies THREADS blocks, not 1 */
  bool all_in_slot;		/* through slots, it has THREADS blocks there */
  enum upc_together together;	/* for the conduit */
  void (*copy) (const struct move *move, int thread);
  /* Through a slot of SIZE bytes.  */
  void (*pass) (const struct operation *operation, const struct move *move,
		size_t size, uint32_t call);
};

/* More than this is not copied by one thread for all.  */
enum { SMALL = 8192 };

/* Returns block I of the array at P, which is on one thread.  */
static inline upc_pts_t
block (upc_pts_t p, int i, size_t nbytes)
{
  return upc_pts_add (p, i * nbytes);
}

static void
broadcast (const struct move *m, int thread)
{
  upc_conduit_copy (upc_pts_on (m->dst, thread), m->src, m->nbytes);
}

static void
scatter (const struct move *m, int thread)
{
  upc_conduit_copy (upc_pts_on (m->dst, thread),
		    block (m->src, thread, m->nbytes), m->nbytes);
}

static void
gather (const struct move *m, int thread)
{
  upc_conduit_copy (block (m->dst, thread, m->nbytes),
		    upc_pts_on (m->src, thread), m->nbytes);
}

/* These begin with themselves, so that threads do not all read from one.  */

static void
gather_all (const struct move *m, int thread)
{
  upc_pts_t dst = upc_pts_on (m->dst, thread);

  for (int i = 0; i < THREADS; i++)
    {
      int from = (thread + i) % THREADS;
      upc_conduit_copy (block (dst, from, m->nbytes),
			upc_pts_on (m->src, from), m->nbytes);
    }
}

static void
exchange (const struct move *m, int thread)
{
  upc_pts_t dst = upc_pts_on (m->dst, thread);

  for (int i = 0; i < THREADS; i++)
    {
      int from = (thread + i) % THREADS;
      upc_conduit_copy (block (dst, from, m->nbytes),
			block (upc_pts_on (m->src, from), thread, m->nbytes),
			m->nbytes);
    }
}

/* Returns where THREAD's block goes.  */
static int
permuted (const struct move *m, int thread)
{
  int to;

  upc_conduit_get (&to, upc_pts_on (m->perm, thread), sizeof to);
  if (to < 0 || to >= THREADS)
    upc_fatal ("upc_all_permute: perm[%d] is %d; it must be one of 0 to %d",
	       thread, to, THREADS - 1);
  return to;
}

static void
permute (const struct move *m, int thread)
{
  upc_conduit_copy (upc_pts_on (m->dst, permuted (m, thread)),
		    upc_pts_on (m->src, thread), m->nbytes);
}

/* ---- Synchronisation  */

/* Returns the thread that all others deal with, if there is one.  */
static int
root (const struct operation *operation, const struct move *move)
{
  return upc_pts_thread (operation->whose == OF_SRC ? move->src : move->dst);
}

/* Waits until data may be touched.  With UPC_IN_MYSYNC, a thread has entered
   when it can deal with its own.  */
static void
enter (const struct operation *operation, const struct move *move,
       upc_flag_t flags, uint32_t call)
{
  if (flags & UPC_IN_NOSYNC)
    return;
  if (flags & UPC_IN_ALLSYNC || operation->whose == OF_ALL
      || !upc_conduit.addressable)
    upc_library_barrier ();
  else if (root (operation, move) == MYTHREAD)
    upc_signal (UPC_ENTERED, call);
  else
    upc_await_signal (UPC_ENTERED, root (operation, move), call);
}

/* Waits until data has been touched.  With UPC_OUT_MYSYNC, only the root's is
   touched by others.  */
static void
leave (const struct operation *operation, const struct move *move,
       upc_flag_t flags, uint32_t call)
{
  if (flags & UPC_OUT_NOSYNC)
    return;
  if (flags & UPC_OUT_ALLSYNC || operation->whose == OF_ALL
      || !upc_conduit.addressable)
    upc_library_barrier ();
  else if (root (operation, move) != MYTHREAD)
    upc_signal (UPC_DONE, call);
  else
    for (int i = 0; i < THREADS; i++)
      if (i != MYTHREAD)
	upc_await_signal (UPC_DONE, i, call);
}

/* ---- By the conduit  */

/* Some MPIs count the bytes of all blocks by int.  */
#define MOST_TOGETHER ((size_t) 1 << 30)

static bool
fits_conduit (const struct operation *operation, const struct move *move)
{
  uint64_t dst = upc_pts_address (move->dst), src = upc_pts_address (move->src);
  uint64_t most = dst < src ? src - dst : dst - src;
  /* MPI refuses what overlaps.  All threads see the same.  */
  if (most > MOST_TOGETHER)
    most = MOST_TOGETHER;
  return (upc_conduit.together && operation->together != UPC_NOT_TOGETHER
	  && upc_control->count < THREADS && move->nbytes <= most / THREADS);
}

/* Moves the data by all threads together.  No thread's part is touched by
   others, and so only UPC_..._ALLSYNC has to be seen to: others, which are not
   here yet or are here still, may touch it.  */
static void
move_together (const struct operation *operation, const struct move *move,
	       upc_flag_t flags)
{
  if (flags & UPC_IN_ALLSYNC)
    upc_library_barrier ();
  upc_conduit.together (operation->together,
			upc_pts_local (upc_pts_on (move->dst, MYTHREAD)),
			upc_pts_local (upc_pts_on (move->src, MYTHREAD)),
			move->nbytes, root (operation, move));
  if (flags & UPC_OUT_ALLSYNC)
    upc_library_barrier ();
}

/* ---- Through slots: no thread has to wait until others have taken its
   data  */

static size_t
slot_size (const struct operation *operation, const struct move *move)
{
  return move->nbytes * (operation->all_in_slot ? THREADS : 1);
}

static bool
fits_slots (const struct operation *operation, const struct move *move,
	    upc_flag_t flags)
{
  size_t blocks = operation->all_in_slot ? THREADS : 1;

  return move->nbytes <= UPC_SLOT_ROOM / blocks
	 && upc_none_waits_for_all (flags)
	 && flags & (UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
}

/* Copies what thread FROM has for this one.  */
static void
take (const struct operation *operation, const struct move *move, int from,
      size_t slot, uint32_t call)
{
  size_t n = move->nbytes;
  bool to_one = operation->whose == OF_DST;
  upc_pts_t dst = to_one ? move->dst : upc_pts_on (move->dst, MYTHREAD);
  const char *its = to_one ? upc_await_slot_behind (from, slot, call)
		    : upc_await_slot (from, slot, call);

  memcpy ((char *) upc_pts_local (dst)
	  + (operation->whose == OF_SRC ? 0 : from * n),
	  its + (operation->all_in_slot ? MYTHREAD * n : 0), n);
}

static void
pass (const struct operation *operation, const struct move *move, size_t size,
      uint32_t call)
{
  bool from_one = operation->whose == OF_SRC,
       to_one = operation->whose == OF_DST;
  int one = root (operation, move);
  size_t slot = upc_take_slot (size, call, to_one ? one : UPC_EVERYBODY);

  if (!from_one || one == MYTHREAD)
    {
      upc_pts_t src = from_one ? move->src : upc_pts_on (move->src, MYTHREAD);
      memcpy (upc_my_slot (slot), upc_pts_local (src), size);
      upc_slot_is_ready (slot, call);
    }
  if (to_one && one != MYTHREAD)
    return;
  if (from_one)
    take (operation, move, one, slot, call);
  else
    for (int i = 0; i < THREADS; i++)
      take (operation, move, (MYTHREAD + i) % THREADS, slot, call);
}

/* Copies the block of N bytes that is for this thread, if it is in slot ITS:
   what begins there is the number of the thread.  */
static bool
take_mine (const struct move *move, const char *its, size_t n)
{
  int to;

  if (!its)
    return false;
  memcpy (&to, its, sizeof to);
  if (to != MYTHREAD)
    return false;
  memcpy (upc_pts_local (upc_pts_on (move->dst, MYTHREAD)), its + sizeof to, n);
  return true;
}

/* Waits for no thread as long as this thread's block may be there already.  */
static void
pass_permuted (const struct operation *operation __attribute__ ((unused)),
	       const struct move *move, size_t size, uint32_t call)
{
  size_t slot = upc_take_slot (sizeof (int) + size, call, UPC_EVERYBODY);
  int to = permuted (move, MYTHREAD);
  char *mine = upc_my_slot (slot);
  bool taken = false;

  memcpy (mine, &to, sizeof to);
  memcpy (mine + sizeof to, upc_pts_local (upc_pts_on (move->src, MYTHREAD)),
	  size);
  upc_slot_is_ready (slot, call);
  for (int i = 0; i < THREADS && !taken; i++)
    taken = take_mine (move, upc_ready_slot (i, slot, call), size);
  for (int i = 0; i < THREADS && !taken; i++)
    taken = take_mine (move, upc_await_slot (i, slot, call), size);
}

static bool
small (const struct operation *operation, const struct move *move)
{
  size_t blocks = (size_t) THREADS * (operation->all_blocks ? THREADS : 1);
  return move->nbytes <= SMALL / blocks;
}

/* ---- With -fupc-check  */

/* Returns how many bytes a thread has of what its P points to, and where these
   begin, in *P.  Of what is ONE's alone, the others have nothing.  */
static size_t
own_bytes (upc_pts_t *p, bool one, bool all_blocks, size_t nbytes)
{
  if (one && !upc_pts_mine (*p))
    return 0;
  *p = one ? upc_pts_place (*p) : upc_pts_on (*p, MYTHREAD);
  return nbytes * (all_blocks ? THREADS : 1);
}

static void __attribute__ ((noinline))
check_arguments (const struct operation *o, const struct move *m,
		 upc_flag_t flags, const void *caller)
{
  const struct upc_argument arguments[]
    = { { "dst", upc_pts_place (m->dst), true },
	{ "src", upc_pts_place (m->src), true },
	{ "nbytes", m->nbytes, false }, { "flags", flags, false },
	{ "perm", upc_pts_place (m->perm), true } };
  upc_pts_t dst = m->dst, src = m->src;
  bool from_one = o->whose == OF_SRC, to_one = o->whose == OF_DST;
  upc_checks->together (o->name, caller, arguments, m->perm ? 5 : 4);
  size_t from = own_bytes (&src, from_one, o->all_in_slot, m->nbytes);
  size_t to = own_bytes (&dst, to_one, to_one || o->all_blocks, m->nbytes);
  const struct upc_part parts[]
    = { { src, from, false }, { dst, to, true },
	{ upc_pts_on (m->perm, MYTHREAD), sizeof (int), false } };
  upc_checks->collective (o->name, caller, flags, parts, m->perm ? 3 : 2);
  upc_checks->apart (o->name, caller, dst, to, src, from);
}

static void
carry_out (const struct operation *operation, const struct move *move,
	   upc_flag_t flags)
{
  uint32_t call = upc_collective_begin ();

  if (THREADS == 1)
    operation->copy (move, 0);
  else if (upc_conduit.addressable && upc_all_wait (flags)
	   && small (operation, move))
    {
      if (!upc_last_to_arrive ())
	return;
      for (int thread = 0; thread < THREADS; thread++)
	operation->copy (move, thread);
      upc_last_is_done ();
    }
  else if (upc_conduit.addressable && fits_slots (operation, move, flags))
    operation->pass (operation, move, slot_size (operation, move), call);
  else if (fits_conduit (operation, move))
    move_together (operation, move, flags);
  else
    {
      enter (operation, move, flags, call);
      operation->copy (move, MYTHREAD);
      leave (operation, move, flags, call);
    }
}

static void
perform (const struct operation *operation, const struct move *move,
	 upc_flag_t flags, const void *caller)
{
  flags = upc_all_flags (flags);
  if (unlikely (upc_checks != NULL))
    check_arguments (operation, move, flags, caller);
  if (operation->src_on_0)
    upc_check_on_0 (operation->name, "src", move->src);
  if (operation->dst_on_0)
    upc_check_on_0 (operation->name, "dst", move->dst);
  carry_out (operation, move, flags);
  UPC_ORDER (collective_done ());
}

/* ---- The functions of the specification  */

#define FUNCTION(name, together, whose, src_on_0, dst_on_0, all_blocks,	\
		 all_in_slot)						\
void									\
upc_all_##name (upc_pts_t dst, upc_pts_t src, size_t nbytes,		\
		upc_flag_t flags)					\
{									\
  static const struct operation operation				\
    = { "upc_all_" #name, whose, src_on_0, dst_on_0, all_blocks,	\
	all_in_slot, together, name, pass };				\
  struct move move = { dst, src, 0, nbytes };				\
  perform (&operation, &move, flags, UPC_CALLER);			\
}
FUNCTION (broadcast, UPC_BROADCAST, OF_SRC, false, true, false, false)
FUNCTION (scatter, UPC_SCATTER, OF_SRC, false, true, false, true)
FUNCTION (gather, UPC_GATHER, OF_DST, true, false, false, false)
FUNCTION (gather_all, UPC_GATHER_ALL, OF_ALL, true, true, true, false)
FUNCTION (exchange, UPC_EXCHANGE, OF_ALL, true, true, true, true)

void
upc_all_permute (upc_pts_t dst, upc_pts_t src, upc_pts_t perm, size_t nbytes,
		 upc_flag_t flags)
{
  static const struct operation operation
    = { "upc_all_permute", OF_ALL, true, true, false, false,
	UPC_NOT_TOGETHER, permute,
	pass_permuted };
  struct move move = { dst, src, perm, nbytes };

  upc_check_on_0 ("upc_all_permute", "perm", perm);
  perform (&operation, &move, flags, UPC_CALLER);
}
