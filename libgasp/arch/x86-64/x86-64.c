/* x86-64.c - what sites and stubs look like, and how to save the processor's
   state.

   SPDX-License-Identifier: Apache-2.0  */

#include <cpuid.h>
#include <string.h>
#include "base/objects.h"

#pragma GCC visibility push (hidden)

/* How gasp_gcc_call_slowly saves the registers other than general ones: 0
   FXSAVE, 1 XSAVE, 2 XSAVEC, 3 as 2, but the parts that are usually in use one
   by one.  Until gasp_state_prepare finds a better one, the one that every
   processor has.  */
int gasp_state_how = 0;
unsigned long gasp_state_mask = 0;
unsigned long gasp_state_size = 512;

#pragma GCC visibility pop

/* State components that are not saved: protection keys, which a tool may mean
   to change, and the tiles, which no call preserves and which are large.  */
#define PKRU (1ul << 9)
#define TILES (1ul << 17 | 1ul << 18)

#define AVX512_STATE (7ul << 5)

/* In leaf 0xd, 1: XGETBV returns the parts in use.  */
#define CPUID_XGETBV1 (1u << 2)

#define LEGACY_SIZE (512 + 64)

static unsigned long
enabled_components (void)
{
  unsigned int low, high;
  __asm__ volatile ("xgetbv" : "=a" (low), "=d" (high) : "c" (0));
  return (unsigned long) high << 32 | low;
}

/* Returns the size of an area that holds the components in MASK, in the
   compacted form or the standard one.  */
static unsigned long
area_size (unsigned long mask, bool compacted)
{
  unsigned long size = LEGACY_SIZE;
  for (unsigned int i = 2; i < 63; i++)
    if (mask & 1ul << i)
      {
	unsigned int a, b, c, d;
	__cpuid_count (0xd, i, a, b, c, d);
	unsigned long start = !compacted ? b
			      : c & 2 ? (size + 63) & ~63ul : size;
	if (start + a > size)
	  size = start + a;
      }
  return size;
}

/* Returns whether the registers that MASK has can be saved one by one.  */
static bool
can_save_singly (unsigned long mask)
{
  unsigned int a, b, c, d;
  if (!__get_cpuid_count (0xd, 1, &a, &b, &c, &d) || !(a & CPUID_XGETBV1))
    return false;
  if (!(mask & AVX512_STATE))
    return true;
  return __get_cpuid_count (7, 0, &a, &b, &c, &d) && (b & bit_AVX512BW);
}

void
gasp_state_prepare (void)
{
  unsigned int a, b, c, d;
  if (!__get_cpuid (1, &a, &b, &c, &d) || !(c & bit_OSXSAVE))
    return;
  bool compacted
    = __get_cpuid_count (0xd, 1, &a, &b, &c, &d) && (a & bit_XSAVEC);
  gasp_state_mask = enabled_components () & ~(PKRU | TILES);
  gasp_state_size = area_size (gasp_state_mask, compacted);
  gasp_state_how
    = !compacted ? 1 : can_save_singly (gasp_state_mask) ? 3 : 2;
}

bool
gasp_is_end_of_handler (unsigned long address)
{
  /* movq $SYS_rt_sigreturn, %rax; syscall  */
  static const unsigned char code[]
    = { 0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05 };
  return memcmp ((const void *) address, code, sizeof code) == 0;
}

/* A site is five bytes in one aligned word: a NOP, or a call, or a jump to what
   returns instead of the instruction after it.  */
#define SITE_SIZE 5
#define CALL 0xe8
#define JUMP 0xe9
#define RETURN 0xc3
#define NOP 0x00441f0ful	/* 0f 1f 44 00 00 */
#define SITE_MASK 0xfffffffffful

bool
gasp_site_returns (const struct gasp_site *site)
{
  return ((const unsigned char *) gasp_site_address (site))[SITE_SIZE]
	 == RETURN;
}

unsigned long
gasp_site_word (const struct gasp_site *site, unsigned int kind,
		unsigned long stub)
{
  unsigned long address = gasp_site_address (site);
  unsigned long word = *(const unsigned long *) (address & ~7ul);
  unsigned int shift = (address & 7) * 8;
  unsigned long code = word >> shift & SITE_MASK;
  unsigned char first = code;
  if ((address & 7) > 8 - SITE_SIZE
      || (code != NOP && first != CALL && first != JUMP))
    return word;
  unsigned int displacement = stub - (address + SITE_SIZE);
  code = (!stub ? NOP
	  : (unsigned long) displacement << 8
	    | (kind == GASP_SITE_RETURN ? JUMP : CALL));
  return (word & ~(SITE_MASK << shift)) | code << shift;
}

/* ---- Stubs

     leaq record(%rip), %r11        and after TAIL, pushq %r11 in front
     jmp *head(%rip)                or, if it is near by, jmp hook  */

static unsigned long
put (unsigned long to, const void *bytes, size_t size)
{
  memcpy ((void *) to, bytes, size);
  return to + size;
}

/* Writes to TO an instruction, OPCODE, that ends in ADDRESS, relative to its
   end.  Returns the end.  */
