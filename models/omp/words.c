/* words.c - finds the words of libgomp's locks: see words.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "words.h"
#include <stdint.h>
#include <string.h>

#ifdef __x86_64__
/* Returns the word that the function with this CODE takes, if it begins with

     [endbr64]
     xor %eax, %eax
     mov $1, %edx
     lock cmpxchg %edx, WORD(%rip)

   as GCC compiles libgomp's function for a lock, the first two in any
   order.  */
static int *
taken_by (const unsigned char *code)
{
  static const unsigned char mark[] = { 0xf3, 0x0f, 0x1e, 0xfa },
    zero[] = { 0x31, 0xc0 }, one[] = { 0xba, 1, 0, 0, 0 },
    take[] = { 0xf0, 0x0f, 0xb1, 0x15 };
  int32_t offset;
  if (!memcmp (code, mark, sizeof mark))
    code += sizeof mark;
  bool zero_first = !memcmp (code, zero, sizeof zero);
  if (memcmp (code + (zero_first ? sizeof zero : 0), one, sizeof one)
      || memcmp (code + (zero_first ? 0 : sizeof one), zero, sizeof zero)
      || memcmp (code += sizeof zero + sizeof one, take, sizeof take))
    return NULL;
  memcpy (&offset, code += sizeof take, sizeof offset);
  return (int *) (code + sizeof offset + offset);
}
#else
static int *
taken_by (const unsigned char *code)
{
  (void) code;
  return NULL;
}
#endif

void
word_seek (struct word *word, void (*begin) (void))
{
  word->at = begin ? taken_by ((const unsigned char *) begin) : NULL;
  __atomic_store_n (&word->was_sought, true, __ATOMIC_RELEASE);
}
