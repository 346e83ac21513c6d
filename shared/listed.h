/* listed.h - which barriers and messages are listed where there are very many.

   SPDX-License-Identifier: Apache-2.0

   Records list one in STEP, a power of 2.  A hash decides which, of what both
   sides know, so processes list the same ones; what comes at regular intervals
   is taken as often as anything else; and what is listed at a larger step is
   listed at a smaller one.  */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "hash.h"

/* Returns the hash of barrier NUMBER of these MEMBERS.  */
static inline uint64_t
gasp_barrier_hash (uint64_t members, uint64_t number)
{
  return gasp_mix (gasp_mix (members) + number);
}

/* Returns the hash of message NUMBER with TAG between the ranks FROM and TO.  A
   program that exchanges with all its neighbours in each step, and waits for
   all of it in one call, has sent as many messages to each of them.  So
   messages with one number are taken together: such a call is known whole or
   not at all.  Where there are many kinds of few messages, the number alone
   would not tell them apart.  */
#define GASP_FEW_MESSAGES 64
static inline uint64_t
gasp_message_hash (uint32_t from, uint32_t to, int32_t tag, uint64_t number)
{
  uint64_t kind = number < GASP_FEW_MESSAGES
		  ? gasp_mix ((uint64_t) from << 32 | to)
		    + gasp_mix ((uint32_t) tag)
		  : 0;
  return gasp_mix (kind + number);
}

/* Returns the number of a change at TICKS.  No process can count the changes of
   all, so this is the slice of time that the change is in.  */
#define GASP_SLICE_BITS 24
static inline uint64_t
gasp_change_number (uint64_t ticks)
{
  return GASP_FEW_MESSAGES + (ticks >> GASP_SLICE_BITS);
}

/* Returns the number of the lock at ADDRESS in the part of THREAD: a negative
   one, as only one at a time can have it.  */
static inline int64_t
gasp_lock_number (uint32_t thread, uint64_t address)
{
  uint64_t number = gasp_mix (gasp_mix (thread) + address);
  return (int64_t) (number | (uint64_t) 1 << 63);
}

/* Returns whether what has this HASH is one of those that are listed.  */
static inline bool
gasp_is_listed (uint64_t hash, uint64_t step)
{
  return !(hash & (step - 1));
}