static unsigned long
put_relative (unsigned long to, const void *opcode, size_t size,
	      unsigned long address)
{
  to = put (to, opcode, size);
  int displacement = (int) (address - (to + sizeof displacement));
  return put (to, &displacement, sizeof displacement);
}

void
gasp_make_head (unsigned long head, void (*hook) (void))
{
  put (head, &hook, sizeof hook);
}

void
gasp_make_stub (unsigned long stub, const struct gasp_site *site,
		unsigned int kind, unsigned long head, unsigned long hook)
{
  if (kind == GASP_SITE_TAIL)
    stub = put (stub, "\x41\x53", 2);
  stub = put_relative (stub, "\x4c\x8d\x1d", 3,
		       (unsigned long) gasp_site_function (site));
  if (hook)
    put_relative (stub, "\xe9", 1, hook);
  else
    put_relative (stub, "\xff\x25", 2, head);
}

/* ---- Calls

     leaq target(%rip), %rsi      if the variant wants that; movq slot(%rip),
                                  if the target jumps to what the slot has
     leaq file(%rip), %rsi        the registers are those of the arguments
     movl $line, %edx             after the call's own
     movl $column, %ecx
     jmp variant  */

/* Of the six arguments in registers: what "leaq 0(%rip), %r" and "movl $0, %r"
   begin with.  */
static const struct
{
  unsigned char leaq[3], movl[2], movl_size;
} arguments[] = {
  { { 0x48, 0x8d, 0x3d }, { 0xbf }, 1 },
  { { 0x48, 0x8d, 0x35 }, { 0xbe }, 1 },
  { { 0x48, 0x8d, 0x15 }, { 0xba }, 1 },
  { { 0x48, 0x8d, 0x0d }, { 0xb9 }, 1 },
  { { 0x4c, 0x8d, 0x05 }, { 0x41, 0xb8 }, 2 },
  { { 0x4c, 0x8d, 0x0d }, { 0x41, 0xb9 }, 2 }
};

static unsigned long
put_number (unsigned long to, unsigned int argument, int value)
{
  to = put (to, arguments[argument].movl, arguments[argument].movl_size);
  return put (to, &value, sizeof value);
}

static unsigned long
put_address (unsigned long to, unsigned int argument, unsigned long address)
{
  return put_relative (to, arguments[argument].leaq, 3, address);
}

/* Returns where the address is that the code at TARGET, as that of a procedure
   linkage table, jumps to at once; 0 if it does not.  */
static unsigned long
jump_slot (unsigned long target)
{
  const unsigned char *code = (const unsigned char *) target;
  int displacement;
  if (memcmp (code, "\xf3\x0f\x1e\xfa", 4) == 0) /* endbr64 */
    code += 4;
  if (*code == 0xf2)		/* bnd */
    code++;
  if (memcmp (code, "\xff\x25", 2) != 0)
    return 0;
  memcpy (&displacement, code + 2, sizeof displacement);
  return (unsigned long) code + 6 + displacement;
}

/* Puts an instruction at TO that sets ARGUMENT to the address of the function
   TARGET: once it is known the one that TARGET jumps to, which can be compared
   with others.  */
static unsigned long
put_function (unsigned long to, unsigned int argument, unsigned long target)
{
  unsigned long slot = jump_slot (target);
  if (!slot)
    return put_address (to, argument, target);
  unsigned char movq[3] = { arguments[argument].leaq[0], 0x8b,
			    arguments[argument].leaq[2] };
  return put_relative (to, movq, sizeof movq, slot);
}

void
gasp_make_call_stub (unsigned long stub, const struct gasp_call_site *call,
		     unsigned long target)
{
  unsigned int argument = call->arguments;
  if (call->takes_function)
    stub = put_function (stub, argument++, target);
  if (call->file_offset)
    stub = put_address (stub, argument++, (unsigned long) &call->file_offset
					  + call->file_offset);
  else
    stub = put_number (stub, argument++, 0);
  stub = put_number (stub, argument++, call->line);
  stub = put_number (stub, argument, call->column);
  put_relative (stub, "\xe9", 1, (unsigned long) &call->variant_offset
				 + call->variant_offset);
}

unsigned long
gasp_call_word (const struct gasp_call_site *call, unsigned long to)
{
  unsigned long address = gasp_call_address (call);
  unsigned long word = *(const unsigned long *) (address & ~7ul);
  unsigned char *bytes = (unsigned char *) &word + (address & 7);
  int displacement = (int) (to - (address + SITE_SIZE));
  if ((address & 7) <= 8 - SITE_SIZE && bytes[0] == CALL)
    memcpy (bytes + 1, &displacement, sizeof displacement);
  return word;
}

unsigned long
gasp_call_target (const struct gasp_call_site *call)
{
  unsigned long address = gasp_call_address (call);
  int displacement;
  if ((address & 7) > 8 - SITE_SIZE || *(unsigned char *) address != CALL)
    return 0;
  memcpy (&displacement, (const void *) (address + 1), sizeof displacement);
  return address + SITE_SIZE + displacement;
}
