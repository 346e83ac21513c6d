/* protobuf.c - messages in the wire format of protocol buffers.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/protobuf.h"
#include "base/util.h"

#include <stdlib.h>

static void
add_byte (struct message *message, unsigned char byte)
{
  message->data = room_for_one (message->data, message->size, &message->room,
				1);
  message->data[message->size++] = byte;
}

void
add_varint (struct message *message, uint64_t value)
{
  for (; value > 0x7f; value >>= 7)
    add_byte (message, (unsigned char) (value | 0x80));
  add_byte (message, (unsigned char) value);
}

void
add_raw (struct message *message, const void *bytes, size_t size)
{
  for (size_t i = 0; i < size; i++)
    add_byte (message, ((const unsigned char *) bytes)[i]);
}

void
add_number (struct message *message, unsigned int member, uint64_t value)
{
  add_varint (message, member << 3 | FORM_VARINT);
  add_varint (message, value);
}

void
add_fixed (struct message *message, unsigned int member, uint64_t value)
{
  add_varint (message, member << 3 | FORM_FIXED);
  for (int i = 0; i < 8; i++, value >>= 8)
    add_byte (message, (unsigned char) value);
}

static void
add_bytes (struct message *message, unsigned int member, const void *bytes,
	   size_t size)
{
  add_varint (message, member << 3 | FORM_BYTES);
  add_varint (message, size);
  add_raw (message, bytes, size);
}

void
add_text (struct message *message, unsigned int member, const char *text)
{
  struct message clean = { NULL, 0, 0 };
  while (*text)
    {
      size_t length = utf8_length (text);
      for (size_t i = 0; i < length; i++)
	add_byte (&clean, (unsigned char) text[i]);
      if (!length)
	add_byte (&clean, '?');
      text += length ? length : 1;
    }
  add_bytes (message, member, clean.data, clean.size);
  free (clean.data);
}

void
add_message (struct message *message, unsigned int member,
	     struct message *part)
{
  add_bytes (message, member, part->data, part->size);
  part->size = 0;
}
