/* atomic-types.h - atomic operations on one type.

   SPDX-License-Identifier: Apache-2.0

   Included for each type, with TYPE, its NAME in upc_types.h, INTEGER 1 or
   0.  */

#define GLUE_(a, b) a##b
#define GLUE(a, b) GLUE_ (a, b)
#define IN(name) GLUE (name, NAME)

static shared TYPE IN (object)[THREADS];
static shared TYPE IN (counter);

/* One operation; what was there before, and what is there then.  */
#define STEP(how, op, operand1, operand2, before, after)		\
  do									\
    {									\
      TYPE x_ = operand1, y_ = operand2, old_ = 99, now_ = 99;		\
      GLUE (upc_atomic_, how) (domain, &old_, op, target,		\
			       (op) & (UPC_GET | UPC_INC | UPC_DEC)	\
			       ? NULL : &x_,				\
			       (op) == UPC_CSWAP ? &y_ : NULL);		\
      CHECK (old_ == (TYPE) (before));					\
      upc_atomic_relaxed (domain, &now_, UPC_GET, target, NULL, NULL);	\
      CHECK (now_ == (TYPE) (after));					\
      /* The same again, without the old value.  */			\
      TYPE reset_ = before;						\
      upc_atomic_strict (domain, NULL, UPC_SET, target, &reset_, NULL);	\
      if ((op) != UPC_GET)						\
	GLUE (upc_atomic_, how) (domain, NULL, op, target,		\
				 (op) & (UPC_INC | UPC_DEC) ? NULL : &x_, \
				 (op) == UPC_CSWAP ? &y_ : NULL);	\
      CHECK (*target == (TYPE) (after));				\
    }									\
  while (0)

#define STEPS(how)							\
  STEP (how, UPC_SET, 5, 0, 0, 5);					\
  STEP (how, UPC_GET, 0, 0, 5, 5);					\
  STEP (how, UPC_ADD, 7, 0, 5, 12);					\
  STEP (how, UPC_SUB, 4, 0, 12, 8);					\
  STEP (how, UPC_MULT, 3, 0, 8, 24);					\
  STEP (how, UPC_INC, 0, 0, 24, 25);					\
  STEP (how, UPC_DEC, 0, 0, 25, 24);					\
  STEP (how, UPC_MIN, 30, 0, 24, 24);					\
  STEP (how, UPC_MIN, 20, 0, 24, 20);					\
  STEP (how, UPC_MAX, 10, 0, 20, 20);					\
  STEP (how, UPC_MAX, 21, 0, 20, 21);					\
  STEP (how, UPC_CSWAP, 20, 1, 21, 21);					\
  STEP (how, UPC_CSWAP, 21, 12, 21, 12);				\
  BITS (how)								\
  STEP (how, UPC_SET, 0, 0, 12, 0)
#if INTEGER
#define BITS(how)							\
  STEP (how, UPC_AND, 10, 0, 12, 8);					\
  STEP (how, UPC_OR, 3, 0, 8, 11);					\
  STEP (how, UPC_XOR, 7, 0, 11, 12);
#define OPERATIONS (NUMERIC | UPC_AND | UPC_OR | UPC_XOR)
#else
#define BITS(how)
#define OPERATIONS NUMERIC
#endif

/* All threads change one object.  */
static void
IN (contend) (upc_atomicdomain_t *domain)
{
  enum { N = 500 };
  TYPE one = 1, two = 2;

  for (int i = 0; i < N; i++)
    {
      upc_atomic_relaxed (domain, NULL, UPC_ADD, &IN (counter), &two, NULL);
      upc_atomic_strict (domain, NULL, UPC_SUB, &IN (counter), &one, NULL);
      upc_atomic_relaxed (domain, NULL, UPC_INC, &IN (counter), NULL, NULL);
      TYPE seen = 0, expected, wanted;
      do
	{
	  expected = seen;
	  wanted = expected + 1;
	  upc_atomic_relaxed (domain, &seen, UPC_CSWAP, &IN (counter),
			      &expected, &wanted);
	}
      while (seen != expected);
    }
  upc_barrier;
  CHECK (IN (counter) == (TYPE) (3 * N * THREADS));
  upc_barrier;
}

static void
IN (test) (void)
{
  upc_atomicdomain_t *domain
    = upc_all_atomicdomain_alloc (GLUE (UPC_, NAME), OPERATIONS, 0);
  shared TYPE *target = &IN (object)[(MYTHREAD + 1) % THREADS];

  CHECK (domain != NULL);
  STEPS (relaxed);
  STEPS (strict);
  IN (contend) (domain);
  upc_atomic_isfast (GLUE (UPC_, NAME), OPERATIONS, target);
  upc_all_atomicdomain_free (domain);
}

#undef GLUE
#undef GLUE_
#undef IN
#undef STEP
#undef STEPS
#undef BITS
#undef OPERATIONS
#undef TYPE
#undef NAME
#undef INTEGER
