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
shared int unparenthesised[THREADS * 100 * 20];	/* { dg-warning "28: warning: 'THREADS' in a dimension of an array is multiplied by more than one factor" } */
shared int around[2 * THREADS * 3];		/* { dg-warning "multiplied by more than one factor" } */
shared int before[2 * 3 * THREADS], beyond[THREADS * sizeof (int)], parts[(THREADS) * (2 * 3)];

shared int zero[0 * THREADS];			/* { dg-error "12: error: 'THREADS' in a dimension" } */
shared int also_zero[2][(3 - 3) * THREADS];	/* { dg-error "12: error: 'THREADS' in a dimension" } */
extern shared int twice[2 * THREADS];
shared int twice[3 * THREADS];			/* { dg-error "conflicting multiples of 'THREADS' in the bounds of 'twice'" } */
extern shared int same[2 * THREADS], same[];
shared int same[THREADS * 2];

shared int (**deep)[THREADS][THREADS];		/* { dg-error "'THREADS' in more than one dimension of an array in a pointer's type" } */
typedef shared char (*type)[THREADS][13][THREADS];	/* { dg-error "'THREADS' in more than one dimension" } */
shared int (*once)[THREADS][13];

void
casts (shared void *v)
{
  shared void *p = (shared int (*)[THREADS][THREADS]) v;	/* { dg-error "20: error: 'THREADS' in more than one dimension" } */
  shared int (*q)[THREADS][2 * THREADS];	/* { dg-error "16: error: 'THREADS' in more than one dimension" } */
  shared int (*r)[3][2 * THREADS] = (shared int (*)[3][2 * THREADS]) v;
}

int
block (void)
{
  extern shared int same[4 * THREADS];		/* { dg-error "conflicting multiples of 'THREADS' in the bounds of 'same'" } */
  static shared int twice[5 * THREADS];
  return twice[0];
}
