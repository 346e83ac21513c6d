/* trace-format.h - the format of the sample tool's trace files.

   SPDX-License-Identifier: Apache-2.0

   Written by the runtime (gasp_gcc.h, struct gasp_gcc_log) and trace.c, read by
   gasp trace (report/model/trace-reader.c).  A process that traces writes one
   beside its record, with the same name but for the suffix; it is mapped and
   changed in place, as the record is.  It records where each thread was
   when: which node of the record's call paths it went to, and back from.

   The file is a sequence of chunks of GASP_TRACE_CHUNK bytes.  The first is the
   header.  Each other one belongs to one thread, begins with a chunk header
   that says where and when the thread was, and goes on with entries of 2 to 8
   bytes.  So each chunk can be read by itself, and a ring drops whole ones.

   Time is in units of 2^SHIFT of the record's ticks.  An entry begins with a
   word of 16 bits, lowest byte first:

     bits 0 and 1   what it is:
	1   a leave: back to the caller of the node;          2 bytes in all
	2   to a child, DISTANCE in one byte, unsigned;       3 bytes
	3   to a child, DISTANCE in three bytes, signed;      5 bytes
	0   what bits 2 to 7 say, see below; all bits 0: the end of the chunk
     bits 2 to 15   units of time since the entry before

   DISTANCE is from the node to its child in the record, in units of
   2^GASP_TRACE_DISTANCE_SHIFT bytes, of which each node's place and size are
   multiples.  For rarer things the first byte is GASP_TRACE_RARE (WHAT), then
   come two bytes with the time, and four with a reference to a node; 7 bytes in
   all.  GASP_TRACE_TIME has 7 bytes with a time only, 8 bytes in all.  What is
   said of the innermost call, of UPC, GASP_TRACE_READS and what follows it, has
   no time: two bytes with the number of a UPC thread and five with a value, 8
   bytes in all.  So has what is said of teams of threads (OpenMP), where

     the value of a construct with the role TEAM, or MEMBER, is the region's
     number; and in place of a thread, how many were asked for, or its number in
     the team that of a TASK, or of a TASK_CREATE right before, is the task's
     number among those that a thread, which is named by its NUMBER, has made
     a lock is an address, whose upper bits are in place of the thread; after it
     the value of a HOLD is which one it is of all that had the lock.

   An entry is written by one store of 8 bytes, those after it zero: so the
   end of a chunk marks itself, whenever the writer is killed.  */

#pragma once

#include "record.h"

#define GASP_TRACE_MAGIC "GASPTRC\n"
#define GASP_TRACE_VERSION 8
#define GASP_TRACE_SUFFIX ".trace"
#define GASP_TRACE_CHUNK 16384u

struct gasp_trace_header {
  char magic[8];
  uint32_t byte_order, version;	/* as in the record */
  uint32_t header_size, chunk_size;
  uint32_t shift;
  uint32_t is_ring;		/* old entries may have been dropped */
  uint64_t stopped;		/* when it was full, in ticks; 0: not */
  uint64_t dropped;		/* chunks that were used again */
  uint64_t start_monotonic;	/* of the record, in ns; 0: not known */
  uint64_t reserved[7];
};

enum gasp_trace_state {
  GASP_TRACE_UNUSED = 0,
  GASP_TRACE_OPEN = 1,		/* its thread still writes */
  GASP_TRACE_CLOSED = 2
};

struct gasp_trace_chunk {
  uint32_t state;		/* enum gasp_trace_state */
  uint32_t thread;		/* NUMBER of the record's */
  gasp_record_ref node;		/* where the thread is as the chunk begins */
  uint32_t next;		/* the writer's */
  uint64_t sequence;		/* orders the chunks of a thread */
  uint64_t start;		/* units of time */
  uint64_t end;			/* the same, once it is closed */
  uint64_t previous;		/* SEQUENCE of the thread's one before; or 0 */
  gasp_record_ref other;	/* what the thread is in below NODE, or 0 */
  uint32_t reserved_1;
  uint64_t reserved;
};

enum gasp_trace_kind {
  GASP_TRACE_LEAVE = 1,
  GASP_TRACE_NEAR = 2,
  GASP_TRACE_CHILD = 3
};
#define GASP_TRACE_TIME_BITS 14
#define GASP_TRACE_DISTANCE_SHIFT 5

