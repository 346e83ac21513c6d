/* aarch64.c - what sites and stubs look like, and what state there is.

   SPDX-License-Identifier: Apache-2.0  */

#include <string.h>
#include <sys/auxv.h>
#include "base/objects.h"

#ifndef HWCAP_SVE
#define HWCAP_SVE (1 << 22)
#endif

#pragma GCC visibility push (hidden)

/* Not 0 if there are registers of the scalable vector extension.  */
int gasp_state_scalable;

#pragma GCC visibility pop

void
gasp_state_prepare (void)
{
  gasp_state_scalable = (getauxval (AT_HWCAP) & HWCAP_SVE) != 0;
}

bool
gasp_is_end_of_handler (unsigned long address)
{
  /* mov x8, #SYS_rt_sigreturn; svc #0  */
  static const unsigned int code[] = { 0xd2801168, 0xd4000001 };
  return memcmp ((const void *) address, code, sizeof code) == 0;
}

/* ---- Sites: one instruction  */

#define NOP 0xd503201fu
#define JUMP 0x14000000u
#define CALL 0x94000000u
#define JUMP_MASK 0xfc000000u

static unsigned int
jump (unsigned int opcode, unsigned long from, unsigned long to)
{
  return opcode | (((long) (to - from) >> 2) & ~JUMP_MASK);
}

unsigned long
gasp_site_word (const struct gasp_site *site, unsigned int kind,
		unsigned long stub)
{
  (void) kind;
  unsigned long address = gasp_site_address (site);
  unsigned long word = *(const unsigned long *) (address & ~7ul);
  unsigned int code[2], index = address >> 2 & 1;
  memcpy (code, &word, sizeof code);
  if (code[index] == NOP || (code[index] & JUMP_MASK) == JUMP)
    code[index] = stub ? jump (JUMP, address, stub) : NOP;
  memcpy (&word, code, sizeof word);
  return word;
}

/* ---- Stubs

     stub: stp x17, x30, [sp, #-32]!    head: ldr x17, hook
	   bl head                            br x17
	   ldp x17, x30, [sp], #32            hook
	   b behind site
	   record
	   behind site  */

void
gasp_make_head (unsigned long head, void (*hook) (void))
{
  static const unsigned int code[] = { 0x58000051, 0xd61f0220 };
  memcpy ((void *) head, code, sizeof code);
  memcpy ((void *) (head + sizeof code), &hook, sizeof hook);
}

void
gasp_make_stub (unsigned long stub, const struct gasp_site *site,
		unsigned int kind, unsigned long head, unsigned long hook)
{
  (void) hook;
  unsigned long behind = gasp_site_address (site) + 4;
  unsigned int code[]
    = { 0xa9be7bf1, jump (CALL, stub + 4, head), 0xa8c27bf1,
	jump (JUMP, stub + 12, behind) };
  unsigned long data[]
    = { (unsigned long) gasp_site_function (site), behind };
  (void) kind;
  memcpy ((void *) stub, code, sizeof code);
  memcpy ((void *) (stub + sizeof code), data, sizeof data);
}
