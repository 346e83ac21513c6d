/* #pragma omp atomic needs an address.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }
   { dg-conduits loopback }
   { dg-options "-fopenmp" }  */

#include <upc.h>

shared int x;

void
f (void)
{
#pragma omp atomic
  x += 1;		/* { dg-error "sorry, unimplemented: UPC: '#pragma omp atomic' on a shared object" } */
}
