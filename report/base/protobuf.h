/* protobuf.h - messages in the wire format of protocol buffers.

   SPDX-License-Identifier: Apache-2.0

   A message is made of members, each with a number, in one of three forms.
   Free DATA when done.  */

#pragma once

#include <stddef.h>
#include <stdint.h>

struct message {
  unsigned char *data;
  size_t size, room;
};

/* The forms, which stand below the number.  */
enum { FORM_VARINT = 0, FORM_FIXED = 1, FORM_BYTES = 2 };

extern void add_varint (struct message *message, uint64_t value);
/* Adds SIZE BYTES as they are.  */
extern void add_raw (struct message *message, const void *bytes, size_t size);
extern void add_number (struct message *message, unsigned int member,
			uint64_t value);
/* Adds VALUE in 8 bytes.  */
extern void add_fixed (struct message *message, unsigned int member,
		       uint64_t value);
/* Adds TEXT, which should be UTF-8; bytes that are not become '?'.  */
extern void add_text (struct message *message, unsigned int member,
		      const char *text);
/* Adds PART as MEMBER, and empties it.  */
extern void add_message (struct message *message, unsigned int member,
			 struct message *part);
