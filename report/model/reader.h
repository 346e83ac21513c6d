/* reader.h - look into a record file, trusting nothing in it.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/joined.h"
#include "record.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* One segment; counts of its header that exceed the file are reduced.  */
struct segment {
  uint32_t kind, element_size, used;
  uint64_t first;		/* number of elements of its kind before it */
};

struct record {
  const char *path;
  const unsigned char *data;
  size_t size;
  struct gasp_record_header header; /* a copy: the file may be changing */
  struct segment *segments;
  size_t segment_count;
  size_t damaged;		/* segments left out because they make no
				   sense */
  bool cut_short;		/* a segment continues after the end of the
				   file */
  struct joined *joined;	/* the file that it is a MEMBER of; or null */
  const struct member *member;
};

/* Releases most of RECORD from memory, as it will not be looked at again.  */
extern void record_rest (const struct record *record);

/* Returns where the data in the file FD end, rounded up to UNIT: a file that
   could not be opened any more when it was to grow has no blocks after that,
   and a full file system may have none for reading them.  */
extern size_t end_of_data (int fd, const struct stat *st, size_t unit);

/* Maps the record file PATH, or unpacks the record that has this name in a
   joined file.  Returns null, or an error message (allocated).  */
extern char *record_open (struct record *record, const char *path);

/* Lets RECORD take little memory until it is resumed: its header and strings
   that were asked for are still there, and nothing else.  */
extern void record_suspend (struct record *record);
extern void record_resume (struct record *record);
/* Ends the use of RECORD, also of one that could not be opened, and of all its
   strings.  */
extern void record_close (struct record *record);

/* Returns the data that the reference REF refers to if SIZE bytes of it are
   in the file, else null.  They may change: copy them before checking and
   using them.  */
extern const void *record_at (const struct record *record,
			      gasp_record_ref ref, size_t size);

/* Returns a string of the record; ABSENT if REF is 0, "?" if it makes no
   sense.  */
extern const char *record_string (const struct record *record,
				  gasp_record_ref ref, const char *absent);
/* Returns a number that all processes of the program share.  Where the record
   has none, processes of a host with the same parent are taken for one
   program.  */
extern uint64_t record_job (const struct record *record);
/* Returns, of a rank as records have it, the number of its world
   (launchers.h), and the rest.  */
extern uint32_t world_of (uint32_t rank), rank_in_world (uint32_t rank);

/* Returns how many elements of KIND there are.  */
extern uint64_t record_count (const struct record *record, uint32_t kind);

/* record_each calls VISIT with each element of KIND and its number, from 0.  */
typedef void record_visitor (void *closure, const void *element,
			     uint64_t number);
extern void record_each (const struct record *record, uint32_t kind,
			 record_visitor *visit, void *closure);

/* The number, as record_each counts, of the element of KIND that REF refers
   to; RECORD_NONE if it refers to none.  */
#define RECORD_NONE UINT64_MAX
extern uint64_t record_number (const struct record *record, uint32_t kind,
			       gasp_record_ref ref);
