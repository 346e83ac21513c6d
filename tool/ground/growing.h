/* growing.h - files that are mapped, and grow.

   SPDX-License-Identifier: Apache-2.0

   What growing.c offers to file.c and trace.c.  Who calls it
   keeps other threads away from the file meanwhile.  */

#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#pragma GCC visibility push (hidden)

/* All sizes are in bytes, and multiples of UNIT.  */
struct growing_file {
  char path[PATH_MAX + 256];
  dev_t device;
  ino_t inode;
  char *base;			/* where it is mapped, or null */
  size_t reserved;		/* addresses */
  size_t size;			/* that the disk has, all of it mapped */
  size_t sparse;		/* of that, the part that is allocated page by
				   page */
  size_t spare;			/* of the file, mapped, too; 0: no more than
				   SIZE */
  size_t used;			/* by the owner */
  bool full;			/* the owner's: that it has been said */
  bool is_copy;			/* the owner's: a copy of the parent's is mapped
				   after a fork, and not the file */
  size_t unit, first_step, largest_step; /* what it grows by */
  bool by_page;			/* the owner's: the first step is sparse */
};

/* Returns what an errno that these return means.  */
extern const char *gasp_tool_growing_reason (int error);
/* Returns how many of WANTED addresses to reserve where LIMIT is that of
   all.  */
extern size_t gasp_tool_part_of_limit (size_t limit, size_t wanted);

/* Creates FILE at its path, which must not exist; reserves LIMIT addresses for
   it, or as many as there are; and allocates its first step.  Returns an
   errno; if it is not 0, there is no file.  */
extern int gasp_tool_growing_create (struct growing_file *file, size_t limit);
/* Makes the disk allocate the pages that begin within the SIZE bytes at P,
   which nothing has been written to, as they are about to be used.  The file's
   first page it has.  Returns an errno.  */
extern int gasp_tool_growing_use (struct growing_file *file, char *p,
				  size_t size);
/* Lets FILE grow by a quarter of its used size.  Returns an errno; ENOMEM if
   all reserved addresses are used.  */
extern int gasp_tool_growing_grow (struct growing_file *file);
/* Lets it grow until SIZE bytes are unused, if it can.  */
extern void gasp_tool_growing_make_room (struct growing_file *file,
					 size_t size);
/* Enables the file, which may be out of reach from now on, to grow without
   being opened, by some 64 MB in all.  */
extern void gasp_tool_growing_make_spare (struct growing_file *file);
/* Keeps SIZE of the reserved addresses, or those in use if they are more.  */
extern void gasp_tool_growing_give_back (struct growing_file *file,
					 size_t size);

#pragma GCC visibility pop
