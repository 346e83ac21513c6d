/* Addresses of shared objects, converted, in initial values of private objects
   whose declarations have no word of UPC.

   SPDX-License-Identifier: Apache-2.0  */

#include "check.h"

shared int a[3 * THREADS];
typedef shared void *any;
struct s { int n; any p; shared void *q[2]; };
union u { any p; long l; };

struct s one = { 1, a, { 0, &a[1] } };
struct { int n; shared [2] int *p; any q[2]; } two[2]
  = { { 1, 0, { a, &a[2] } }, { .q[1] = &a[1] } };
any three = a, four[] = { &a[1], a };
static const union u five = { &a[2] };
__extension__ struct { any p; struct { long n; }; } seven = { &a[1], { 7 } };

static int
check_static (void)
{
  static struct s six = { 6, &a[1], { a } };
  return six.p == &a[1] && six.q[0] == a && !six.q[1];
}

int
main (void)
{
  CHECK (one.p == a && one.q[1] == &a[1] && !one.q[0] && one.n == 1);
  CHECK (two[0].q[1] == &a[2] && two[1].q[1] == &a[1] && !two[1].q[0]);
  CHECK (three == a && four[0] == &a[1] && four[1] == a);
  CHECK (five.p == &a[2]);
  CHECK (check_static ());
  CHECK (seven.p == &a[1] && seven.n == 7);
  return 0;
}
