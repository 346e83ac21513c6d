/* UPC 1.3, 6.4.3: what cannot be cast to a pointer-to-shared.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }  */

#include <upc.h>

shared int *p;
int *l;

void
from_local (void)
{
  p = (shared int *) l;		/* { dg-error "pointer-to-local of type 'int \\*' is converted" } */
}

void
from_constant (void)
{
  p = (shared int *) 5;		/* { dg-error "an integer is converted" } */
}

void
from_integer (long n)
{
  p = (shared int *) n;		/* { dg-error "an integer of type 'long int' is converted" } */
}

int
to_shared (int n, int *m)
{
  n = (shared int) n;		/* { dg-error "8: error: cast to a shared type" } */
  n = (const shared [] int) 3;	/* { dg-error "14: error: cast to a shared type" } */
  return n + sizeof (shared int) + upc_blocksizeof (shared [2] int);
}

/* The pointers that are pointed to, too.  */
void
inner (int **from, int *(*rows)[3], int *shared *table, shared int ***three,
       void *any)
{
  shared int **to = (shared int **) from;	/* { dg-error "21: error: cast from 'int \\*\\*' to 'shared int \\*\\*' makes pointers-to-shared" } */
  to = (shared int **) rows;	/* { dg-error "8: error: cast from" } */
  shared int *shared *other = (shared int *shared *) table;	/* { dg-error "31: error: cast from" } */
  int ***less = (int ***) three;
  to = (shared int **) any;
  to = (shared int **) (char *) any;
}

void
allowed (void)
{
  p = (shared int *) 0;
  p = 0;
  p = (shared int *) (void *) 0;
  l = (int *) p;
}
