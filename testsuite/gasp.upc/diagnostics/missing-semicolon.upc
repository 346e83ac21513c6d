/* A ";" that is missing before a statement of UPC's, where GCC says so: behind
   what should have ended, naming what the user wrote.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }  */

int x, f (int);

void
statements (int i)
{
  x = 1  /* { dg-error "8: error: expected \';\' before 'upc_fence'" } */
  upc_fence;
  x = 1  /* { dg-error "8: error: expected \';\' before 'upc_barrier'" } */
  upc_barrier 3;
  f (3)  /* { dg-error "8: error: expected \';\' before 'upc_notify'" } */
  upc_notify;
  x++  /* { dg-error "6: error: expected \';\' before 'upc_wait'" } */
  upc_wait i;
  x = 1  /* { dg-error "8: error: expected \';\' before 'upc_forall'" } */
  upc_forall (i = 0; i < 3; i++; i)
    x = 3;
  upc_fence  /* { dg-error "12: error: expected \';\' before 'upc_notify'" } */
  upc_notify;
  do
    x = 1;
  while (x)  /* { dg-error "12: error: expected \';\' before 'upc_wait'" } */
  upc_wait;
}

void
behind_expressions (int i)
{
  upc_barrier  /* { dg-error "14: error: expected \';\' before 'upc_fence'" } */
  upc_fence;
  upc_notify i  /* { dg-error "15: error: expected \';\' before 'upc_wait'" } */
  upc_wait i;
  upc_barrier (i ? 1 : 2)  /* { dg-error "26: error: expected \';\' before 'if'" } */
  if (i)
    x = 3;
  upc_notify f (1) + 2  /* { dg-error "23: error: expected \';\' before 'x'" } */
  x = 4;
  upc_wait  /* { dg-error "11: error: expected \';\' before '\}' token" } */
}

int
elsewhere (int i)
{
  int y
  upc_barrier;		/* { dg-error "3: error: expected (expression|'=', ',', ';', 'asm' or '__attribute__') before 'upc_barrier'" } */
  x = (1		/* { dg-error "expected '\\)' before 'upc_wait'" } */
  upc_wait);
  if (i)
    x = upc_forall (i = 0; i < 3; i++; i);	/* { dg-error "9: error: expected expression before 'upc_forall'" } */
  return
  upc_notify;		/* { dg-error "3: error: expected expression before 'upc_notify'" } */
}
