/* code.h - the code of an object, as far as it is changed.

   SPDX-License-Identifier: Apache-2.0

   patch.c finds it, stubs.c makes what active sites call, and switch.c switches
   single functions off and on.  */

#pragma once

#include "base/common.h"

#pragma GCC visibility push (hidden)

#define MAX_SEGMENTS 8
#define GASP_HOOKS (GASP_SITE_KINDS + 6)

struct segment
{
  unsigned long start, end;
  int protection;
};

/* An object whose sites have been activated: the CODE of its struct
   gasp_object.  */
struct gasp_code
{
  bool is_main;			/* it is the executable */
  unsigned long base;		/* the lowest address of its file in memory */
  unsigned int count;
  struct segment segments[MAX_SEGMENTS];
  struct segment sites;		/* from the first one, or call, to the last */
  struct segment stubs;		/* empty if there are none */
  /* What calls with a known place return to (places.c).  */
  struct segment returns;
  bool returns_are_sorted;
  /* The hooks that sites and stubs go to directly, by what stubs.c numbers; 0
     if they go through a head.  */
  unsigned long hooks[GASP_HOOKS];
  /* After them, for each call site: where the program's own call goes.  */
  const unsigned long *call_targets;
  /* By switch.c, when it is first asked: for each function, one more than the
     index of its first site, 0 if there is none, and its mode; for each
     site the same of the next one.  */
  unsigned int *first, *next;
  unsigned char *mode;
};

static inline bool
is_in (const struct segment *segment, unsigned long address)
{
  return address >= segment->start && address < segment->end;
}

/* Widens SEGMENT by the SIZE bytes at ADDRESS.  */
static inline void
widen (struct segment *segment, unsigned long address, unsigned long size)
{
  if (address < segment->start)
    segment->start = address;
  if (address + size > segment->end)
    segment->end = address + size;
}
#define NO_SEGMENT ((struct segment) { ~0ul, 0, 0 })

#pragma GCC visibility pop
