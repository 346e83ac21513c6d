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
shared int nested[(2 * THREADS) * 3];
shared int divided[4 / 2 * THREADS], parens[(3 - 1) * ((THREADS))], negated[THREADS * -(-2)], converted[(int) 2.0 * THREADS];

shared int cast[(int) (THREADS * 2)];		/* { dg-error "24: error: 'THREADS' in a dimension of an array may only stand alone" } */
shared int minus[-(-THREADS)];			/* { dg-error "21: error: 'THREADS' in a dimension of an array may only stand alone" } */
shared int plus[+THREADS];			/* { dg-error "may only stand alone" } */
shared int shifted[THREADS << 1];		/* { dg-error "may only stand alone" } */
shared int halves[4 * THREADS / 2];		/* { dg-error "may only stand alone" } */
shared int square[THREADS * THREADS];		/* { dg-error "may only stand alone" } */
shared int (*rows)[THREADS ? 3 : 4];		/* { dg-error "may only stand alone" } */
unsigned long size = upc_localsizeof (shared int[THREADS + 2]);	/* { dg-error "may only stand alone" } */

shared int zero[0 * THREADS];			/* { dg-error "12: error: 'THREADS' in a dimension" } */
shared int also_zero[2][(3 - 3) * THREADS];	/* { dg-error "12: error: 'THREADS' in a dimension" } */
extern shared int twice[2 * THREADS];
shared int twice[3 * THREADS];			/* { dg-error "conflicting types for 'twice'; have 'shared int.3\\*THREADS.'" } */
extern shared int thrice[2 * THREADS];
shared int thrice[3 * THREADS] = { 1 };		/* { dg-error "conflicting multiples of 'THREADS' in the bounds of 'thrice'" } */
extern shared int valued[2 * THREADS];
shared int valued[2 * THREADS] = { 1 };
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

typedef int row[THREADS];
shared row allowed_row;
row not_shared;					/* { dg-error "the size of 'not_shared', which is not shared, depends on 'THREADS'" } */
shared [] row indefinite_row;			/* { dg-error "with indefinite block size" } */
shared row two[3 * THREADS];			/* { dg-error "'THREADS' in more than one dimension of the shared array" } */

int
block (void)
{
  extern shared int same[4 * THREADS];		/* { dg-error "conflicting types for 'same'" } */
  static shared int twice[5 * THREADS];
  return twice[0];
}
