/* UPC 1.3, 6.5.2.1, example 2: what is right where THREADS is known.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }
   { dg-translation static }  */

#include <upc.h>

void *q;
shared int a[10 + THREADS];
shared [] int b[THREADS];
shared int c[10];
shared int d[THREADS][4 * THREADS];
shared int e[THREADS * THREADS];
shared int f[THREADS * 100 * 20];
shared int (**p)[THREADS][THREADS];
typedef shared int (*t)[THREADS][13][THREADS];
shared [THREADS * 2] int g[4 * THREADS];
