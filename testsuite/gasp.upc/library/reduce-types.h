/* reduce-types.h - reductions of one element type, against the same computed
   one by one.

   SPDX-License-Identifier: Apache-2.0

   Included for each type, with T its suffix, TYPE itself, INTEGER 1 or 0.  */

#define GLUE_(a, b) a##b
#define GLUE(a, b) GLUE_ (a, b)
#define NAME(name) GLUE (name, T)

static TYPE
NAME (add_and_one) (TYPE a, TYPE b)
{
  return a + b + 1;
}

static TYPE
NAME (second) (TYPE a, TYPE b)
{
  (void) a;
  return b;
}

static TYPE
NAME (apply) (upc_op_t op, TYPE a, TYPE b)
{
  switch (op)
    {
    case UPC_ADD: return a + b;
    case UPC_MULT: return a * b;
#if INTEGER
    case UPC_AND: return a & b;
    case UPC_OR: return a | b;
    case UPC_XOR: return a ^ b;
#endif
    case UPC_LOGAND: return a && b;
    case UPC_LOGOR: return a || b;
    case UPC_MIN: return a < b ? a : b;
    case UPC_MAX: return a > b ? a : b;
    case UPC_FUNC: return a + b + 1;
    default: return b;
    }
}

/* Element I: small enough for sums, and 1 often enough for products.  */
static TYPE
NAME (element) (upc_op_t op, int i)
{
  if (op == UPC_MULT)
    return i % 37 == 5 ? 2 : 1;
  if (op == UPC_LOGAND)
    return i != 25;
  return (i * 29 + 3) % 5;
}

static TYPE (*NAME (function) (upc_op_t op)) (TYPE, TYPE)
{
  return op == UPC_FUNC ? NAME (add_and_one)
	 : op == UPC_NONCOMM_FUNC ? NAME (second) : NULL;
}

/* Arrays of four layouts; each test starts at some element.  */
static shared TYPE NAME (cyclic_src)[ELEMENTS], NAME (cyclic_dst)[ELEMENTS];
static shared [3] TYPE NAME (blocked_src)[ELEMENTS], NAME (blocked_dst)[ELEMENTS];
static shared [200] TYPE NAME (large_src)[ELEMENTS], NAME (large_dst)[ELEMENTS];
static shared [] TYPE NAME (whole_src)[1000], NAME (whole_dst)[1000];
static shared TYPE NAME (result)[THREADS];

/* SRC and DST are such arrays, of blocks of BLOCK elements.  */
#define TEST_LAYOUT(src, dst, block)					\
  do									\
    {									\
      for (int i = 0; i < n; i++)					\
	if (upc_threadof (&src[first + i]) == (size_t) MYTHREAD)	\
	  {								\
	    src[first + i] = NAME (element) (op, i);			\
	    dst[first + i] = 0;						\
	  }								\
      before (flags);							\
      NAME (upc_all_reduce) (&NAME (result)[n % THREADS], &src[first],	\
			     op, n, block, NAME (function) (op), flags); \
      NAME (upc_all_prefix_reduce) (&dst[first], &src[first], op, n,	\
				    block, NAME (function) (op), flags); \
      after (flags);							\
      TYPE sum = NAME (element) (op, 0);				\
      for (int i = 0; i < n; i++)					\
	{								\
	  if (i > 0)							\
	    sum = NAME (apply) (op, sum, NAME (element) (op, i));	\
	  if (upc_threadof (&dst[first + i]) == (size_t) MYTHREAD)	\
	    CHECK (dst[first + i] == sum);				\
	}								\
      if (MYTHREAD == n % THREADS)					\
	CHECK (NAME (result)[MYTHREAD] == sum);				\
      upc_barrier;							\
    }									\
  while (0)

static void
NAME (test) (upc_op_t op, int n, int first, upc_flag_t flags)
{
  TEST_LAYOUT (NAME (cyclic_src), NAME (cyclic_dst), 1);
  TEST_LAYOUT (NAME (blocked_src), NAME (blocked_dst), 3);
  TEST_LAYOUT (NAME (large_src), NAME (large_dst), 200);
  TEST_LAYOUT (NAME (whole_src), NAME (whole_dst), 0);
}

static void
NAME (test_all) (void)
{
  static const upc_op_t ops[]
    = { UPC_ADD, UPC_MULT, UPC_LOGAND, UPC_LOGOR, UPC_MIN, UPC_MAX, UPC_FUNC,
	UPC_NONCOMM_FUNC,
#if INTEGER
	UPC_AND, UPC_OR, UPC_XOR
#endif
      };
  static const int counts[] = { 1, 2, 31, 700 };
  int f = 0;

  for (size_t o = 0; o < sizeof ops / sizeof *ops; o++)
    for (int c = 0; c < 4; c++, f += 5)
      /* A sum of 700 does not fit into a char.  */
      NAME (test) (ops[o], sizeof (TYPE) == 1 && counts[c] > 31 ? 31
		   : counts[c], f % 8, flags_of (f));
}

#undef TEST_LAYOUT
#undef T
#undef TYPE
#undef INTEGER
#undef NAME
#undef GLUE
#undef GLUE_
