/* Types with layouts in debugging information, and in what the link-time
   optimiser reads; GCC is told to check what it writes.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 3 }
   { dg-levels -g,-O0,-fchecking=2 -g,-O2,-flto -g,-flto -g3,-O3,-flto }  */

#include "check.h"

struct unknown;
struct node { int value; shared struct node *next; };

shared struct unknown *nothing;
shared [2] double matrix[3][THREADS * 4];
shared [2] double (*row)[THREADS * 4] = matrix;
shared [] int (*indefinite)[4];
typedef shared int counter;
counter count, *pointer = &count;
typedef shared [3] const short blocked;
blocked *constant;
shared struct node nodes[THREADS];
shared [3] int a[3][5][THREADS];
struct holder { shared [2] double (*row)[THREADS * 4]; counter *c; } holder;

static double
sum (shared [2] double (*rows)[THREADS * 4], int n)
{
  double total = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4 * THREADS; j++)
      total += rows[i][j];
  return total;
}

int
main (void)
{
  shared [2] double (*mine)[THREADS * 4] = row + 1;
  holder.row = row;
  holder.c = pointer;
  upc_forall (int i = 0; i < 12 * THREADS; i++; &row[0][i])
    row[0][i] = i;
  nodes[MYTHREAD].next = &nodes[(MYTHREAD + 1) % THREADS];
  if (!MYTHREAD)
    *holder.c = 7;
  upc_barrier;
  CHECK (sum (row, 3) == 12 * THREADS * (12 * THREADS - 1) / 2);
  CHECK (mine[0][0] == 4 * THREADS && holder.row[2][1] == 8 * THREADS + 1);
  CHECK (nodes[0].next == &nodes[1 % THREADS] && count == 7);
  CHECK_IS (sizeof a, 15 * THREADS * sizeof (int));
  return 0;
}
