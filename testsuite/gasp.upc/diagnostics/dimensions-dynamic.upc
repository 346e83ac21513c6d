/* UPC 1.3, 6.5.2.1: dimensions where THREADS is not known.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }
   { dg-translation dynamic }  */

#include <upc.h>

shared int none[10];			/* { dg-error "no dimension of the shared array 'none'" } */
shared [3] int none_blocked[10];	/* { dg-error "no dimension of the shared array" } */
shared [] int indefinite[THREADS];	/* { dg-error "with indefinite block size" } */
shared int sum[10 + THREADS];		/* { dg-error "may only stand alone or be multiplied" } */
shared [THREADS * 2] int layout[THREADS];	/* { dg-error "block size that depends on 'THREADS'" } */
shared int allowed[10 * THREADS], also[THREADS * (100 * 20)];
shared [] int in_one[10];

shared int zero[0 * THREADS];			/* { dg-error "12: error: 'THREADS' in a dimension" } */
shared int also_zero[2][(3 - 3) * THREADS];	/* { dg-error "12: error: 'THREADS' in a dimension" } */
extern shared int twice[2 * THREADS];
shared int twice[3 * THREADS];			/* { dg-error "conflicting multiples of 'THREADS' in the bounds of 'twice'" } */
extern shared int same[2 * THREADS], same[];
shared int same[THREADS * 2];

int
block (void)
{
  extern shared int same[4 * THREADS];		/* { dg-error "conflicting multiples of 'THREADS' in the bounds of 'same'" } */
  static shared int twice[5 * THREADS];
  return twice[0];
}
