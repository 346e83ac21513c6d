/* reduce.c - reductions and prefix reductions of shared arrays.

   SPDX-License-Identifier: Apache-2.0

   Each thread folds a share of the elements; the partial results are passed on
   in slots.  A share is what the thread has affinity to, one run of memory:

     threads:     0        1        0        1
     elements:  [0 1 2]  [3 4 5]  [6 7 8]  [9 10]

   or, where the order of the operands counts or one thread has all elements,
   those with successive indices: 0 to 5, 6 to 10.  A prefix reduction goes
   over them twice, first for what comes before.  */

#include <stdlib.h>
#include "library/array.h"
#include "library/collective.h"
#include "library/reduce-ops.h"

/* The arguments of a reduction.  */
struct reduction {
  const char *name;		/* upc_all_reduce... */
  const struct upc_reduction *type;
  upc_fold *fold;
  upc_scan *scan;
  upc_operator *func;
  struct upc_array src, dst;	/* of the latter, one element or as many */
  size_t nelems;
  bool scans;			/* of DST, as many */
  const void *caller;
};

/* Any element.  */
enum { LARGEST = 16 };
union value {
  char bytes[LARGEST];
  long double alignment;
};

/* How much is folded at once, unless it can be addressed in place; and how
   little is not worth a second thread.  */
enum { PIECE = 8192, SMALL = 2048 };

/* ---- Elements with successive indices  */

/* Sets SUM to SUM op VALUE, or to VALUE if it is the FIRST.  */
static void
fold_in (const struct reduction *r, void *sum, const void *value, bool first)
{
  size_t size = r->type->size;
  char both[2 * LARGEST] __attribute__ ((aligned (16)));

  if (first)
    {
      memcpy (sum, value, size);
      return;
    }
  memcpy (both, sum, size);
  memcpy (both + size, value, size);
  r->fold (sum, both, 2, r->func);
}

/* Returns how many of the elements from I to END are to be had at once;
   *ADDRESS is where, or null if they have to be copied to a buffer of PIECE
   bytes.  */
static size_t
next_piece (const struct upc_array *array, size_t i, size_t end,
	    char **address)
{
  size_t run, most = PIECE / array->size;
  upc_pts_t place = upc_array_at (array, i, &run);

  if (run > end - i)
    run = end - i;
  *address = run >= most || run == end - i ? upc_conduit_address (place) : NULL;
  if (*address)
    return run;
  return most < end - i ? most : end - i;
}

/* Sets SUM to the elements from I to END, of which there are some.  */
static void
fold_range (const struct reduction *r, size_t i, size_t end, void *sum)
{
  char buffer[PIECE] __attribute__ ((aligned (16)));
  char *piece;

  for (size_t begin = i, n; i < end; i += n)
    {
      union value partial;
      n = next_piece (&r->src, i, end, &piece);
      if (!piece)
	upc_array_get (&r->src, i, n, piece = buffer);
      r->fold (&partial, piece, n, r->func);
      fold_in (r, sum, &partial, i == begin);
    }
}

/* Stores the prefixes of the elements from I to END, with CARRY, which may be
   null, before them.  */
static void
scan_range (const struct reduction *r, size_t i, size_t end, void *carry)
{
  char in[PIECE] __attribute__ ((aligned (16)));
  char out[PIECE] __attribute__ ((aligned (16)));
  union value last;
  size_t size = r->type->size;
  char *from, *to;

  for (size_t n; i < end; i += n)
    {
      /* Source and destination have the same layout.  */
      n = next_piece (&r->src, i, end, &from);
      if (from)
	next_piece (&r->dst, i, end, &to);
      else
	{
	  upc_array_get (&r->src, i, n, from = in);
	  to = out;
	}
      r->scan (to, from, n, carry, r->func);
      memcpy (&last, to + (n - 1) * size, size);
      carry = &last;
      if (to == out)
	upc_array_put (&r->dst, i, n, to);
    }
}

