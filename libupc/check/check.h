/* check.h - what -fupc-check finds while a program runs.

   SPDX-License-Identifier: Apache-2.0

   Compiled code notes each access to shared space, or calls
   __upc_check_closely; libupc's own functions call others by a table
   (core/checks.h):

     note.c      what optimised code does itself (prelude/gasp-upc-check.h)
     access.c    is the pointer to something
     library.c   what library functions access, allocate and free; the table
     blocks.c    what the heaps have, and had
     objects.c   static objects
     stamps.c    which accesses need not be checked again
     races.c     which accesses nothing orders
     places.c    where in the program these are
     order.c     what orders them: barriers, locks, strict accesses
     transfers.c those that go on while the thread does
     together.c  whether all threads call the same collective function
     report.c    says so

   All of it is in memory that the threads of one machine share, mapped before
   they are made.  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/diagnostics/checks.h"
#include "core/pts.h"
#include "core/start.h"
#include "prelude/gasp-upc-log.h"

/* HOW of __upc_check_closely: libupc/prelude/gasp-upc-check.h.  */
#define UPC_CHECK_WRITE 1
#define UPC_CHECK_STRICT 2
#define UPC_CHECK_ONE_BLOCK 4
#define UPC_CHECK_SIZE_SHIFT 5
#define UPC_CHECK_BLOCK_SHIFT 40

/* A place in the program: LINE << 32 | COLUMN of FILE; or, FILE being the name
   of a library function, the address of the code that called it, with the
   highest bit set.  */
struct upc_where
{
  const char *file;
  uint64_t place;
};
#define UPC_WHERE_CALLED (UINT64_C (1) << 63)

/* Called by start.c of programs that were linked with -fupc-check.  */
extern void __upc_check_start (void);
extern void __upc_check_access (upc_pts_t p, uint64_t how, const char *proxy,
				int64_t total, struct __upc_check_site *site);
extern void __upc_check_closely (upc_pts_t p, uint64_t how, const char *proxy,
				 int64_t total, struct __upc_check_site *site);
/* Checks COUNT accesses at P, P + PACE and so on.  OBJECT is the address of the
   object that they are to, or 0.  */
extern void __upc_check_run (upc_pts_t p, int64_t count, int64_t pace,
			     uint64_t how, upc_pts_t object, int64_t total,
			     struct __upc_check_site *site);
extern void __upc_check_strict_read (upc_pts_t p);
extern void __upc_check_cast (upc_pts_t p,
			      const struct __upc_check_site *site);

static inline struct upc_where
upc_where_of (const struct __upc_check_site *site)
{
  return (struct upc_where) { site->__file, site->__place };
}

#pragma GCC visibility push (hidden)

/* ---- blocks.c  */

enum upc_block_kind { UPC_BLOCK_USED, UPC_BLOCK_LOCK, UPC_BLOCK_FREED };
struct upc_block
{
  uint64_t at;			/* where it begins; see blocks.c */
  uint64_t size;		/* in each part that has some of it */
  uint64_t nblocks, nbytes;
  struct upc_where made, freed;
  enum upc_block_kind kind;
  int thread;			/* that freed it, or made it */
};
extern bool upc_has_blocks;	/* there is memory for them */
extern void upc_blocks_prepare (void);
/* Finds the block that P is in, perhaps one that has been freed, and sets
   *START to where it begins in its part.  Returns 1, 0 if P is in no block, or
   -1 if that is not known.  */
extern int upc_find_block (upc_pts_t p, struct upc_block *block,
			   uint64_t *start);
/* Finds the block that P is a little after or before.  Returns whether there
   is one.  */
extern bool upc_find_block_near (upc_pts_t p, struct upc_block *block,
				 uint64_t *start);
extern void upc_block_made (upc_pts_t p, const struct upc_block *block);
/* Returns how often something has been freed, by all threads.  */
extern uint32_t upc_blocks_freed (void);
extern void upc_block_changed (upc_pts_t p, enum upc_block_kind kind,
			       struct upc_where where);

/* ---- objects.c  */

