/* sort.c - upc_all_sort.

   SPDX-License-Identifier: Apache-2.0

   Each thread copies its share of the elements, successive indices, to shared
   memory of its own, since FUNC takes pointers-to-shared, and sorts that: a
   run.  When all have, each merges the part of the runs that belongs at its
   share's place into the array.  Where that begins in each run is found by
   bisection.  Elements that compare equal keep their order.  */

#include <stdlib.h>
#include "library/array.h"
#include "library/collective.h"
#include "search.h"

typedef int comparison (upc_pts_t, upc_pts_t);

struct run {
  upc_pts_t first;
  size_t length;
};

struct sorting {
  struct upc_array array;
  comparison *func;
  const struct run *runs;	/* of THREADS */
};

/* Merged data are written in pieces of about so many bytes.  */
enum { PIECE = 8192 };

static void *
allocate (size_t n, size_t size)
{
  void *result = calloc (n ? n : 1, size);
  if (!result)
    upc_fatal ("upc_all_sort: no memory for %zu times %zu bytes", n, size);
  return result;
}

/* ---- One run  */

/* Merges the LEFT and then RIGHT elements with the numbers at FROM to TO.  */
static void
merge_pair (const struct sorting *s, upc_pts_t base, const size_t *from,
	    size_t left, size_t right, size_t *to)
{
  size_t size = s->array.size;
  const size_t *a = from, *a_end = from + left;
  const size_t *b = a_end, *b_end = a_end + right;

  while (a < a_end && b < b_end)
    *to++ = s->func (upc_pts_add (base, *a * size),
		     upc_pts_add (base, *b * size)) <= 0 ? *a++ : *b++;
  memcpy (to, a, (a_end - a) * sizeof *a);
  memcpy (to + (a_end - a), b, (b_end - b) * sizeof *b);
}

/* Returns the numbers of the N elements at BASE in the order of the elements,
   at ORDER; OTHER has room for as many.  Returns that of the two where they
   are.  */
static size_t *
sort_numbers (const struct sorting *s, upc_pts_t base, size_t n,
	      size_t *order, size_t *other)
{
  for (size_t i = 0; i < n; i++)
    order[i] = i;
  for (size_t width = 1; width < n; width *= 2)
    {
      for (size_t i = 0; i < n; i += 2 * width)
	{
	  size_t left = n - i < width ? n - i : width;
	  size_t rest = n - i - left;
	  merge_pair (s, base, order + i, left, rest < width ? rest : width,
		      other + i);
	}
      size_t *swap = order;
      order = other;
      other = swap;
    }
  return order;
}

/* Sorts RUN, of this thread.  */
static void
sort_run (const struct sorting *s, const struct run *run)
{
  size_t size = s->array.size;
  size_t *numbers = allocate (run->length, 2 * sizeof *numbers);
  char *copy = allocate (run->length, size);
  char *to = upc_pts_local (run->first);
  size_t *order = sort_numbers (s, run->first, run->length, numbers,
				numbers + run->length);

  memcpy (copy, to, run->length * size);
  for (size_t i = 0; i < run->length; i++)
    memcpy (to + i * size, copy + order[i] * size, size);
  free (copy);
  free (numbers);
}

/* ---- All runs  */

static upc_pts_t
element (const struct sorting *s, int run, size_t i)
{
  return upc_pts_add (s->runs[run].first, i * s->array.size);
}

/* Returns whether element I of run A comes before element J of run B.  */
static bool
before (const struct sorting *s, int a, size_t i, int b, size_t j)
{
  if (a == b)
    return i < j;
  int order = s->func (element (s, a, i), element (s, b, j));
  return order < 0 || (order == 0 && a < b);
}

/* Returns how many elements of run A come before element J of run B.  */
static size_t
count_before (const struct sorting *s, int a, int b, size_t j)
{
  return a == b ? j : FIRST_FROM (s->runs[a].length, i, before (s, a, i, b, j));
}

/* Returns the run with most elements between LOW and HIGH; -1 if there are
   none.  */
static int
widest (const size_t *low, const size_t *high)
{
  int run = -1;

  for (int i = 0; i < THREADS; i++)
    if (high[i] > low[i]
	&& (run < 0 || high[i] - low[i] > high[run] - low[run]))
      run = i;
  return run;
}

/* Sets AT to how many of each run are among the first RANK elements of
   all.  */
static void
split (const struct sorting *s, size_t rank, size_t *at)
{
  size_t *high = upc_table (sizeof *high), *count = upc_table (sizeof *count);
  int run;

  for (int i = 0; i < THREADS; i++)
    {
      at[i] = 0;
      high[i] = s->runs[i].length;
    }
  while ((run = widest (at, high)) >= 0)
    {
      size_t middle = at[run] + (high[run] - at[run]) / 2, sum = 0;
      for (int i = 0; i < THREADS; i++)
	sum += count[i] = count_before (s, i, run, middle);
      bool within = sum < rank;
      if (within)
	count[run]++;
      for (int i = 0; i < THREADS; i++)
	if (within && count[i] > at[i])
	  at[i] = count[i];
	else if (!within && count[i] < high[i])
	  high[i] = count[i];
    }
  free (high);
  free (count);
}

