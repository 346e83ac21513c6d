/* upc-access.upc - random access, pointers that are followed, loops that go
   through arrays, and a stencil, in C, through local pointers, and in shared
   space.

   SPDX-License-Identifier: Apache-2.0

   usage: upc-access LOGARITHM TIMES

   There are 2^LOGARITHM words, nodes and points of a grid for each thread.
   Thread 0 alone goes through all words and nodes; each thread
   computes its own rows of the grid, and the slowest counts.  A line for each
   way:

     KERNEL WAY LEAST AGAIN MEDIAN

   nanoseconds for an update, a node or a point in TIMES runs, in turns; AGAIN is
   the least of the other half of as many.  Results are checked.  */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <upc.h>

enum { MOST = 1 << 19, THREADS_MOST = 4, COLUMNS = 512,
       ROWS = MOST / COLUMNS, BLOCK = 64 };

typedef uint64_t word;

/* ---- Random access, as in the HPC Challenge  */

static word c_table[MOST * THREADS_MOST];
static shared word cyclic_table[MOST * THREADS];
static shared [BLOCK] word blocked_table[MOST * THREADS];
static shared [*] word even_table[MOST * THREADS];
static shared [] word *indefinite_table;
static shared [BLOCK] word *pointer_table;
static word *local_table;

#define UPDATE(WAY)							\
  __attribute__ ((noipa)) static void					\
  update_##WAY (long n)							\
  {									\
    word random = 1;							\
    for (long i = 0; i < n; i++)					\
      {									\
	random = (random << 1) ^ ((int64_t) random < 0 ? 7 : 0);	\
	WAY##_table[random & (n - 1)] ^= random;			\
      }									\
  }									\
  static void								\
  fill_table_##WAY (long n)						\
  {									\
    for (long i = 0; i < n; i++)					\
      WAY##_table[i] = i;						\
  }									\
  static word								\
  sum_table_##WAY (long n)						\
  {									\
    word sum = 0;							\
    for (long i = 0; i < n; i++)					\
      sum = sum * 3 + WAY##_table[i];					\
    return sum;								\
  }

UPDATE (c)
UPDATE (local)
UPDATE (indefinite)
UPDATE (cyclic)
UPDATE (blocked)
UPDATE (even)
UPDATE (pointer)

/* ---- Loops through the same words  */

__attribute__ ((noipa)) static void
step_c (long n)
{
  word *p = c_table;
  for (long i = 0; i < n; i++, p++)
    *p = *p * 3 + 1;
}

__attribute__ ((noipa)) static void
step_cyclic (long n)
{
  shared word *p = cyclic_table;
  for (long i = 0; i < n; i++, p++)
    *p = *p * 3 + 1;
}

__attribute__ ((noipa)) static void
step_blocked (long n)
{
  shared [BLOCK] word *p = blocked_table;
  for (long i = 0; i < n; i++, p++)
    *p = *p * 3 + 1;
}

/* The parts of all threads, one after another.  */
__attribute__ ((noipa)) static void
step_by_threads (long n)
{
  for (int thread = 0; thread < THREADS; thread++)
    for (long i = thread; i < n; i += THREADS)
      cyclic_table[i] = cyclic_table[i] * 3 + 1;
}

__attribute__ ((noipa)) static void
step_pointer_by_threads (long n)
{
  for (int thread = 0; thread < THREADS; thread++)
    {
      shared word *p = cyclic_table + thread;
      for (long i = thread; i < n; i += THREADS, p += THREADS)
	*p = *p * 3 + 1;
    }
}

/* ---- Pointers that are followed  */

struct c_node { struct c_node *next; long value; };
typedef struct c_node local_node;
typedef shared struct cyclic_node
{ shared struct cyclic_node *next; long value; } cyclic_node;
typedef shared [BLOCK] struct blocked_node
{ shared [BLOCK] struct blocked_node *next; long value; } blocked_node;
typedef shared [] struct indefinite_node
{ shared [] struct indefinite_node *next; long value; } indefinite_node;

