/* riscv64.c - what sites and stubs look like.

   SPDX-License-Identifier: Apache-2.0  */

#include <string.h>
#include "base/objects.h"

void
gasp_state_prepare (void)
{
}

bool
gasp_is_end_of_handler (unsigned long address)
{
  /* li a7, SYS_rt_sigreturn; ecall  */
  static const unsigned int code[] = { 0x08b00893, 0x00000073 };
  return memcmp ((const void *) address, code, sizeof code) == 0;
}

/* ---- Sites: two instructions in one aligned word  */

#define NOP 0x00000013u
#define AUIPC 0x00000297u	/* t0 */
#define JALR 0x000282e7u	/* t0, (t0) */
#define OPCODE 0xfffu

/* Returns the two parts of the distance from FROM to TO: the second is
   signed.  */
static unsigned int
upper (unsigned long from, unsigned long to)
{
  return (unsigned int) (to - from + 0x800) & ~OPCODE;
}

static unsigned int
lower (unsigned long from, unsigned long to)
{
  return (unsigned int) (to - from) << 20;
}

/* Returns the instructions of SITE that go to STUB.  Once the first
   instruction is that of a call it stays: so a thread that is between the two
   never goes astray when the second one is switched.  All stubs of a site are
   near each other; in the rare case that they do not have the same upper part,
   the site remains as it is.  */
unsigned long
gasp_site_word (const struct gasp_site *site, unsigned int kind,
		unsigned long stub)
{
  (void) kind;
  unsigned long address = gasp_site_address (site);
  unsigned long word = *(const unsigned long *) address;
  unsigned int code[2];
  memcpy (code, &word, sizeof code);
  unsigned int first = stub ? AUIPC | upper (address, stub) : code[0];
  if ((code[0] != NOP && code[0] != first)
      || (code[1] != NOP && (code[1] & 0xfffff) != JALR))
    return word;
  code[0] = first;
  code[1] = stub ? JALR | lower (address, stub) : NOP;
  memcpy (&word, code, sizeof word);
  return word;
}

/* ---- Stubs

     stub: addi sp, sp, -32             head: sd t1, 16(sp)
	   sd t0, 24(sp)                      auipc t1, 0
	   auipc t0, head                     ld t1, 12(t1)
	   jalr t0, head(t0)                  jr t1
	   record                             hook  */

void
gasp_make_head (unsigned long head, void (*hook) (void))
{
  static const unsigned int code[]
    = { 0x00613823, 0x00000317, 0x00c33303, 0x00030067 };
  memcpy ((void *) head, code, sizeof code);
  memcpy ((void *) (head + sizeof code), &hook, sizeof hook);
}

void
gasp_make_stub (unsigned long stub, const struct gasp_site *site,
		unsigned int kind, unsigned long head, unsigned long hook)
{
  (void) hook;
  const struct gasp_gcc_function *function = gasp_site_function (site);
  unsigned int code[]
    = { 0xfe010113, 0x00513c23, AUIPC | upper (stub + 8, head),
	JALR | lower (stub + 8, head) };
  (void) kind;
  memcpy ((void *) stub, code, sizeof code);
  memcpy ((void *) (stub + sizeof code), &function, sizeof function);
}
