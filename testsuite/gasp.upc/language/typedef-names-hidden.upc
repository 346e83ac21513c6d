/* The names of shared types, those with THREADS in a bound among them, are
   declared anew as variables, parameters and members.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 2 }  */

#include <upc.h>
#include "../check.h"

typedef shared int row[THREADS];
typedef shared [2] int cell;
static row n;
static cell cells[2 * THREADS];

static int
variable (int *q)
{
  int row = 3, x = 2, *p = q, cell = 5;
  int y = row * x;
  y += row * *p + (row) * 2 + cell * (row);
  return y;
}

static int
loop (void)
{
  int sum = 0;
  for (int i = 0, row = 2; i < row * 3; i++)
    sum += row * i;
  return sum;
}

static int
parameter (int a, int row, int cell)
{
  return row * cell + a * cell;
}

static int
member (void)
{
  struct { int cell, row; } s = { .row = 4, .cell = 3 }, *p = &s;
  return s.cell * 2 + p->row * 3;
}

static int
types_again (void)
{
  shared cell *p = cells;
  {
    int cell = 2, *q = &cell;
    cell = cell * *q + (cell) * 2;
  }
  cell *r = p + 1;
  row *w = &n;
  return *r + (*w)[1] + (sizeof (row *) == sizeof p);
}

int
main (void)
{
  int two = 2;
  n[MYTHREAD] = MYTHREAD;
  if (MYTHREAD == 0)
    cells[1] = 7;
  upc_barrier;
  CHECK_IS (variable (&two), 6 + 6 + 6 + 15);
  CHECK_IS (loop (), 2 * 15);
  CHECK_IS (parameter (1, 2, 3), 9);
  CHECK_IS (member (), 18);
  CHECK_IS (types_again (), 9);
  return 0;
}
