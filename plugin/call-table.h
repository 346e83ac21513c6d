/* call-table.h - the table of calls that have a profiled variant.

   SPDX-License-Identifier: GPL-3.0-or-later

   Apart from the rest, as GCC's headers forbid the word malloc.  */

#pragma once

/* See shared/gasp-calls.def.  */
enum gasp_call_how { ALLOCATES, STORES, RELEASES, NEW, DELETE, EXITS, JUMPS,
		     CLONES, LIBRARY, MODEL, USER };

struct gasp_call
{
  const char *function, *variant, *args, *event;
  enum gasp_call_how how;
};

#define GASP_CALL(function, variant, args, event, how) + 1
enum { GASP_CALLS = 0
#include "gasp-calls.def"
};

extern const struct gasp_call gasp_calls[GASP_CALLS];
