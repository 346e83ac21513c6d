/* paths.c - a million call paths, each gone several times.

   SPDX-License-Identifier: Apache-2.0

   Prints how many calls of `step' there were.  */

#include <stdio.h>

#define LEVELS 6
#define WIDTH 9
#define ROUNDS 3

typedef void function (int level);
static unsigned long calls;
static function *const all[];

__attribute__ ((noinline)) static void
step (int level)
{
  calls++;
  for (int i = 0; level && i < WIDTH; i++)
    all[i] (level - 1);
}

#define F(n) \
  static void f##n (int level) { step (level); __asm__ volatile (""); }
F (0) F (1) F (2) F (3) F (4) F (5) F (6) F (7) F (8)
static function *const all[] = { f0, f1, f2, f3, f4, f5, f6, f7, f8 };

int
main (void)
{
  for (int i = 0; i < ROUNDS; i++)
    step (LEVELS);
  printf ("%lu\n", calls);
  return 0;
}