enum gasp_trace_rare {
  GASP_TRACE_TIME = 1,
  GASP_TRACE_ENTER = 2,		/* to a node, wherever it is */
  GASP_TRACE_ATOMIC = 3,	/* an event that takes no time */
  GASP_TRACE_OFF = 4,		/* nothing is measured from here on, */
  GASP_TRACE_ON = 5,		/* until here */
  GASP_TRACE_READS = 6,		/* so many bytes of the UPC thread's part, */
  GASP_TRACE_WRITES = 7,	/* or to it; of a collective function, the bytes
				   that are moved for each thread, and the
				   root */
  GASP_TRACE_LOCK = 8,		/* is about the lock at that address of the
				   thread's part */
  GASP_TRACE_VALUE = 9,		/* a handle, an operation, flags or a result; a
				   number for those that take part, and how
				   many; a tag, below bits 16 to 23 of a number
				   for its communicator, and bits 0 to 15 of
				   that */
  GASP_TRACE_UNLOCK = 10,	/* that lock is given back when the next entry
				   is */
  GASP_TRACE_DEVICE = 11,	/* is done by that device, with so many bytes */
  /* What a device did and when, noted some time later by any thread,
     within any call: the device, and the place of the request, with
     bit 32 if times are by the host's clock; then struct gasp_trace_times, each
     in 56 bits, the upper ones in place of a process.  */
  GASP_TRACE_DEVICE_PLACE = 12,
  GASP_TRACE_DEVICE_ASKED = 13,
  GASP_TRACE_DEVICE_BEGAN = 14,
  GASP_TRACE_DEVICE_TOOK = 15,
  GASP_TRACE_GROUP = 16,	/* the process is of a group: its number there
				   in place of a process, and
				   gasp_trace_group */
  /* The innermost call has opened a file: its name, in parts, the group that
     has it, as much as messages have of that, and, with MPI's mode in place of
     a process, the file's number.  */
  GASP_TRACE_TEXT = 17,
  GASP_TRACE_WITHIN = 18,
  GASP_TRACE_OPENED = 19,
  GASP_TRACE_FILE = 20,		/* it is about that file, and */
  GASP_TRACE_BYTES = 21,	/* asks for so many bytes, or has moved them */
  GASP_TRACE_REQUEST = 22,	/* and is complete when that handle is; or that
				   is so now, of the file and bytes after it */
  GASP_TRACE_MEETING = 23	/* it is a collective function that does not
				   wait, and is complete when that handle is; in
				   any other call: is so now */
};
#define GASP_TRACE_VALUE_BITS 40
/* All of a remark where there is no process.  */
#define GASP_TRACE_WIDE_BITS 56

/* A group of processes, as messages and collective functions name it: WHICH
   begins with the bits that a message's communicator has.  */
#define GASP_TRACE_WHICH_BITS 24
#define GASP_TRACE_GROUP_BITS 3
#define GASP_TRACE_MOST_RANKS 8191

static inline uint64_t
gasp_trace_group (uint32_t which, uint32_t group, uint32_t ranks)
{
  return ((which & ((1u << GASP_TRACE_WHICH_BITS) - 1))
	  | (uint64_t) (group | ranks << GASP_TRACE_GROUP_BITS)
	    << GASP_TRACE_WHICH_BITS);
}

/* Times of a device's work, in ns: ASKED is a moment within the host's event
   that requested it.  The first two are of CLOCK_MONOTONIC.  */
struct gasp_trace_times { uint64_t asked, begin, took; };
#define GASP_TRACE_RARE(what) ((what) << 2)

/* The process of a remark has 16 bits, and so READS and WRITES have for one of
   another world than the first (launchers.h), from the left: 1, 5 bits of the
   world's number and 10 of the rank.  What there are no bits for is
   GASP_TRACE_NOBODY.  */
#define GASP_TRACE_NOBODY 0xffffu

static inline uint32_t
gasp_trace_pack (uint32_t rank)
{
  uint32_t world = rank >> 20, in_world = rank & 0xfffff;
  if (!world && in_world < 0x8000)
    return in_world;
  return world && world < 31 && in_world < 1024
	   ? 0x8000 | world << 10 | in_world
	   : GASP_TRACE_NOBODY;
}

static inline uint32_t
gasp_trace_unpack (uint32_t packed)
{
  return packed < 0x8000 || packed == GASP_TRACE_NOBODY ? packed
	 : (packed >> 10 & 31) << 20 | (packed & 1023);
}
