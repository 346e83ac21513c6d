/* Static shared objects that are too large; heaps may be larger.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }  */

#include <upc.h>

shared [] char below[(1L << 31) - 1];
shared [] char above[1L << 31];		/* { dg-error "sorry, unimplemented: UPC: a thread's part of the static shared object 'above' would be larger than 2147483648 bytes" } */
shared long blocked[(1L << 28) * THREADS];	/* { dg-error "sorry, unimplemented: UPC: a thread's part" } */
shared [1000] int beside[500000000L * THREADS];
shared [] char never[1L << 34];		/* { dg-error "error: a thread's part of the shared object 'never' would be larger than 17179869184 bytes" } */
