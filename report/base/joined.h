/* joined.h - files of many records, which have what is the same in these once.

   SPDX-License-Identifier: Apache-2.0

   A parallel job of N processes has N records.  Those that are finished can
   be joined: a file FIRST.gasps then has what FIRST.gasp and others had, and
   these are gone.  For whoever reads records it is a directory of them: the
   record NAME in the joined file FILE is called FILE/NAME.

   The file, in the byte order of its machine:

     struct joined_header, with the name of the first record's machine after it
     of each record, packed as model/joining/pack.h has it
     texts		the size of each, as a varint, and what it consists of
     index		of each record, by name: the size of its name, the name,
			the size of what is packed: sizes as varints
     listed		what the records list, in all (model/thinning.c)

   A file of another version is not read, nor is one with records of another
   version.  */

#pragma once

#include "record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JOINED_SUFFIX ".gasps"
#define JOINED_MAGIC "GASPJOIN"
#define JOINED_VERSION 2

struct joined_header
{
  struct gasp_record_header first; /* that record's, but for MAGIC and HOST */
  uint32_t version;
  uint32_t count;		/* of records */
  uint32_t text_count;
  uint32_t same_counters;	/* 1: all records have those of the first */
  uint64_t packed, texts, index, listed; /* where these are, */
  uint64_t end;			/* and where the last of them ends */
};

/* Bytes that are somewhere else.  */
struct bytes { const unsigned char *data; size_t size; };

/* Takes a varint from the front of *BYTES; 0 if there is none, and then nothing
   is left of *BYTES.  */
extern uint64_t take_varint (struct bytes *bytes);
/* Takes SIZE bytes, or all that are left if these are fewer.  */
extern struct bytes take_bytes (struct bytes *bytes, uint64_t size);

struct member { const char *name; struct bytes packed; };

struct joined
{
  char *path;
  struct bytes file;		/* mapped */
  struct joined_header header;
  struct member *members;	/* by name */
  size_t member_count;
  struct bytes *texts;
  size_t text_count;
  struct bytes listed;
  size_t wanted;		/* model/survey.c's: of its records */
  void *decoder;		/* model/joining/pack.c's */
};

/* Returns whether NAME, without a directory, is the name of a joined file.  */
extern bool is_joined_name (const char *name);

/* Returns the joined file PATH, which stays open; null if it cannot be read,
   and then *WHY, which may be null, is a message (allocated).  */
extern struct joined *open_joined (const char *path, char **why);

/* Returns the record that PATH names in a joined file, and that file in *FILE;
   null if there is none.  */
extern const struct member *joined_member (const char *path,
					   struct joined **file);

/* Releases most of all joined files from memory, as they will not be looked at
   again.  */
extern void rest_joined (void);