/* The merger is a tournament of the runs: LOSER[i] lost at node i, whose
   children are nodes 2i and 2i + 1; run r is node THREADS + r.  */
struct merger {
  const struct sorting *s;
  size_t *at, *end;		/* in each run */
  int *loser;
  int winner;
};

enum { NOBODY = -1 };

static bool
beats (const struct merger *m, int a, int b)
{
  if (m->at[a] == m->end[a] || m->at[b] == m->end[b])
    return m->at[a] != m->end[a];
  return before (m->s, a, m->at[a], b, m->at[b]);
}

/* Lets RUN play from the bottom to the top, or to the first empty node.  */
static void
play (struct merger *m, int run)
{
  for (int node = (THREADS + run) / 2; node > 0; node /= 2)
    {
      int other = m->loser[node];
      if (other == NOBODY)
	{
	  m->loser[node] = run;
	  return;
	}
      if (beats (m, other, run))
	{
	  m->loser[node] = run;
	  run = other;
	}
    }
  m->winner = run;
}

/* Writes the elements of all runs between AT and END to the array, from index
   I on.  */
static void
merge (const struct sorting *s, size_t *at, size_t *end, size_t i, size_t n)
{
  int *loser = upc_table (sizeof *loser);
  struct merger m = { s, at, end, loser, 0 };
  size_t size = s->array.size, piece = PIECE / size + 1, filled = 0;
  char *buffer = allocate (piece, size);

  for (int run = 0; run < THREADS; run++)
    loser[run] = NOBODY;
  for (int run = 0; run < THREADS; run++)
    play (&m, run);
  for (; n > 0; n--)
    {
      upc_conduit_get (buffer + filled * size,
		       element (s, m.winner, at[m.winner]), size);
      at[m.winner]++;
      play (&m, m.winner);
      if (++filled == piece || n == 1)
	{
	  upc_array_put (&s->array, i, filled, buffer);
	  i += filled;
	  filled = 0;
	}
    }
  free (buffer);
  free (loser);
}

/* ---- The whole  */

/* Returns the first index of THREAD's share of N.  */
static size_t
share (size_t n, int thread)
{
  size_t each = n / THREADS, rest = n % THREADS, t = thread;
  return each * t + (t < rest ? t : rest);
}

static void
sort (struct sorting *s, size_t nelems)
{
  size_t begin = share (nelems, MYTHREAD), end = share (nelems, MYTHREAD + 1);
  struct run mine = { .length = end - begin }, *runs = upc_table (sizeof *runs);
  size_t *from = upc_table (sizeof *from), *to = upc_table (sizeof *to);
  size_t bytes = mine.length * s->array.size;

  if (bytes > 0 && (mine.first = upc_alloc (bytes)) == 0)
    upc_fatal ("upc_all_sort: no shared memory left for a copy of %zu bytes",
	       bytes);
  if (bytes > 0)
    upc_array_get (&s->array, begin, mine.length, upc_pts_local (mine.first));
  sort_run (s, &mine);
  upc_library_barrier ();
  upc_conduit_gather_all (runs, &mine, sizeof mine);
  s->runs = runs;
  split (s, begin, from);
  split (s, end, to);
  merge (s, from, to, begin, mine.length);
  /* Other threads read the memory that is freed here.  */
  upc_library_barrier ();
  upc_free (mine.first);
  free (runs);
  free (from);
  free (to);
}

/* Does what -fupc-check does.  */
static void __attribute__ ((noinline))
check_arguments (const struct sorting *s, size_t nelems, upc_flag_t flags,
		 const void *caller)
{
  const struct upc_argument arguments[]
    = { { "A", s->array.first, true }, { "elem_size", s->array.size, false },
	{ "nelems", nelems, false }, { "blk_size", s->array.block, false },
	{ "flags", flags, false } };
  size_t count;
  upc_pts_t own = upc_array_part (&s->array, nelems, MYTHREAD, &count);
  upc_checks->together ("upc_all_sort", caller, arguments, 5);
  const struct upc_part part = { own, count * s->array.size, true };
  upc_checks->collective ("upc_all_sort", caller, flags, &part, 1);
}

void
upc_all_sort (upc_pts_t a, size_t elem_size, size_t nelems, size_t blk_size,
	      comparison *func, upc_flag_t flags)
{
  struct sorting s
    = { .array = { blk_size == 0 ? upc_pts_place (a) : a, elem_size,
		   blk_size },
	.func = func };

  if (unlikely (upc_checks != NULL))
    check_arguments (&s, nelems, upc_all_flags (flags), UPC_CALLER);
  if (!func)
    upc_fatal ("upc_all_sort: \"func\" is null; it must be a function");
  upc_collective_begin ();
  if (!(upc_all_flags (flags) & UPC_IN_NOSYNC))
    upc_library_barrier ();
  if (nelems > 1 && elem_size > 0)
    sort (&s, nelems);
  UPC_ORDER (collective_done ());
}
