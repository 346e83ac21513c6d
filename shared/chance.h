/* chance.h - allocations that are sampled: which, and what each stands for.

   SPDX-License-Identifier: Apache-2.0

   For the recorder and the reporter, which has no other knowledge of it.
   Points lie at random on the bytes that a thread allocates, one in 2^SHIFT of
   them on average (a Poisson process), and a block with one is sampled: a large
   one nearly always.  One of SIZE bytes that is sampled with the chance P
   stands for 1 / P of them, so that sums of what blocks stand for are right on
   average.  Where all blocks are known, SHIFT is 0, and each stands for itself.

   None of the mathematical library's functions, which the recorder has not.  */

#pragma once

#include <stdint.h>

#include "hash.h"

/* 4 KB, which threads begin with, to 512 KB.  */
#define CHANCE_LEAST 12
#define CHANCE_MOST 19

/* Returns the chance that a block of SIZE bytes has a point, which is
   1 - exp (-SIZE / 2^SHIFT).  That of a small part is a short series; twice as
   much has P + P - P * P.  */
static inline double
chance_of (uint64_t size, unsigned int shift)
{
  double x = (double) size / (double) (1ull << shift);
  unsigned int doublings = 0;
  if (shift == 0 || x > 40)
    return 1;
  for (; x > 1. / 16; doublings++)
    x /= 2;
  double p
    = x * (1 - x / 2 * (1 - x / 3 * (1 - x / 4 * (1 - x / 5 * (1 - x / 6)))));
  while (doublings-- > 0)
    p *= 2 - p;
  return p;
}

/* Returns how many blocks a sampled one stands for.  */
static inline double
chance_weight (uint64_t size, unsigned int shift)
{
  double p = chance_of (size, shift);
  return p > 0 ? 1 / p : 1;
}

/* Returns the variance that a sampled block adds to the estimate of how many
   blocks there are; chance_variance, to that of their bytes.  */
static inline double
chance_blocks_variance (uint64_t size, unsigned int shift)
{
  double weight = chance_weight (size, shift);
  return weight * (weight - 1);
}

static inline double
chance_variance (uint64_t size, unsigned int shift)
{
  return (double) size * (double) size * chance_blocks_variance (size, shift);
}

/* A sum of such squares, of the calls at a node of the record, as it stands in
   the node's SKIP: the bits of a float.  Small and huge numbers are what was in
   it before allocations were sampled.  */
#define CHANCE_LEAST_BITS 0x0d000000u /* 2^-101 */
#define CHANCE_MOST_BITS 0x7f800000u  /* infinity */

static inline float
chance_variance_in (uint32_t bits)
{
  union { uint32_t bits; float number; } v = { bits };
  return bits >= CHANCE_LEAST_BITS && bits < CHANCE_MOST_BITS ? v.number : 0;
}

static inline void
chance_add_variance (uint32_t *bits, double variance)
{
  union { float number; uint32_t bits; } v
    = { chance_variance_in (*bits) + (float) variance };
  if (v.bits >= CHANCE_LEAST_BITS && v.bits < CHANCE_MOST_BITS)
    *bits = v.bits;
}

/* Returns the square of the error of the BYTES of so many CALLS, of which
   VARIANCE is that of the calls: as if all had one size, but no more than there
   can be.  */
static inline double
chance_bytes_variance (double calls, double bytes, double variance)
{
  double size = calls > 0 ? bytes / calls : 0;
  double most = bytes * (double) (1ull << CHANCE_MOST);
  return size * size * variance < most ? size * size * variance : most;
}

/* Return these as whole numbers, for counters that they are added to and taken
   off again.  A small number of blocks is rounded by ADDRESS, which is as good
   as random.  */

static inline uint64_t
chance_bytes (uint64_t size, unsigned int shift)
{
  return shift ? (uint64_t) ((double) size * chance_weight (size, shift) + .5)
	       : size;
}

static inline uint64_t
chance_blocks (uint64_t size, unsigned int shift, uint64_t address)
{
  uint64_t hash = gasp_spread (address >> 4) >> 32;
  return shift ? (uint64_t) (chance_weight (size, shift)
			     + (double) hash / 4294967296.)
	       : 1;
}

/* ---- The recorder's.  */

/* Returns the natural logarithm of X, which is above 0 and normal: that of its
   mantissa by the series of the inverse hyperbolic tangent.  */
static inline double
chance_log (double x)
{
  union { double number; uint64_t bits; } v = { x };
  int exponent = (int) (v.bits >> 52) - 1023;
  v.bits = (v.bits & (((uint64_t) 1 << 52) - 1)) | (uint64_t) 1023 << 52;
  double t = (v.number - 1) / (v.number + 1), power = t, sum = 0;
  for (int i = 1; i < 24; i += 2, power *= t * t)
    sum += power / i;
  return exponent * 0.693147180559945309417 + 2 * sum;
}

static inline uint64_t
chance_random (uint64_t *state)
{
  uint64_t x = *state += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

/* Returns the number of the byte that has the next point, from 1.  */
static inline uint64_t
chance_interval (uint64_t *state, unsigned int shift)
{
  double u = (double) ((chance_random (state) >> 11) + 1) / 9007199254740992.;
  return (uint64_t) (-chance_log (u) * (double) (1ull << shift)) + 1;
}