extern void upc_objects_prepare (const struct upc_image *image);
struct upc_known
{
  uint64_t start, size;		/* in each part */
  uint64_t whole;		/* bytes that are there in each, for sure */
  const struct upc_object *object;
};
/* Returns the object at ADDRESS of a part, or null.  */
extern const struct upc_known *upc_find_object (uint64_t address);
/* Returns the object nearest to ADDRESS, where none is, or null.  */
extern const struct upc_known *upc_find_object_near (uint64_t address);
/* Writes the element INDEX of OBJECT, an array, into TEXT: as a[1][3], if it
   has rows.  */
extern void upc_show_element (char *text, size_t size,
			      const struct upc_object *object, int64_t index);

/* ---- stamps.c  */

#define upc_log __upc_check_log
#define UPC_STAMP_WRITES 8
#define UPC_STAMP_TIME 16

extern void upc_stamps_begin (void);
/* Begins another stretch of time.  */
extern void upc_stamps_next (void);

/* Notes that BYTES of the word with number WORD are checked.  Returns whether
   they had not been.  What has been written may be read.  */
static inline bool
upc_stamp (uint64_t word, unsigned bytes, bool write)
{
  uint32_t *stamp = &upc_log.__stamps[word];
  if (word >= upc_log.__words)
    return true;
  uint32_t before = *stamp;
  if ((before ^ upc_log.__now) >> UPC_STAMP_TIME)
    before = upc_log.__now;
  uint32_t wanted = bytes | (write ? bytes << UPC_STAMP_WRITES : 0);
  *stamp = before | wanted;
  return wanted & ~before;
}

/* ---- races.c  */

extern void upc_races_prepare (void);
/* Notes that this thread accesses N bytes at P, which are there.  */
extern void upc_race_access (upc_pts_t p, size_t n, unsigned how,
			     struct upc_where where);
/* Notes a relaxed access to BYTES of the word with number WORD.  SITE learns
   its part of cells.  */
extern void upc_race_word (uint64_t word, unsigned bytes, unsigned how,
			   struct __upc_check_site *site);
/* Notes the accesses of a transfer that goes on while the thread does.  */
extern void upc_race_transfer (upc_pts_t p, size_t n, bool writes,
			       struct upc_where where);
/* Forgets what was done to N bytes at P.  */
extern void upc_race_forget (upc_pts_t p, uint64_t n);
extern uint32_t upc_races_found (void);
/* Compares what this thread has accessed with what others have, before it
   synchronises.  */
extern void upc_race_look (void);

/* ---- places.c  */

#define UPC_PLACE_BITS 17
/* Returns whether there is memory for numbers.  */
extern bool upc_places_prepare (void);
/* Returns the number of WHERE; 0 if there is none left.  */
extern unsigned upc_number_of_place (struct upc_where where);
extern struct upc_where upc_place_of_number (unsigned number);

/* ---- transfers.c  */

/* See core/checks.h.  */
extern void upc_check_transferred (void);
extern void upc_collective_begins (struct upc_where where, int flags,
				   const struct upc_part *parts, int count);
extern void upc_check_collective_done (void);

/* ---- together.c  */

extern void upc_together_prepare (void);
/* See core/checks.h.  */
extern void upc_check_together (const char *function, const void *caller,
				const struct upc_argument *arguments,
				int count);

/* ---- access.c  */

/* Returns whether the N bytes at P are there, for a library function at WHERE
   that reads or WRITES them; reports it if not.  */
extern bool upc_is_there (struct upc_where where, upc_pts_t p, size_t n,
			  bool writes);

/* ---- library.c  */

/* Returns where CALLER has called FUNCTION, of the library.  */
extern struct upc_where upc_called_at (const char *function,
				       const void *caller);

/* ---- report.c  */

#define UPC_CHECK_PRINTF(n) __attribute__ ((format (printf, n, n + 1)))
extern void upc_reports_prepare (void);
/* Says that the program is wrong at WHERE, and ends it unless it is to go
   on.  */
extern void upc_check_wrong (struct upc_where where, const char *format, ...)
  UPC_CHECK_PRINTF (2);
/* Writes WHERE into TEXT, as FILE:LINE:COLUMN.  */
extern void upc_show_where (char *text, size_t size, struct upc_where where);
/* Writes what P points to into TEXT: the name of an object, with an index.  */
extern void upc_show_place (char *text, size_t size, upc_pts_t p);

#pragma GCC visibility pop