static struct c_node c_nodes[MOST * THREADS_MOST];
static cyclic_node cyclic_nodes[MOST * THREADS];
static blocked_node blocked_nodes[MOST * THREADS];
static indefinite_node *indefinite_nodes;
static local_node *local_nodes;

/* All numbers below N, a power of two, in one cycle.  */
static long
follower (long i, long n)
{
  return (i * 1664525 + 1013904223) & (n - 1);
}

static word followed;

#define CHASE(WAY, NODE)						\
  __attribute__ ((noipa)) static void					\
  chase_##WAY (long n)							\
  {									\
    NODE *p = &WAY##_nodes[0];						\
    word sum = 0;							\
    for (; n--; p = p->next)						\
      sum = sum * 3 + p->value;						\
    followed = sum;							\
  }									\
  static void								\
  fill_nodes_##WAY (long n)						\
  {									\
    for (long i = 0; i < n; i++)					\
      {									\
	WAY##_nodes[i].next = &WAY##_nodes[follower (i, n)];		\
	WAY##_nodes[i].value = i;					\
      }									\
  }									\
  static word								\
  sum_nodes_##WAY (long n)						\
  {									\
    return n + followed;						\
  }

CHASE (c, struct c_node)
CHASE (local, local_node)
CHASE (indefinite, indefinite_node)
CHASE (cyclic, cyclic_node)
CHASE (blocked, blocked_node)

/* ---- A stencil  */

static double c_a[ROWS + 2][COLUMNS], c_b[ROWS + 2][COLUMNS];
/* A row is a block; four are.  */
static shared [COLUMNS] double cyclic_a[(ROWS + 2) * THREADS][COLUMNS],
  cyclic_b[(ROWS + 2) * THREADS][COLUMNS];
static shared [4 * COLUMNS] double
  blocked_a[(ROWS + 2) * THREADS][COLUMNS],
  blocked_b[(ROWS + 2) * THREADS][COLUMNS];
/* Not known to the compiler; rows, or all of them in a line.  */
static shared [COLUMNS] double (*rows_a)[COLUMNS], (*rows_b)[COLUMNS];
static shared [COLUMNS] double *line_a, *line_b;
static double (*local_a)[COLUMNS], (*local_b)[COLUMNS];

#define ROW_POINT(A, B)							\
  B[i][j] = 0.25 * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1])
#define LINE_POINT(A, B)						\
  B[i * COLUMNS + j] = 0.25 * (A[(i - 1) * COLUMNS + j]			\
			       + A[(i + 1) * COLUMNS + j]		\
			       + A[i * COLUMNS + j - 1]			\
			       + A[i * COLUMNS + j + 1])
#define ROW_AT(A) A[i][j]
#define LINE_AT(A) A[i * COLUMNS + j]

/* With what A is filled.  */
#define VALUE(i, j) ((i) * 7 % 13 + (j) * 5 % 11)

