/* All that a function need not know about survives its events: every vector
   and mask register, the x87 stack, the control and status word of SSE; in
   all combinations of what is in use.  The caller is assembler, so that
   nothing is hidden by what the compiler saves.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-do run { target x86_64-*-* } } */
/* { dg-options "-mavx512f -mavx512bw" } */
/* { dg-modes emitted } */

#include <string.h>
#include "test.h"

KEEP void
callee (void)
{
  __asm__ volatile ("");
}

struct state
{
  unsigned char vector[32][64];
  unsigned long mask[8];
  unsigned mxcsr;
} __attribute__ ((aligned (64)));

static struct state before, after;

#define EACH_32(M) \
  M (0) M (1) M (2) M (3) M (4) M (5) M (6) M (7) M (8) M (9) M (10) M (11) \
  M (12) M (13) M (14) M (15) M (16) M (17) M (18) M (19) M (20) M (21) \
  M (22) M (23) M (24) M (25) M (26) M (27) M (28) M (29) M (30) M (31)
#define EACH_8(M) M (0) M (1) M (2) M (3) M (4) M (5) M (6) M (7)
#define LOAD_VECTOR(n) "vmovdqu64 64*" #n "(%0), %%zmm" #n "\n\t"
#define STORE_VECTOR(n) "vmovdqu64 %%zmm" #n ", 64*" #n "(%1)\n\t"
#define LOAD_MASK(n) "kmovq 2048+8*" #n "(%0), %%k" #n "\n\t"
#define STORE_MASK(n) "kmovq %%k" #n ", 2048+8*" #n "(%1)\n\t"

static void
call_with_state (void)
{
  unsigned usual = 0x1f80;
  __asm__ volatile (EACH_32 (LOAD_VECTOR) EACH_8 (LOAD_MASK)
		    "ldmxcsr 2112(%0)\n\tcall callee\n\t"
		    EACH_32 (STORE_VECTOR) EACH_8 (STORE_MASK)
		    "stmxcsr 2112(%1)\n\tldmxcsr %2"
		    : : "b" (&before), "r" (&after), "m" (usual)
		    : "memory", "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9",
		      "r10", "r11", "cc");
}

/* Set what is to be in use: the registers of SSE always.  */
static void
fill (int upper_halves, int added)
{
  int i, j;

  memset (&before, 0, sizeof before);
  memset (&after, 0, sizeof after);
  for (i = 0; i < 32; i++)
    for (j = 0; j < 64; j++)
      if (i < 16 ? j < 16 || upper_halves : added)
	before.vector[i][j] = i * 7 + j + 1;
  for (i = 0; added && i < 8; i++)
    before.mask[i] = 0x1234567890abcdefUL * (i + 1);
  before.mxcsr = 0x1f80 | 0x21 | (upper_halves ? 0x6000 : 0);
}

static int
try (int upper_halves, int added, int x87)
{
  double pi = 0, one = 0;

  fill (upper_halves, added);
  if (x87)
    __asm__ volatile ("fld1\n\tfldpi");
  call_with_state ();
  if (x87)
    __asm__ volatile ("fstpl %0\n\tfstpl %1" : "=m" (pi), "=m" (one));
  __asm__ volatile ("vzeroall");
  return (memcmp (&before, &after, sizeof before) != 0
	  || (x87 && !(pi > 3.14 && pi < 3.15 && one == 1)));
}

int
main (void)
{
  int i, bad = 0;

  if (__builtin_cpu_supports ("avx512bw"))
    for (i = 0; i < 64; i++)
      bad += try (i & 1, i >> 1 & 1, i >> 2 & 1);
  return bad != 0;
}
