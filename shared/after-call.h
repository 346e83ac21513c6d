/* after-call.h - whether an address is where a call returns to, on x86-64.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>

/* The most bytes of code that are looked at.  */
#define GASP_LONGEST_CALL 7

/* Returns whether the code before IP is a call: of an address, or through a
   register or memory, in the forms of different lengths.  */
static inline bool
gasp_is_after_call (const unsigned char *ip)
{
  static const unsigned char length_of_mode[4] = { 2, 3, 6, 2 };
  if (ip[-5] == 0xe8)
    return true;
  for (int length = 2; length <= GASP_LONGEST_CALL; length++)
    {
      const unsigned char *code = ip - length;
      unsigned int mode = code[1] >> 6, base = code[1] & 7;
      if (code[0] != 0xff || (code[1] >> 3 & 7) != 2)
	continue;
      bool is_indexed = mode != 3 && base == 4;
      bool is_far = mode == 0 && (is_indexed ? code[2] & 7 : base) == 5;
      if (length_of_mode[mode] + is_indexed + (is_far ? 4 : 0) == length)
	return true;
    }
  return false;
}
