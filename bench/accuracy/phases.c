/* phases.c - a program that keeps changing what it does.

   SPDX-License-Identifier: Apache-2.0

   Each phase is some milliseconds long and has functions of its own, so whoever
   has found out what is called most has to begin again.  */

#include <stdio.h>

#define FUNCTION(a, b, c) \
  __attribute__ ((noipa)) static unsigned \
  f##a##b##c (unsigned x) { return x * (2 * 0x##a##b##c + 3) ^ x >> 7; }
#define TEN(a, b) \
  FUNCTION (a, b, 0) FUNCTION (a, b, 1) FUNCTION (a, b, 2) FUNCTION (a, b, 3) \
  FUNCTION (a, b, 4) FUNCTION (a, b, 5) FUNCTION (a, b, 6) FUNCTION (a, b, 7) \
  FUNCTION (a, b, 8) FUNCTION (a, b, 9)
#define CALLS(a, b) \
  x = f##a##b##0 (x), x = f##a##b##1 (x), x = f##a##b##2 (x), \
  x = f##a##b##3 (x), x = f##a##b##4 (x), x = f##a##b##5 (x), \
  x = f##a##b##6 (x), x = f##a##b##7 (x), x = f##a##b##8 (x), \
  x = f##a##b##9 (x);
#define PHASE(a, b) \
  TEN (a, b) \
  __attribute__ ((noipa)) static unsigned \
  phase##a##b (unsigned x) \
  { \
    for (int i = 0; i < 50000; i++) \
      CALLS (a, b) \
    return x; \
  }
#define PHASES(a) \
  PHASE (a, 0) PHASE (a, 1) PHASE (a, 2) PHASE (a, 3) PHASE (a, 4) \
  PHASE (a, 5) PHASE (a, 6) PHASE (a, 7) PHASE (a, 8) PHASE (a, 9)
PHASES (1) PHASES (2) PHASES (3) PHASES (4) PHASES (5)

#define RUN(a) \
  x = phase##a##0 (x), x = phase##a##1 (x), x = phase##a##2 (x), \
  x = phase##a##3 (x), x = phase##a##4 (x), x = phase##a##5 (x), \
  x = phase##a##6 (x), x = phase##a##7 (x), x = phase##a##8 (x), \
  x = phase##a##9 (x);

int
main (void)
{
  unsigned x = 1;
  for (int round = 0; round < 4; round++)
    {
      RUN (1) RUN (2) RUN (3) RUN (4) RUN (5)
    }
  printf ("%u\n", x);
  return 0;
}
