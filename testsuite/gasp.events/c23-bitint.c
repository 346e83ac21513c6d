/* Integers of any width, in signatures.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-gcc 14 } */
/* { dg-options "-std=gnu23" } */
/* { dg-not-emulated "not all processors have them" } */

#include "test.h"

KEEP _BitInt (17)
wide (unsigned _BitInt (100) x)
{
  return x & 0xf'f'f'f;
}

int
main (void)
{
  return wide (0x10000);
}

/* EVENTS:
     0 + main
     0 + wide (_BitInt(17) wide(unsigned _BitInt(100)))
     0 - wide
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