#define STENCIL(WAY, FOR, THIS, ROW, POINT, AT)				\
  __attribute__ ((noipa)) static void					\
  stencil_##WAY (long n)						\
  {									\
    FOR (int i = 1; i <= n / COLUMNS; i++ THIS (; &WAY##_a ROW))	\
      for (int j = 1; j < COLUMNS - 1; j++)				\
	POINT (WAY##_a, WAY##_b);					\
  }									\
  static void								\
  fill_grid_##WAY (long n)						\
  {									\
    for (int i = 0; i < n / COLUMNS + 2; i++)				\
      for (int j = 0; j < COLUMNS; j++)					\
	{								\
	  AT (WAY##_a) = VALUE (i, j);					\
	  AT (WAY##_b) = 0;						\
	}								\
  }									\
  /* How many points are wrong.  */					\
  static word								\
  wrong_##WAY (long n)							\
  {									\
    word wrong = 0;							\
    for (int i = 1; i <= n / COLUMNS; i++)				\
      for (int j = 1; j < COLUMNS - 1; j++)				\
	wrong += AT (WAY##_b) != 0.25 * (VALUE (i - 1, j)		\
					 + VALUE (i + 1, j)		\
					 + VALUE (i, j - 1)		\
					 + VALUE (i, j + 1));		\
    return wrong;							\
  }

#define ITSELF(x) x
#define NOTHING(x)

STENCIL (c, for, NOTHING, , ROW_POINT, ROW_AT)
STENCIL (local, for, NOTHING, , ROW_POINT, ROW_AT)
STENCIL (cyclic, upc_forall, ITSELF, [i][0], ROW_POINT, ROW_AT)
STENCIL (blocked, upc_forall, ITSELF, [i][0], ROW_POINT, ROW_AT)
STENCIL (rows, upc_forall, ITSELF, [i][0], ROW_POINT, ROW_AT)
STENCIL (line, upc_forall, ITSELF, [i * COLUMNS], LINE_POINT, LINE_AT)

/* ---- All of them  */

enum kernel { TABLE, STEPS, NODES, GRID };

static const struct way
{
  enum kernel kernel;
  const char *name;
  int alone;			/* on private data, or its own */
  void (*run) (long), (*fill) (long);
  word (*result) (long);
} ways[] = {
#define TABLE_WAY(name, alone) \
  { TABLE, #name, alone, update_##name, fill_table_##name, sum_table_##name }
#define STEPS_WAY(name, table, alone) \
  { STEPS, #name, alone, step_##name, fill_table_##table, sum_table_##table }
#define NODES_WAY(name, alone) \
  { NODES, #name, alone, chase_##name, fill_nodes_##name, sum_nodes_##name }
#define GRID_WAY(name, alone) \
  { GRID, #name, alone, stencil_##name, fill_grid_##name, wrong_##name }
  TABLE_WAY (c, 1), TABLE_WAY (local, 1), TABLE_WAY (indefinite, 1),
  TABLE_WAY (cyclic, 0), TABLE_WAY (blocked, 0), TABLE_WAY (even, 0),
  TABLE_WAY (pointer, 0),
  STEPS_WAY (c, c, 1), STEPS_WAY (cyclic, cyclic, 0),
  STEPS_WAY (blocked, blocked, 0), STEPS_WAY (by_threads, cyclic, 0),
  STEPS_WAY (pointer_by_threads, cyclic, 0),
  NODES_WAY (c, 1), NODES_WAY (local, 1), NODES_WAY (indefinite, 1),
  NODES_WAY (cyclic, 0), NODES_WAY (blocked, 0),
  GRID_WAY (c, 1), GRID_WAY (local, 1), GRID_WAY (cyclic, 0),
  GRID_WAY (blocked, 0), GRID_WAY (rows, 0), GRID_WAY (line, 0)
};
enum { WAYS = sizeof ways / sizeof ways[0] };
static const char *const kernels[] = { "update", "step", "chase", "stencil" };

static shared double took[THREADS];

static double
seconds (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* How many elements the threads that run WAY go through, of N a thread.  */
static long
elements (const struct way *way, long n)
{
  return way->kernel == GRID && way->alone ? n : n * THREADS;
}

/* Nanoseconds an element takes.  */
static double
time_of (const struct way *way, long n)
{
  int repeat = n <= 1 << 14 ? 20 : 1;
  double most = 0;
  upc_barrier;
  took[MYTHREAD] = -seconds ();
  if (way->kernel == GRID || MYTHREAD == 0)
    for (int i = 0; i < repeat; i++)
      way->run (elements (way, n));
  took[MYTHREAD] += seconds ();
  upc_barrier;
  for (int i = 0; i < THREADS; i++)
    most = took[i] > most ? took[i] : most;
  upc_barrier;
  return most * 1e9 / repeat / (way->kernel == GRID ? n : n * THREADS);
}

static shared [] word right[4];

/* Run WAY once, and compare its result with that of the first, C's.  */
static void
check (const struct way *way, long n)
{
  int thread = way->kernel == GRID && way->alone ? MYTHREAD : 0;
  upc_barrier;
  if (MYTHREAD == thread)
    way->fill (elements (way, n));
  upc_barrier;
  if (way->kernel == GRID || MYTHREAD == 0)
    way->run (elements (way, n));
  upc_barrier;
  if (MYTHREAD == 0)
    {
      word result = way->result (elements (way, n));
      if (way->name[0] == 'c' && way->name[1] == 0)
	right[way->kernel] = way->kernel == GRID ? 0 : result;
      if (result != right[way->kernel])
	{
	  fprintf (stderr, "upc-access: %s %s: a wrong result\n",
		   kernels[way->kernel], way->name);
	  upc_global_exit (1);
	}
    }
}

static void
prepare (long n)
{
  size_t points = n + 2 * COLUMNS, size = points * sizeof (double);
  pointer_table = upc_all_alloc (n * THREADS / BLOCK, BLOCK * sizeof (word));
  rows_a = upc_all_alloc (points / COLUMNS * THREADS, COLUMNS * sizeof (double));
  rows_b = upc_all_alloc (points / COLUMNS * THREADS, COLUMNS * sizeof (double));
  line_a = upc_all_alloc (points / COLUMNS * THREADS, COLUMNS * sizeof (double));
  line_b = upc_all_alloc (points / COLUMNS * THREADS, COLUMNS * sizeof (double));
  indefinite_table = upc_alloc (n * THREADS * sizeof (word));
  local_table = (word *) upc_alloc (n * THREADS * sizeof (word));
  indefinite_nodes
    = upc_alloc (n * THREADS * sizeof (struct indefinite_node));
  local_nodes
    = (local_node *) upc_alloc (n * THREADS * sizeof (local_node));
  local_a = (double (*)[COLUMNS]) upc_alloc (size);
  local_b = (double (*)[COLUMNS]) upc_alloc (size);
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

/* TIMES figures, first those of even turns, then those of odd ones.  */
static void
print (const struct way *way, double *figures, int times)
{
  int half = (times + 1) / 2;
  qsort (figures, half, sizeof *figures, compare);
  qsort (figures + half, times - half, sizeof *figures, compare);
  double least = figures[0], again = figures[half];
  qsort (figures, times, sizeof *figures, compare);
  printf ("%s %s %.3f %.3f %.3f\n", kernels[way->kernel], way->name, least,
	  again, figures[times / 2]);
}

int
main (int argc, char **argv)
{
  enum { TIMES_MOST = 1000 };
  static double figures[WAYS][TIMES_MOST];
  int logarithm = argc > 1 ? atoi (argv[1]) : 12;
  int times = argc > 2 ? atoi (argv[2]) : 20;
  long n = 1L << (logarithm & 63);
  if (n < COLUMNS || n > MOST || times < 2 || times > TIMES_MOST
      || THREADS > THREADS_MOST || (THREADS & (THREADS - 1)))
    {
      if (!MYTHREAD)
	fprintf (stderr, "usage: upc-access 9...19 2...%d, with 1, 2 or 4 "
		 "threads\n", TIMES_MOST);
      return 2;
    }
  prepare (n);
  for (int w = 0; w < WAYS; w++)
    check (&ways[w], n);
  for (int t = 0; t < times; t++)
    for (int w = 0; w < WAYS; w++)
      figures[w][t / 2 + (t & 1) * ((times + 1) / 2)] = time_of (&ways[w], n);
  for (int w = 0; w < WAYS && !MYTHREAD; w++)
    print (&ways[w], figures[w], times);
  return 0;
}
