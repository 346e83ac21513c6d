/* x86-64.c - what a site looks like, and how to save the processor's state.

   SPDX-License-Identifier: Apache-2.0  */

#include <cpuid.h>
#include <string.h>
#include "runtime.h"

#pragma GCC visibility push (hidden)

/* How gasp_gcc_call_slowly saves what is not in general registers: 0 FXSAVE,
   1 XSAVE, 2 XSAVEC, 3 as 2, but what is mostly in use one by one.  Until gasp_state_prepare says better, what every
   processor can.  */
int gasp_state_how = 0;
unsigned long gasp_state_mask = 0;
unsigned long gasp_state_size = 512;

#pragma GCC visibility pop

/* State components that are not saved: protection keys, which a tool may mean
   to change, and the tiles, which no call preserves and which are large.  */
#define PKRU (1ul << 9)
#define TILES (1ul << 17 | 1ul << 18)

#define AVX512_STATE (7ul << 5)

/* In leaf 0xd, 1: XGETBV tells what is in use.  */
#define CPUID_XGETBV1 (1u << 2)

#define LEGACY_SIZE (512 + 64)

static unsigned long
enabled_components (void)
{
  unsigned int low, high;
  __asm__ volatile ("xgetbv" : "=a" (low), "=d" (high) : "c" (0));
  return (unsigned long) high << 32 | low;
}

/* The size of an area that holds the components in MASK, in the compacted
   form or the standard one.  */
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

/* Whether the registers that MASK has can be saved one by one.  */
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

/* A site is a NOP of five bytes in one aligned word: dormant, and active.  */
static const unsigned char nop[5] = { 0x0f, 0x1f, 0x44, 0, 0 };
#define CALL_OPCODE 0xe8

unsigned long
gasp_active_word (const struct gasp_site *site)
{
  unsigned long address = gasp_site_address (site);
  unsigned long stub
    = (unsigned long) &site->stub_offset + site->stub_offset;
  unsigned long word = *(const unsigned long *) (address & ~7ul);
  unsigned char *bytes = (unsigned char *) &word + (address & 7);
  int displacement = (int) (stub - (address + sizeof nop));
  if ((address & 7) > 8 - sizeof nop || memcmp (bytes, nop, sizeof nop))
    return word;
  bytes[0] = CALL_OPCODE;
  memcpy (bytes + 1, &displacement, sizeof displacement);
  return word;
}
