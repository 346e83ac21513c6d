/* Which allocations are sampled, and what each stands for (chance.h).

   SPDX-License-Identifier: Apache-2.0  */

#include "chance.h"
#include "unit.h"

static void
test_chances (void)
{
  for (unsigned int shift = CHANCE_LEAST; shift <= CHANCE_MOST; shift++)
    for (uint64_t size = 1; size < 1ull << 40; size = size * 3 + 1)
      {
	double exact = -expm1 (-(double) size / (double) (1ull << shift));
	CHECK_NEAR (chance_of (size, shift) / exact, 1, 1e-9);
      }
  CHECK_NUMBER (chance_of (UINT64_MAX, CHANCE_MOST), 1);
  CHECK_NUMBER (chance_of (0, CHANCE_MOST), 0);
}

/* What is known exactly stands for itself, and so does what is always seen.  */
static void
test_exact (void)
{
  CHECK_NUMBER (chance_weight (1, 0), 1);
  CHECK_NUMBER (chance_variance (1000, 0), 0);
  CHECK_NUMBER (chance_bytes (1000, 0), 1000);
  CHECK_NUMBER (chance_blocks (0, 0, 0x1000), 1);
  CHECK_NUMBER (chance_bytes (1 << 30, CHANCE_LEAST), 1 << 30);
  CHECK_NUMBER (chance_blocks (1 << 30, CHANCE_LEAST, 0x1230), 1);
  CHECK_NUMBER (chance_variance (1 << 30, CHANCE_LEAST), 0);
}

static void
test_logarithms (void)
{
  for (double x = 1; x > 1e-17; x *= .83)
    CHECK_NEAR (chance_log (x), log (x), 1e-12);
}

/* Intervals have the mean and the spread of those between random points.  */
static void
test_intervals (void)
{
  enum { TIMES = 200000 };
  uint64_t state = 1;
  double sum = 0, squares = 0, mean = 1 << CHANCE_LEAST;
  for (int i = 0; i < TIMES; i++)
    {
      double interval = (double) chance_interval (&state, CHANCE_LEAST);
      CHECK (interval >= 1);
      sum += interval;
      squares += interval * interval;
    }
  CHECK_NEAR (sum / TIMES / mean, 1, 5 / sqrt (TIMES));
  CHECK_NEAR (squares / TIMES / (2 * mean * mean), 1, 5 * sqrt (5. / TIMES));
}

/* Samples blocks of SIZE bytes as a thread does, TIMES of them.  The sums are right
   within what chance_variance says, and it says no more than it must.  */
static void
sample (uint64_t size, unsigned int shift, int times)
{
  enum { RUNS = 200 };
  uint64_t state = size + shift;
  double bytes = 0, blocks = 0, spread = 0, variance = 0;
  for (int run = 0; run < RUNS; run++)
    {
      double got = 0;
      uint64_t until = chance_interval (&state, shift);
      for (int i = 0; i < times; i++)
	if (size < until)
	  until -= size;
	else
	  {
	    got += (double) chance_bytes (size, shift);
	    variance += chance_variance (size, shift);
	    blocks += (double) chance_blocks (size, shift, chance_random (&state));
	    until = chance_interval (&state, shift);
	  }
      double away = got - (double) size * times;
      spread += away * away;
      bytes += got;
    }
  double all = (double) size * times * RUNS, error = sqrt (variance) / all;
  CHECK_NEAR (bytes / all, 1, 5 * error + 1e-9);
  CHECK_NEAR (blocks / times / RUNS, 1, 5 * error + .002);
  if (variance > 0)
    CHECK_NEAR (spread / variance, 1, .6);
}

static void
test_estimates (void)
{
  sample (16, 12, 20000);
  sample (100, 14, 20000);
  sample (1000, 14, 3000);
  sample (20000, 14, 1000);
  sample (300000, 19, 1000);
  sample (100000000, 14, 10);
}

/* Sizes that no allocator has.  */
static void
test_extremes (void)
{
  CHECK_NUMBER (chance_weight (0, CHANCE_LEAST), 1);
  CHECK (chance_weight (1, CHANCE_MOST) > 500000);
  CHECK (chance_bytes (UINT64_MAX / 4, CHANCE_LEAST) >= UINT64_MAX / 5);
}

UNIT (test_chances, test_exact, test_logarithms, test_intervals, test_estimates,
      test_extremes);
