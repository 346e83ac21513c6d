/* hash.h - numbers that stand for what they are made of.

   SPDX-License-Identifier: Apache-2.0

   All who find things by hashes, or compare these, have them from here.
   Records and other processes have them too, so the functions stay as they
   are.  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The hash of what has no bytes.  */
#define GASP_HASH_OF_NOTHING UINT64_C (0xcbf29ce484222325)

/* Returns VALUE, all bits of which have changed the upper ones.  */
static inline uint64_t
gasp_spread (uint64_t value)
{
  return value * UINT64_C (0x9e3779b97f4a7c15);
}

/* Returns VALUE, all bits of which have changed all others.  */
static inline uint64_t
gasp_mix (uint64_t value)
{
  value = gasp_spread (value);
  value ^= value >> 32;
  value *= UINT64_C (0xd6e8feb86659fd93);
  return value ^ value >> 32;
}

static inline uint64_t
gasp_hash_byte (uint64_t hash, unsigned char byte)
{
  return (hash ^ byte) * UINT64_C (0x100000001b3);
}

/* Returns the hash of what HASH is of, and SIZE bytes.  */
static inline uint64_t
gasp_hash_bytes (uint64_t hash, const void *bytes, size_t size)
{
  for (const unsigned char *p = bytes, *end = p + size; p < end; p++)
    hash = gasp_hash_byte (hash, *p);
  return hash;
}

/* Returns the hash of what HASH is of, and TEXT, which may be null.  */
static inline uint64_t
gasp_hash_text (uint64_t hash, const char *text)
{
  for (; text && *text; text++)
    hash = gasp_hash_byte (hash, (unsigned char) *text);
  return hash;
}

/* ---- Pipes, as the processes at their ends know them.  */

/* No address has this bit.  */
#define GASP_PIPE (UINT64_C (1) << 63)
/* The end that is written.  */
#define GASP_PIPE_WRITTEN UINT64_C (1)

/* Returns the number of the end of a pipe that is read, or WRITTEN.  The SIZE
   bytes at KEY say which pipe: of a file system's, its device and inode, of
   eight bytes each.  */
static inline uint64_t
gasp_pipe_number (const void *key, size_t size, bool written)
{
  uint64_t hash = gasp_hash_bytes (GASP_HASH_OF_NOTHING, key, size);
  return GASP_PIPE | (gasp_mix (hash) & ~GASP_PIPE_WRITTEN)
	 | (written ? GASP_PIPE_WRITTEN : 0);
}
