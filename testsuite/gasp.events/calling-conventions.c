/* ms_abi, no_caller_saved_registers, regparm-like locals, large frames.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-do run { target x86_64-*-* } } */

#include "test.h"

KEEP __attribute__ ((ms_abi)) long
microsoft (long a, double b, long c, double d, long e, double f)
{
  return a + b + c + d + e + f;
}

__attribute__ ((no_caller_saved_registers, target ("general-regs-only"), noipa)) long
saves_all (long a, long b)
{
  return a * b;
}

/* IPA register allocation: the caller may know what this one leaves alone.  */
static __attribute__ ((noinline, noclone)) long
local (long a)
{
  MORE;
  return a + 1;
}

KEEP long
uses_local (long a, long b, long c, long d)
{
  return local (a) + b + c + d;
}

KEEP long
large (int n)
{
  volatile char v[1 << 20];

  v[n] = 1;
  v[0] = 2;
  return v[n];
}

int
main (void)
{
  return microsoft (1, 2, 3, 4, 5, 6) == 21 && saves_all (3, 4) == 12
	 && uses_local (1, 2, 3, 4) == 11 && large (1 << 19) == 1 ? 0 : 1;
}