/* Returns the first index of THREAD's share.  */
static size_t
share (const struct reduction *r, int thread)
{
  size_t each = r->nelems / THREADS, rest = r->nelems % THREADS;
  size_t t = thread;

  return each * t + (t < rest ? t : rest);
}

/* Returns whether each thread has one whole block: its share of successive
   indices is what it has.  These are so common that nothing is divided for
   them.  */
static bool
shares_are_even (const struct reduction *r)
{
  return r->src.block * THREADS == r->nelems
	 && upc_pts_thread (r->src.first) == 0
	 && upc_pts_phase (r->src.first) == 0;
}

/* Returns where this thread's elements of ARRAY, one of R's, begin.  */
static upc_pts_t
my_part (const struct reduction *r, const struct upc_array *array)
{
  size_t count;

  return (shares_are_even (r) ? upc_pts_on (array->first, MYTHREAD)
	  : upc_array_part (array, r->nelems, MYTHREAD, &count));
}

/* Returns how many elements THREAD folds: those that it OWNs, or its share by
   indices.  */
static size_t
elements_of (const struct reduction *r, bool own, int thread)
{
  size_t count;

  if (shares_are_even (r))
    return r->src.block;
  if (!own)
    return share (r, thread + 1) - share (r, thread);
  upc_array_part (&r->src, r->nelems, thread, &count);
  return count;
}

/* ---- Partial results  */

/* Shows MINE to the other threads.  Then, if this thread is the READER, or all
   are, folds into SUM the values of those threads before END that have
   elements; OWN says how these are counted.  Returns whether any has.  */
static bool
fold_slots (const struct reduction *r, const union value *mine, bool own,
	    int end, int reader, uint32_t call, void *sum)
{
  bool any = false;
  size_t slot = upc_take_slot (r->type->size, call, reader);
  memcpy (upc_my_slot (slot), mine, r->type->size);
  upc_slot_is_ready (slot, call);
  if (reader != UPC_EVERYBODY && reader != MYTHREAD)
    return false;
  for (int i = 0; i < end; i++)
    if (elements_of (r, own, i) != 0)
      {
	fold_in (r, sum, upc_await_slot_behind (i, slot, call), !any);
	any = true;
      }
  return any;
}

/* The share of a thread where slots cannot be addressed.  */
struct partial {
  union value sum;
  bool any, is_settled;
};

static const struct reduction *folding;

/* The number of threads up to which gathering all operands takes less time
   than folding them on the way, unless each thread only waits for those before
   it.  */
enum { FEW = 16 };

/* Sets B to A op B.  */
static void
combine (const void *a_pointer, void *b_pointer)
{
  const struct partial *a = a_pointer;
  struct partial *b = b_pointer;
  union value sum = a->sum;

  if (a->any && b->any)
    fold_in (folding, &sum, &b->sum, false);
  if (a->any)
    *b = (struct partial) { .sum = sum, .any = true };
}

/* Folds by the conduit; a function of the program's is called by this thread
   only.  */
static void
fold_far (const struct reduction *r, struct partial *mine, bool before)
{
  folding = r;
  if (upc_conduit.fold && !r->func && (before || THREADS > FEW))
    {
      upc_conduit.fold (mine, sizeof *mine, before, combine);
      return;
    }
  struct partial *all = upc_table (sizeof *all);
  upc_conduit_gather_all (all, mine, sizeof *mine);
  mine->any = false;
  for (int i = before ? MYTHREAD : THREADS; i-- > 0;)
    combine (&all[i], mine);
  free (all);
}

static bool
fold_partial (const struct reduction *r, const union value *mine, bool own,
	      int end, int reader, uint32_t call, void *sum)
{
  if (upc_conduit.addressable)
    return fold_slots (r, mine, own, end, reader, call, sum);
  struct partial partial = { .sum = *mine,
			     .any = elements_of (r, own, MYTHREAD) != 0 };
  bool before = end == MYTHREAD;
  fold_far (r, &partial, before);
  *(union value *) sum = partial.sum;
  return (partial.any && !(before && MYTHREAD == 0)
	  && (reader == UPC_EVERYBODY || reader == MYTHREAD));
}

