/* THREADS where C wants a constant, and its value is not known.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }
   { dg-translation dynamic }  */

#include <upc.h>

int n;
int sizes[2 * THREADS];	/* { dg-error "5: error: variably modified 'sizes' at file scope: 'THREADS' is a constant with '-fupc-threads=N' only" } */
int others[n];		/* { dg-error "5: error: variably modified 'others' at file scope(?!:)" } */
struct s { int starts[THREADS + 1]; };	/* { dg-error "16: error: variably modified 'starts' at file scope: 'THREADS' is" } */
enum { LAST = THREADS };	/* { dg-error "error: enumerator value for 'LAST' is not an integer constant: 'THREADS' is" } */
int count = THREADS;	/* { dg-error "13: error: initializer element is not constant: 'THREADS' is" } */
int first = n;		/* { dg-error "13: error: initializer element is not constant(?!:)" } */

int
main (void)
{
  static int z[THREADS];	/* { dg-error "14: error: storage size of 'z' isn't constant: 'THREADS' is" } */
  switch (n)
    {
    case THREADS:	/* { dg-error "error: case label does not reduce to an integer constant: 'THREADS' is" } */
      return z[0];
    }
  return 0;
}
