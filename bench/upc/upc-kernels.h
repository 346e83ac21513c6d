/* upc-kernels.h - what upc-kernels.upc and upc-kernels-mpi.c have in common.

   SPDX-License-Identifier: Apache-2.0

   Each kernel is given the names of what it does together with others; all
   prints milliseconds, the least of some turns, by thread 0.  A check sum of
   each has to be the same in both programs.  */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "upc-measure.h"

#define TURNS 5

/* gups: words of the table and updates, of each thread.  */
#define WORDS (1 << 18)
#define UPDATES 200000

/* stencil: rows of each thread, and how often.  */
#define COLUMNS 1024
#define ROWS 256
#define STEPS 50

/* transpose: complex numbers of each thread for each other.  */
#define BLOCK (1 << 14)
#define TRANSPOSES 10

/* sort: keys of each thread.  */
#define KEYS (1 << 19)
#define BUCKETS 1024

/* cg: rows of the matrix, of each thread, entries of each, and how often.  */
#define UNKNOWNS 20000
#define ENTRIES 11
#define ITERATIONS 25

/* large: bytes, and how often.  */
#define LARGE 1000000
#define LARGE_TIMES 100

static inline uint64_t
next_random (uint64_t *x)
{
  *x ^= *x << 13;
  *x ^= *x >> 7;
  *x ^= *x << 17;
  return *x;
}

/* Relaxes a row of the stencil between its neighbours.  */
static inline void
relax_row (double *to, const double *above, const double *row,
	   const double *below)
{
  for (int j = 1; j < COLUMNS - 1; j++)
    to[j] = 0.25 * (above[j] + below[j] + row[j - 1] + row[j + 1]);
}

/* Returns the column of the matrix's entry E of row I: 1 by the diagonal, the
   rest small.  */
static inline long
column_of (long i, int e, long n)
{
  return (i + (long) e * e * 37 * (e & 1 ? 1 : n - 1)) % n;
}

static inline double
entry_of (int e)
{
  return e ? 0.01 : 1.0;
}

/* Sets OUT to the matrix's rows from FIRST on times IN, which is all of the
   vector.  */
static inline void
multiply (double *out, const double *in, long first, long n)
{
  for (long i = 0; i < UNKNOWNS; i++)
    {
      double sum = 0;
      for (int e = 0; e < ENTRIES; e++)
	sum += entry_of (e) * in[column_of (first + i, e, n)];
      out[i] = sum;
    }
}

static inline double
dot (const double *a, const double *b)
{
  double sum = 0;
  for (long i = 0; i < UNKNOWNS; i++)
    sum += a[i] * b[i];
  return sum;
}