/* ---- Reductions  */

/* Sets MINE to what this thread's elements give.  */
static void
fold_share (const struct reduction *r, bool own, union value *mine)
{
  size_t n = elements_of (r, own, MYTHREAD);
  if (n == 0)
    return;
  if (own)
    r->fold (mine, upc_pts_local (my_part (r, &r->src)), n, r->func);
  else
    fold_range (r, share (r, MYTHREAD), share (r, MYTHREAD + 1), mine);
}

static void
store (const struct reduction *r, const union value *sum)
{
  upc_conduit_put (r->dst.first, sum, r->type->size);
}

/* Reduces all elements on this thread.  */
static void
reduce_alone (const struct reduction *r)
{
  union value sum;

  if (r->nelems == 0)
    return;
  fold_range (r, 0, r->nelems, &sum);
  store (r, &sum);
}

/* Of reductions after one that could not be done at once, one in so many is
   tried.  */
enum { TRY_EVERY = 8 };

/* Reduces by one exchange, in which all take part; false if that is not enough,
   as data that belong to the elements may be on their way, or likely is not.
   All threads have the same answer.  */
static bool
reduce_at_once (const struct reduction *r)
{
  static unsigned int vain;
  if (vain++ % TRY_EVERY)
    return false;
  struct partial mine = { .any = elements_of (r, true, MYTHREAD) != 0,
			  .is_settled = upc_conduit.has_settled () };
  struct partial all[FEW], sum = { .any = false };
  bool settled = true;

  fold_share (r, true, &mine.sum);
  upc_conduit_gather_all (all, &mine, sizeof mine);
  for (int i = 0; i < THREADS; i++)
    settled &= all[i].is_settled;
  folding = r;
  for (int i = THREADS; settled && i-- > 0;)
    combine (&all[i], &sum);
  if (!settled)
    return false;
  vain = 0;
  if (sum.any && upc_pts_mine (r->dst.first))
    store (r, &sum.sum);
  upc_conduit.end_at_once (r->dst.first, &sum.sum, sum.any ? r->type->size : 0);
  return true;
}

static void
reduce_together (const struct reduction *r, upc_flag_t flags, bool by_index,
		 uint32_t call)
{
  bool own = !by_index || shares_are_even (r);
  int reader = upc_pts_thread (r->dst.first);
  union value mine = { { 0 } }, sum;
  if (own && upc_conduit.has_settled && THREADS <= FEW && reduce_at_once (r))
    return;
  /* A share that is not one's own is others' memory.  */
  bool wait_in = own ? flags & UPC_IN_ALLSYNC : !(flags & UPC_IN_NOSYNC);
  bool wait_out = own ? flags & UPC_OUT_ALLSYNC : !(flags & UPC_OUT_NOSYNC);

  if (wait_in)
    upc_library_barrier ();
  fold_share (r, own, &mine);
  if (fold_partial (r, &mine, own, THREADS, reader, call, &sum))
    store (r, &sum);
  if (wait_out && !upc_conduit.addressable)
    upc_library_barrier ();
  else if (wait_out && reader == MYTHREAD)
    upc_signal (UPC_DONE, call);
  else if (wait_out)
    upc_await_signal (UPC_DONE, reader, call);
}

static void
prefix_alone (const struct reduction *r)
{
  scan_range (r, 0, r->nelems, NULL);
}

/* Returns where element I of N, and the *RUN elements from there on, are.  */
static upc_pts_t
run_at (const struct upc_array *array, size_t i, size_t n, size_t *run)
{
  upc_pts_t place = upc_array_at (array, i, run);

  if (*run > n - i)
    *run = n - i;
  return place;
}

/* Returns the index after the last element, of N, that this thread has.  */
static size_t
end_of_mine (const struct upc_array *array, size_t n)
{
  size_t end = 0;

  for (size_t i = 0, run; i < n; i += run)
    if (upc_pts_mine (run_at (array, i, n, &run)))
      end = i + run;
  return end;
}

