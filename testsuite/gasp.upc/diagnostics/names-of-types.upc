/* Types are named in messages as UPC spells them.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }
   { dg-translation dynamic }  */

#include <upc.h>

struct s { int member[3]; } x;
typedef shared [3] int three;
shared int open[], (*to_open)[];
shared [4] int rows[5][4 * THREADS];
strict shared [4] int (*firm)[4 * THREADS];
const shared [5] int fixed[5 * THREADS];
relaxed shared [] int *one;
shared [4] int *shared [2] table[2 * THREADS];
int *shared places[THREADS][2], *const shared kept[THREADS];
shared struct s structures[THREADS];
int (*function) (shared int *, shared void *, shared [] double (*)[8]);
int (*shared functions[THREADS]) (const shared [2] int (*)[2 * THREADS]);
shared void *v;
three *t;

void
f (void)
{
  x = &rows;		/* { dg-error "from type 'shared \\\[4\\\] int \\(\\*\\)\\\[5\\\]\\\[4\\*THREADS\\\]'" } */
  x = rows;		/* { dg-error "from type 'shared \\\[4\\\] int \\(\\*\\)\\\[4\\*THREADS\\\]'" } */
  x = rows[0];		/* { dg-error "from type 'shared \\\[4\\\] int \\*'" } */
  x = firm;		/* { dg-error "from type 'strict shared \\\[4\\\] int \\(\\*\\)\\\[4\\*THREADS\\\]'" } */
  x = &fixed;		/* { dg-error "from type 'const shared \\\[5\\\] int \\(\\*\\)\\\[5\\*THREADS\\\]'" } */
  x = one;		/* { dg-error "from type 'relaxed shared \\\[\\\] int \\*'" } */
  x = &table;		/* { dg-error "from type 'shared \\\[4\\\] int \\*shared \\\[2\\\] \\(\\*\\)\\\[2\\*THREADS\\\]'" } */
  x = table;		/* { dg-error "from type 'shared \\\[4\\\] int \\*shared \\\[2\\\] \\*'" } */
  x = &places;		/* { dg-error "from type 'int \\*shared \\(\\*\\)\\\[THREADS\\\]\\\[2\\\]'" } */
  x = kept;		/* { dg-error "from type 'int \\* const shared \\*'" } */
  x = &open;		/* { dg-error "from type 'shared int \\(\\*\\)\\\[\\\]'" } */
  x = &structures;	/* { dg-error "from type 'shared struct s \\(\\*\\)\\\[THREADS\\\]'" } */
  x = structures[0].member;	/* { dg-error "from type 'shared( \\\[\\\])? int \\*'" } */
  x = &structures[0].member;	/* { dg-error "from type 'shared( \\\[\\\])? int \\(\\*\\)\\\[3\\\]'" } */
  x = function;		/* { dg-error "from type 'int \\(\\*\\)\\(shared int \\*, shared void \\*, shared \\\[\\\] double \\(\\*\\)\\\[8\\\]\\)'" } */
  x = functions;	/* { dg-error "from type 'int \\(\\*shared \\*\\)\\(const shared \\\[2\\\] int \\(\\*\\)\\\[(THREADS \\* 2|2\\*THREADS)\\\]\\)'" } */
  x = v;		/* { dg-error "from type 'shared void \\*'" } */
  x = t;		/* { dg-error "from type 'shared \\\[3\\\] three \\*' .aka 'shared \\\[3\\\] int \\*'." } */
  x = (const volatile shared [2] int **) 0;	/* { dg-error "from type 'const volatile shared \\\[2\\\] int \\*\\*'" } */
  x = (shared int (*) (shared int *, int)) 0;	/* { dg-error "result of a function|from type" } */
  firm = rows;		/* { dg-warning "assignment to 'strict shared \\\[4\\\] int \\(\\*\\)\\\[4\\*THREADS\\\]' from incompatible pointer type 'shared \\\[4\\\] int \\(\\*\\)\\\[4\\*THREADS\\\]'" } */
  shared int (*block)[7 * THREADS];
  x = block;		/* { dg-error "from type 'shared int \\(\\*\\)\\\[(7\\*THREADS|THREADS \\* 7)\\\]'" } */
  switch (v) {}		/* { dg-error "switch quantity" } */
  x = v + 1;		/* { dg-error "'shared void \\*', which points to no elements" } */
}
