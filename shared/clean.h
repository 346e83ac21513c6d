/* clean.h - text from outside, fit for a terminal.

   SPDX-License-Identifier: Apache-2.0

   Values of settings, arguments and names of files stand in messages, and may
   hold anything.  All that print a message do this to its text.  */

#pragma once

#include <stddef.h>

/* The precision of a value in a message, which leaves room for what would be
   right; to be put before the conversion's letter.  */
#define GASP_SHOWN "%.200s"

/* Returns whether the character at TEXT, of LENGTH bytes at most, would move
   the cursor or begin a command to the terminal: control characters, those of 8
   bits too, in UTF-8.  */
static inline int
gasp_is_control (const unsigned char *text, size_t length)
{
  return *text < 0x20 || *text == 0x7f
	 || (*text == 0xc2 && length > 1 && text[1] >= 0x80 && text[1] < 0xa0);
}

/* Puts a question mark in place of each control character in TEXT.  */
static inline void
gasp_clean (char *text, size_t length)
{
  unsigned char *byte = (unsigned char *) text;
  for (size_t i = 0; i < length; i++)
    if (gasp_is_control (byte + i, length - i))
      {
	if (byte[i] == 0xc2)
	  byte[i + 1] = '?';
	byte[i] = '?';
      }
}