/* Copies what this thread has, of the N elements at IN, to where it
   belongs.  */
static void
store_mine (const struct upc_array *array, size_t n, const char *in)
{
  for (size_t i = 0, run; i < n; i += run)
    {
      upc_pts_t place = run_at (array, i, n, &run);
      if (upc_pts_mine (place))
	memcpy (upc_pts_local (place), in + i * array->size, run * array->size);
    }
}

/* Computes prefixes such that each thread shows what it has, and goes over the
   elements up to its last.  */
static void
prefix_passed (const struct reduction *r, uint32_t call)
{
  char in[UPC_SLOT_ROOM] __attribute__ ((aligned (16)));
  char out[UPC_SLOT_ROOM] __attribute__ ((aligned (16)));
  const struct upc_array *src = &r->src;
  size_t n = r->nelems, size = src->size, count;
  size_t slot = upc_take_slot (n * size, call, UPC_EVERYBODY);
  upc_pts_t part = upc_array_part (src, n, MYTHREAD, &count);
  size_t end = end_of_mine (src, n);

  memcpy (upc_my_slot (slot), upc_pts_local (part), count * size);
  upc_slot_is_ready (slot, call);
  for (size_t i = 0, run; i < end; i += run)
    {
      upc_pts_t place = run_at (src, i, n, &run);
      int thread = upc_pts_thread (place);
      part = upc_array_part (src, n, thread, &count);
      memcpy (in + i * size,
	      upc_await_slot (thread, slot, call) + (place - part), run * size);
    }
  if (end == 0)
    return;
  r->scan (out, in, end, NULL, r->func);
  store_mine (&r->dst, end, out);
}

/* Stores the prefixes of this thread's share, with CARRY before them.  */
static void
scan_share (const struct reduction *r, bool own, void *carry)
{
  if (own)
    r->scan (upc_pts_local (my_part (r, &r->dst)),
	     upc_pts_local (my_part (r, &r->src)), r->src.block, carry,
	     r->func);
  else
    scan_range (r, share (r, MYTHREAD), share (r, MYTHREAD + 1), carry);
}

static void
prefix_together (const struct reduction *r, upc_flag_t flags,
		 bool by_index __attribute__ ((unused)), uint32_t call)
{
  union value mine = { { 0 } }, sum;
  bool own = shares_are_even (r);

  if (!own && upc_conduit.addressable && upc_none_waits_for_all (flags)
      && r->nelems <= UPC_SLOT_ROOM / r->type->size)
    {
      prefix_passed (r, call);
      return;
    }
  if (own ? flags & UPC_IN_ALLSYNC : !(flags & UPC_IN_NOSYNC))
    upc_library_barrier ();
  fold_share (r, own, &mine);
  bool any = fold_partial (r, &mine, own, MYTHREAD, UPC_EVERYBODY, call, &sum);
  scan_share (r, own, any ? &sum : NULL);
  if (own ? flags & UPC_OUT_ALLSYNC : !(flags & UPC_OUT_NOSYNC))
    upc_library_barrier ();
}

/* ---- Both  */

typedef void alone (const struct reduction *);
typedef void together (const struct reduction *, upc_flag_t, bool, uint32_t);

/* Does what -fupc-check does.  */
static void __attribute__ ((noinline))
check_arguments (const struct reduction *r, upc_op_t op, upc_flag_t flags)
{
  const struct upc_argument arguments[]
    = { { "dst", r->dst.first, true }, { "src", r->src.first, true },
	{ "op", op, false }, { "nelems", r->nelems, false },
	{ "blk_size", r->src.block, false }, { "flags", flags, false } };
  size_t size = r->type->size, from, to;
  upc_checks->together (r->name, r->caller, arguments, 6);
  upc_pts_t src = upc_array_part (&r->src, r->nelems, MYTHREAD, &from);
  upc_pts_t dst = upc_array_part (&r->dst, r->scans ? r->nelems : 1, MYTHREAD,
				  &to);
  const struct upc_part parts[]
    = { { src, from * size, false }, { dst, to * size, true } };
  upc_checks->collective (r->name, r->caller, flags, parts, 2);
  upc_checks->apart (r->name, r->caller, dst, to * size, src, from * size);
}

