/* Initial values: of shared objects, and of private objects that have shared
   addresses in them.

   SPDX-License-Identifier: Apache-2.0

   { dg-conduits smp loopback }  */

#include "check.h"

struct s { int n; char text[4]; struct { double d[2]; } in; };

shared [2] int a[4 * THREADS] = { 1, 2, 3, [3] = 4 };
shared struct s s = { 3, "abc", { { 2.5, 1 } } };
shared struct s many[THREADS] = { { 7, "x", { { 1, 2 } } } };
shared int x = 42;
static shared int hidden = 5;
shared double _Complex z = 1 + 2i;
shared long double l = 1.5L;
shared _Bool b = 1;
shared [] char string[] = "hello";
shared int *shared shared_pointer = &x;
shared [2] int *shared pointers[THREADS] = { &a[1] };

shared int *private_pointer = &x;
shared [] int *converted = (shared [] int *) &a[2];
shared void *generic = &a[3];
struct { int n; shared int *p; shared [2] int *q[2]; } mixed
  = { 9, &x, { a, [1] = a + 3 } };
static shared int *const constant = &hidden;

static int
count (void)
{
  static shared int counter = 10;
  static shared int *pointer = &x;
  return counter + *pointer;
}

int
main (void)
{
  int i;
  upc_barrier;
  for (i = 0; i < 4; i++)
    CHECK_IS (a[i], i + 1);
  for (; i < 4 * THREADS; i++)
    CHECK_IS (a[i], 0);
  CHECK_IS (s.n, 3);
  CHECK_IS (s.text[2], 'c');
  CHECK (s.in.d[0] == 2.5 && s.in.d[1] == 1);
  CHECK (many[0].n == 7 && (THREADS == 1 || many[THREADS - 1].n == 0));
  CHECK (x == 42 && hidden == 5 && z == 1 + 2i && l == 1.5L && b == 1);
  CHECK_IS (sizeof string, 6);
  CHECK (string[0] == 'h' && string[4] == 'o' && string[5] == 0);
  CHECK (*shared_pointer == 42 && *pointers[0] == 2);
  CHECK (*private_pointer == 42 && *converted == 3);
  CHECK (*(shared [2] int *) generic == 4);
  CHECK_IS (mixed.n, 9);
  CHECK (*mixed.p == 42 && *mixed.q[0] == 1 && *mixed.q[1] == 4);
  CHECK_IS (*constant, 5);
  CHECK_IS (count (), 52);
  return 0;
}
