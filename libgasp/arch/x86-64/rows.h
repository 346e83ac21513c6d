/* rows.h - what the description of a program's frames says of an address.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>

#pragma GCC visibility push (hidden)

enum { FRAME_POINTER = 6, STACK_POINTER = 7 };
enum { UNCHANGED, SAVED, SAVED_BY_POINTER, LOST };

/* How to find the caller's registers.  */
struct row
{
  signed char cfa_register;
  bool cfa_in_memory;		/* at register + offset, and not that itself */
  unsigned char pointer_rule;	/* of the frame pointer: at CFA +
				   POINTER_OFFSET, or at what it is + that */
  bool outermost;
  int cfa_offset, pointer_offset;
};

/* Sets *ROW to the rule for the caller of the code before IP, and *BEGIN to the
   distance from the beginning of its function to IP.  Returns false if no rule
   is understood.  IN_HANDLER: of code in loaded objects only, and only where
   the C library finds these without a lock.  */
extern bool gasp_describe (unsigned long ip, bool in_handler, struct row *row,
			   unsigned int *begin);

#pragma GCC visibility pop
