/* arena.h - memory that lives until the command ends.

   What a report consists of is reached from what is here, and is never freed.
   What is allocated in other ways is freed by its owner, or is a leak, which
   testsuite/gasp.tool/leaks-of-report.sh finds.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stddef.h>

/* Returns zeroed memory of the arena; ends the command if there is none.  */
extern void *arena_allocate (size_t count, size_t size);
extern char *arena_print (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));

extern char *arena_copy (const char *string);
/* Returns MEMORY, allocated in another way, as part of the arena.  */
extern void *arena_keep (void *memory);
