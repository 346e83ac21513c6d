/* crash-calls.h - the calls that a process was in when it was killed.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "model/reader.h"

enum { MOST_DEPTH = 1 << 20 };

/* A thread that had not ended: its innermost call.  */
struct stopped
{
  gasp_record_ref ref;		/* of the element */
  struct gasp_record_thread thread;
  gasp_record_ref node, root;	/* 0: none */
  uint32_t depth;		/* of NODE */
  bool is_seen;			/* NODE is where it was seen last */
  bool aborts;			/* NODE is where the thread ended the program */
  bool waits;
};

/* Where a node is: how deep below its root.  Null ROOT: that is not known
   yet.  */
struct position { gasp_record_ref root; uint32_t depth; };

struct dead
{
  struct record record;
  struct stopped *threads;
  size_t count, room;
  struct position *positions;	/* of its nodes */
  uint64_t nodes;
};

/* Finds the threads of DEAD, whose record is open.  */
extern void find_calls (struct dead *dead);

/* Returns the place of the node at REF; of kind GASP_RECORD_OTHER if there is
   none.  */
extern struct gasp_record_place place_of (const struct record *record,
					  gasp_record_ref ref);
/* Returns the node that calls the one at REF: of another thread where this one
   was called to its construct.  */
extern gasp_record_ref caller_of (const struct record *record,
				  gasp_record_ref ref);
/* Returns whether the node at REF is a call by which the program was ended.  */
extern bool is_exit (const struct record *record, gasp_record_ref ref);
