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

int
elsewhere (int i)
{
  upc_barrier
  upc_fence;		/* { dg-error "3: error: expected expression before 'upc_fence'" } */
  int y
  upc_barrier;		/* { dg-error "3: error: expected (expression|'=', ',', ';', 'asm' or '__attribute__') before 'upc_barrier'" } */
  x = (1		/* { dg-error "expected '\\)' before 'upc_wait'" } */
  upc_wait);
  if (i)
    x = upc_forall (i = 0; i < 3; i++; i);	/* { dg-error "9: error: expected expression before 'upc_forall'" } */
  return
  upc_notify;		/* { dg-error "3: error: expected expression before 'upc_notify'" } */
}
