/* Signatures as C would declare them.

   SPDX-License-Identifier: Apache-2.0  */

#include <stddef.h>
#include "test.h"

struct point { int x, y; };
union any { int i; };
enum colour { red };
typedef unsigned long counter;

KEEP int add (int a, int b) { return a + b; }
KEEP void nothing (void) { MORE; }
KEEP const char *text (const char *s, char *const *v) { (void) v; return s; }
KEEP struct point make (struct point p, union any *u, enum colour c)
{ (void) u; (void) c; return p; }
KEEP counter tally (counter n, size_t m) { return n + m; }
KEEP double row (double v[4], int (*f) (int)) { (void) f; return v[0]; }
KEEP _Bool flag (volatile signed char *c, long long l) { return *c == l; }

int
main (void)
{
  struct point p = { 0, 0 };
  double v[4] = { 0 };
  signed char c = 1;

  nothing ();
  text ("", 0);
  p = make (p, 0, red);
  return add (p.x, 0) + (int) tally (0, 0) + (int) row (v, 0) + flag (&c, 0);
}

/* EVENTS:
     0 + main (int main(void))
     0 + nothing (void nothing(void))
     0 - nothing (void nothing(void))
     0 + text (const char *text(const char *, char *const *))
     0 - text (const char *text(const char *, char *const *))
     0 + make (struct point make(struct point, union any *, enum colour))
     0 - make (struct point make(struct point, union any *, enum colour))
     0 + add (int add(int, int))
     0 - add (int add(int, int))
     0 + tally (counter tally(counter, size_t))
     0 - tally (counter tally(counter, size_t))
     0 + row (double row(double *, int (*)(int)))
     0 - row (double row(double *, int (*)(int)))
     0 + flag (_Bool flag(volatile signed char *, long long int))
     0 - flag (_Bool flag(volatile signed char *, long long int))
     0 - main (int main(void))
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
/* { dg-levels -O0 -O1 -Og -Os -O2 -O3 -O2,-flto } */
