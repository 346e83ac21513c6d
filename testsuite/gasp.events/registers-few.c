/* What is in SSE registers, SSE's flags and the x87's control word survives the
   events of a function whose unit has no other registers.  The caller is
   assembler, so that nothing is hidden by what the compiler saves.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-do run { target x86_64-*-* } } */
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
  unsigned char vector[16][16];
  unsigned mxcsr;
  unsigned short x87;
} __attribute__ ((aligned (16)));

static struct state before, after;

#define EACH_16(M) \
  M (0) M (1) M (2) M (3) M (4) M (5) M (6) M (7) M (8) M (9) M (10) M (11) \
  M (12) M (13) M (14) M (15)
#define LOAD(n) "movdqa 16*" #n "(%0), %%xmm" #n "\n\t"
#define STORE(n) "movdqa %%xmm" #n ", 16*" #n "(%1)\n\t"

static void
call_with_state (void)
{
  unsigned usual = 0x1f80;
  unsigned short usual_x87 = 0x37f;

  __asm__ volatile (EACH_16 (LOAD)
		    "ldmxcsr 256(%0)\n\tfldcw 260(%0)\n\tcall callee\n\t"
		    EACH_16 (STORE)
		    "stmxcsr 256(%1)\n\tfnstcw 260(%1)\n\t"
		    "ldmxcsr %2\n\tfldcw %3"
		    : : "b" (&before), "r" (&after), "m" (usual),
		      "m" (usual_x87)
		    : "memory", "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9",
		      "r10", "r11", "cc");
}

static int
try (unsigned mxcsr, unsigned short x87)
{
  int i, j;

  memset (&after, 0, sizeof after);
  for (i = 0; i < 16; i++)
    for (j = 0; j < 16; j++)
      before.vector[i][j] = i * 16 + j + 1;
  before.mxcsr = mxcsr;
  before.x87 = x87;
  call_with_state ();
  return memcmp (&before, &after, sizeof before) != 0;
}

int
main (void)
{
  int bad = 0;

  bad += try (0x1f80, 0x37f);
  bad += try (0x1f80 | 0x21, 0x37f);	/* flags */
  bad += try (0x1f80 | 0xe040, 0x37f);	/* rounding, denormals */
  bad += try (0x1f80, 0x27f);		/* precision */
  bad += try (0x1f80 | 0x6000, 0xf7f);
  return bad;
}