static void
perform (struct reduction *r, upc_op_t op, upc_flag_t flags, alone *by_one,
	 together *by_all)
{
  int index = upc_operator_index (op);
  size_t size = r->nelems * r->type->size;

  if (index < 0 || !r->type->fold[index])
    upc_fatal ("%s: %d is no operator of this type", r->name, op);
  if (op & (UPC_FUNC | UPC_NONCOMM_FUNC) && !r->func)
    upc_fatal ("%s: \"func\" is null; it must be a function if \"op\" is"
	       " UPC_FUNC or UPC_NONCOMM_FUNC", r->name);
  r->fold = r->type->fold[index];
  r->scan = r->type->scan[index];
  flags = upc_all_flags (flags);
  if (unlikely (upc_checks != NULL))
    check_arguments (r, op, flags);
  uint32_t call = upc_collective_begin ();
  bool by_index = op == UPC_NONCOMM_FUNC
		  || (r->src.block == 0 && size > SMALL
		      && upc_conduit.addressable);

  if (THREADS == 1)
    by_one (r);
  else if (!upc_conduit.addressable || !upc_all_wait (flags) || size > SMALL)
    by_all (r, flags, by_index, call);
  else if (upc_last_to_arrive ())
    {
      by_one (r);
      upc_last_is_done ();
    }
  UPC_ORDER (collective_done ());
}

/* Returns the array that P points to the first element of.  */
static struct upc_array
array (upc_pts_t p, size_t size, size_t block)
{
  return (struct upc_array) { block == 0 ? upc_pts_place (p) : p, size, block };
}

static void
reduce (const char *name, const struct upc_reduction *type, upc_pts_t dst,
	upc_pts_t src, upc_op_t op, size_t nelems, size_t blk_size,
	upc_operator *func, upc_flag_t flags, const void *caller)
{
  struct reduction r
    = { .name = name, .caller = caller, .type = type, .func = func,
	.src = array (src, type->size, blk_size),
	.dst = array (dst, type->size, 0), .nelems = nelems };
  perform (&r, op, flags, reduce_alone, reduce_together);
}

static void
prefix_reduce (const char *name, const struct upc_reduction *type,
	       upc_pts_t dst, upc_pts_t src, upc_op_t op, size_t nelems,
	       size_t blk_size, upc_operator *func, upc_flag_t flags,
	       const void *caller)
{
  struct reduction r
    = { .name = name, .caller = caller, .scans = true,
	.type = type, .func = func,
	.src = array (src, type->size, blk_size),
	.dst = array (dst, type->size, blk_size), .nelems = nelems };

  if (upc_pts_thread (r.src.first) != upc_pts_thread (r.dst.first)
      || upc_pts_phase (r.src.first) != upc_pts_phase (r.dst.first))
    upc_fatal ("%s: thread and phase of \"src\" are %u and %u, of \"dst\""
	       " %u and %u; they must be the same", name,
	       upc_pts_thread (src), upc_pts_phase (src), upc_pts_thread (dst),
	       upc_pts_phase (dst));
  perform (&r, op, flags, prefix_alone, prefix_together);
}

#define FUNCTION(name, suffix, type)					\
void									\
upc_all_##name##suffix (upc_pts_t dst, upc_pts_t src, upc_op_t op,	\
			size_t nelems, size_t blk_size,			\
			type (*func) (type, type), upc_flag_t flags)	\
{									\
  name (__func__, &upc_reduction_##suffix, dst, src, op, nelems,	\
	blk_size, (upc_operator *) func, flags, UPC_CALLER);		\
}
#define FUNCTIONS(suffix, type)						\
  FUNCTION (reduce, suffix, type)					\
  FUNCTION (prefix_reduce, suffix, type)
__UPC_REDUCTION_TYPES (FUNCTIONS)
