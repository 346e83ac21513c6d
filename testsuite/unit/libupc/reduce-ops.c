/* The arithmetic of reductions (reduce-ops.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <reduce-ops.c>
#include <limits.h>
#include "unit.h"

/* As many as make each lane have none, one and several, and what is behind
 * them.  */
static const size_t sizes[] = { 1, 2, 3, 7, 8, 9, 11, 12, 13, 64 };
#define COUNT_SIZES (sizeof sizes / sizeof *sizes)

static void
test_sums_of_all_sizes (void)
{
  int values[64], got;
  for (int i = 0; i < 64; i++)
    values[i] = i * i - 300;
  for (size_t s = 0; s < COUNT_SIZES; s++)
    {
      int sum = 0, least = values[0], all = -1, some = 0, odd = 0;
      for (size_t i = 0; i < sizes[s]; i++)
	{
	  sum += values[i];
	  least = values[i] < least ? values[i] : least;
	  all &= values[i];
	  some |= values[i];
	  odd ^= values[i];
	}
      upc_reduction_I.fold[INDEX_ADD](&got, values, sizes[s], NULL);
      CHECK_NUMBER (got, sum);
      upc_reduction_I.fold[INDEX_MIN](&got, values, sizes[s], NULL);
      CHECK_NUMBER (got, least);
      upc_reduction_I.fold[INDEX_MAX](&got, values, sizes[s], NULL);
      CHECK_NUMBER (got,
		    sizes[s] == 64 ? 63 * 63 - 300 : values[sizes[s] - 1]);
      upc_reduction_I.fold[INDEX_AND](&got, values, sizes[s], NULL);
      CHECK_NUMBER (got, all);
      upc_reduction_I.fold[INDEX_OR](&got, values, sizes[s], NULL);
      CHECK_NUMBER (got, some);
      upc_reduction_I.fold[INDEX_XOR](&got, values, sizes[s], NULL);
      CHECK_NUMBER (got, odd);
    }
}

static void
test_products_and_logic (void)
{
  double factors[9] = { 1, 2, .5, 4, 1, 1, 3, 1, 2 }, product;
  upc_reduction_D.fold[INDEX_MULT](&product, factors, 9, NULL);
  CHECK_NUMBER (product, 24);
  signed char flags[10] = { 1, 2, 4, 8, 16, 32, 64, 1, 1, 0 }, got;
  upc_reduction_C.fold[INDEX_LOGAND](&got, flags, 9, NULL);
  CHECK_NUMBER (got, 1);
  upc_reduction_C.fold[INDEX_LOGAND](&got, flags, 10, NULL);
  CHECK_NUMBER (got, 0);
  upc_reduction_C.fold[INDEX_LOGOR](&got, flags + 9, 1, NULL);
  CHECK_NUMBER (got, 0);
}

/* Narrow types wrap round, unsigned ones compare as such.  */
static void
test_types (void)
{
  unsigned char bytes[3] = { 200, 100, 1 }, byte;
  upc_reduction_UC.fold[INDEX_ADD](&byte, bytes, 3, NULL);
  CHECK_NUMBER (byte, 45);
  unsigned long large[2] = { 1, ULONG_MAX }, most;
  upc_reduction_UL.fold[INDEX_MAX](&most, large, 2, NULL);
  CHECK (most == ULONG_MAX);
  CHECK (!upc_reduction_D.fold[INDEX_AND]);
  CHECK (!upc_reduction_LD.scan[INDEX_XOR]);
  CHECK_NUMBER (upc_reduction_LD.size, sizeof (long double));
}

static int
digits (int a, int b)
{
  return 10 * a + b;
}

/* An operator that does not commute has its operands in order.  */
static void
test_order (void)
{
  int values[9] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 }, got;
  upc_reduction_I.fold[INDEX_NONCOMM_FUNC](&got, values, 9,
					   (upc_operator *) digits);
  CHECK_NUMBER (got, 123456789);
  upc_reduction_I.fold[INDEX_FUNC](&got, values, 1, (upc_operator *) digits);
  CHECK_NUMBER (got, 1);
}

static void
test_scans (void)
{
  int values[4] = { 1, 2, 3, 4 }, got[4] = { -1, -1, -1, -1 }, carry = 9;
  upc_reduction_I.scan[INDEX_ADD](got, values, 0, NULL, NULL);
  CHECK_NUMBER (got[0], -1);
  upc_reduction_I.scan[INDEX_ADD](got, values, 4, NULL, NULL);
  CHECK_NUMBER (got[0], 1);
  CHECK_NUMBER (got[3], 10);
  upc_reduction_I.scan[INDEX_NONCOMM_FUNC](got, values, 2, &carry,
					   (upc_operator *) digits);
  CHECK_NUMBER (got[0], 91);
  CHECK_NUMBER (got[1], 912);
  /* In place.  */
  upc_reduction_I.scan[INDEX_ADD](values, values, 4, &carry, NULL);
  CHECK_NUMBER (values[3], 19);
}

static void
test_operators_have_numbers (void)
{
  CHECK_NUMBER (upc_operator_index (UPC_ADD), INDEX_ADD);
  CHECK_NUMBER (upc_operator_index (UPC_NONCOMM_FUNC), INDEX_NONCOMM_FUNC);
  CHECK_NUMBER (upc_operator_index (0), -1);
  CHECK_NUMBER (upc_operator_index (UPC_ADD | UPC_MULT), -1);
}

UNIT (test_sums_of_all_sizes, test_products_and_logic, test_types, test_order,
      test_scans, test_operators_have_numbers);
