/* test.h - what the tests of events share.

   SPDX-License-Identifier: Apache-2.0  */

/* A function that is called wherever the source calls it, at every level of
   optimisation: both modes then see the same.  */
#define KEEP __attribute__ ((noipa))

/* Something left to do, so that the call before it is no tail call.  */
#define MORE __asm__ volatile ("" : : : "memory")
