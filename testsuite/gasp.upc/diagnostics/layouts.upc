/* UPC 1.3, 6.5.1.1: layout qualifiers.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }  */

#include <upc.h>

int n;
shared [-3] int negative[THREADS];		/* { dg-error "block size '-3' is negative" } */
shared [-1] int minus_one[THREADS];		/* { dg-error "block size '-1' is negative" } */
shared [2.5] int fraction[THREADS];		/* { dg-error "not an integer constant" } */
shared [n] int variable[THREADS];		/* { dg-error "not an integer constant" } */
shared [UPC_MAX_BLOCK_SIZE + 1] char large[THREADS];	/* { dg-error "above 'UPC_MAX_BLOCK_SIZE'" } */
shared [*] char larger[(UPC_MAX_BLOCK_SIZE + 1) * THREADS];	/* { dg-error "above 'UPC_MAX_BLOCK_SIZE'" } */
shared [2] void *of_void;			/* { dg-error "layout qualifier for 'void'" } */
shared [] void *also_of_void;			/* { dg-error "layout qualifier for 'void'" } */
shared [*] int *pointer;			/* { dg-error "in the declaration of a pointer" } */
typedef shared [*] int type[THREADS];		/* { dg-error "in a 'typedef'" } */
int *shared [*] shared_pointer;
double *shared [*] *to_shared;			/* { dg-error "in the declaration of a pointer" } */
shared void *allowed;
shared [UPC_MAX_BLOCK_SIZE] char largest[THREADS];

shared [2] shared [3] int two_sizes;	/* { dg-error "more than one block size" } */
shared [2] shared [] int *also_none;	/* { dg-error "more than one block size" } */
