/* bupc_atomicX_*: what each operation returns and leaves, alone and together
   with other threads.

   SPDX-License-Identifier: Apache-2.0

   { dg-options "-Wall -Wextra -fupc-berkeley -DBUPC_USE_UPC_NAMESPACE" }
   { dg-threads 1 2 4 }
   { dg-conduits smp loopback }  */

#include "check.h"

enum { TIMES = 200 };

/* One after the other.  RUN names the operation, and how: relaxed, strict, or
   private.  */
#define ALONE(type, code, how, at)					\
  bupc_atomic##code##_set_##how (at, 12);				\
  CHECK (bupc_atomic##code##_read_##how (at) == 12);			\
  CHECK (bupc_atomic##code##_fetchadd_##how (at, (type) -2) == 12);	\
  CHECK (bupc_atomic##code##_fetchor_##how (at, 5) == 10);		\
  CHECK (bupc_atomic##code##_fetchand_##how (at, 13) == 15);		\
  CHECK (bupc_atomic##code##_fetchxor_##how (at, 6) == 13);		\
  CHECK (bupc_atomic##code##_fetchnotand_##how (at, 3) == 11);		\
  CHECK (bupc_atomic##code##_mswap_##how (at, 0x0c, 0xf7) == 8);	\
  CHECK (bupc_atomic##code##_fetchnot_##how (at) == 4);			\
  CHECK (bupc_atomic##code##_swap_##how (at, 20) == (type) ~4);		\
  CHECK (bupc_atomic##code##_cswap_##how (at, 21, 30) == 20);		\
  CHECK (bupc_atomic##code##_cswap_##how (at, 20, (type) -1) == 20);	\
  CHECK (bupc_atomic##code##_read_##how (at) == (type) -1)

#define TEST(type, code)						\
  shared type alone##code[THREADS], all##code, bits##code, lock##code;	\
									\
  static void								\
  test##code (void)							\
  {									\
    type old;								\
    static type here;							\
    shared type *next = &alone##code[(MYTHREAD + 1) % THREADS];		\
    ALONE (type, code, relaxed, next);					\
    ALONE (type, code, strict, next);					\
    ALONE (type, code, private, &here);					\
    for (int i = 0; i < TIMES; i++)					\
      {									\
	bupc_atomic##code##_fetchadd_relaxed (&all##code, 1);		\
	upc_atomic##code##_fetchadd_strict (&all##code, 2);		\
	bupc_atomic##code##_mswap_relaxed (&bits##code, (type) 1 << MYTHREAD, \
					   (type) i << MYTHREAD);	\
	do								\
	  old = bupc_atomic##code##_read_relaxed (&lock##code);		\
	while (bupc_atomic##code##_cswap_strict (&lock##code, old, old + 1) \
	       != old);							\
      }									\
    upc_barrier;							\
    CHECK (all##code == (type) (3 * TIMES * THREADS));			\
    CHECK (lock##code == (type) (TIMES * THREADS));			\
    CHECK (bits##code == ((type) 1 << THREADS) - 1);			\
    upc_barrier;							\
  }

TEST (int, I)
TEST (unsigned int, UI)
TEST (long, L)
TEST (unsigned long, UL)
TEST (int32_t, I32)
TEST (uint32_t, U32)
TEST (int64_t, I64)
TEST (uint64_t, U64)

#define TEST_FLOATING(type, code)					\
  shared type value##code[THREADS];					\
									\
  static void								\
  test##code (void)							\
  {									\
    shared type *next = &value##code[(MYTHREAD + 1) % THREADS];		\
    bupc_atomic##code##_set_relaxed (next, 1.5);			\
    CHECK (bupc_atomic##code##_read_strict (next) == 1.5);		\
    CHECK (bupc_atomic##code##_swap_strict (next, 2.25) == 1.5);	\
    CHECK (bupc_atomic##code##_cswap_relaxed (next, 1, 4) == 2.25);	\
    CHECK (bupc_atomic##code##_cswap_strict (next, 2.25, 4) == 2.25);	\
    CHECK (bupc_atomic##code##_read_relaxed (next) == 4);		\
  }

TEST_FLOATING (float, F)
TEST_FLOATING (double, D)

int
main (void)
{
  testI ();
  testUI ();
  testL ();
  testUL ();
  testI32 ();
  testU32 ();
  testI64 ();
  testU64 ();
  testF ();
  testD ();
  return 0;
}
