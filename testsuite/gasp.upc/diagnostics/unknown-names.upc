/* Names that are like UPC's words, or are Berkeley UPC's: what to write, or how to have
   them declared.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }
   { dg-translation dynamic }  */

#include <upc.h>

int upc_mine;

void
misspelled (void)
{
  upc_barier;		/* { dg-error "'upc_barier' undeclared .first use in this function.; did you mean 'upc_barrier'" } */
  upc_fense;		/* { dg-error "did you mean 'upc_fence'" } */
  upc_notfy;		/* { dg-error "did you mean 'upc_notify'" } */
  upc_mime++;		/* { dg-error "did you mean 'upc_mine'" } */
}

void
berkeley (void)
{
  bupc_tick_t t;	/* { dg-error "unknown type name 'bupc_tick_t' .'-fupc-berkeley' declares what is Berkeley UPC's" } */
  bupc_sum++;		/* { dg-error "'bupc_sum' undeclared .first use in this function. .'-fupc-berkeley' declares" } */
  bupc_poll ();		/* { dg-warning "implicit declaration of function 'bupc_poll' .'-fupc-berkeley' declares" } */
  upc_barrier;
}

void
of_headers (void)
{
  upc_handle_t h;	/* { dg-error "unknown type name 'upc_handle_t' .'<upc_nb.h>' declares it." } */
  upc_synci ();		/* { dg-warning "implicit declaration of function 'upc_synci' .'<upc_nb.h>' declares it." } */
  upc_all_reduceUL ();	/* { dg-warning "'upc_all_reduceUL' .'<upc_collective.h>' declares it." } */
  upc_all_redduce ();	/* { dg-warning "implicit declaration of function 'upc_all_redduce'; did you mean" } */
}

shared int b[10];	/* { dg-error "no dimension of the shared array 'b' is a multiple of 'THREADS'.*: give the number of threads .'-fupc-threads=N'., or declare so many elements for each thread" } */
typedef shared int (*to_rows)[THREADS][13][THREADS]; /* { dg-error "size '52.THREADS.THREADS' of array 'to_rows' has 'THREADS' in more than one dimension, where its value is not known" } */
shared [10] double large[10 * THREADS][10 * THREADS]; /* { dg-error "size of array 'large' is too large, or has 'THREADS' in more than one dimension, where its value is not known" } */
