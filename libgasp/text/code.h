/* code.h - the code of an object, as far as it is changed.

   SPDX-License-Identifier: Apache-2.0

   patch.c finds it and writes it, stubs.c makes what active sites call, and
   switch.c switches single functions off and on.  */

#ifndef GASP_CODE_H
#define GASP_CODE_H

#include "runtime.h"

#pragma GCC visibility push (hidden)

#define MAX_SEGMENTS 8
#define GASP_HOOKS (GASP_SITE_KINDS + 6)

struct segment
{
  unsigned long start, end;
  int protection;
};

/* What libgasp keeps of an object whose sites have been activated: the CODE of
   its struct gasp_object.  */
struct gasp_code
{
  bool is_main;			/* it is the executable */
  unsigned long base;		/* the lowest address of its file in memory */
  unsigned int count;
  struct segment segments[MAX_SEGMENTS];
  struct segment sites;		/* from the first one, or call, to the last */
  struct segment stubs;		/* empty if there are none */
  /* The hooks that sites and stubs go to directly, by what stubs.c numbers; 0 if
     they go through a head.  */
  unsigned long hooks[GASP_HOOKS];
  /* Behind them, for each call site: where the program's own call goes.  */
  const unsigned long *call_targets;
  /* By switch.c, when it is first asked: for each function, one more than the
     index of its first site, 0 if there is none, and its mode; for each
     site the same of the next one.  */
  unsigned int *first, *next;
  unsigned char *mode;
};

/* How to write code while it may run.  */
struct gasp_writer
{
  int fd;			/* of the process's memory; -1: directly */
  struct segment pages;		/* that have been made writable */
};

/* Prepare for writing to what is in PAGES.  LIVE: threads may run there.  */
extern bool gasp_write_begin (struct gasp_writer *writer,
			      const struct segment *pages, bool live);
extern bool gasp_write_word (const struct gasp_writer *writer,
			     unsigned long address, unsigned long word);
extern void gasp_write_end (const struct gasp_writer *writer);
/* The SIZE bytes at START, which is a page's, will all be written, as good as: one
   call of the kernel costs less than as many page faults.  */
extern void gasp_populate (unsigned long start, size_t size);
/* Write SIZE bytes of code that nobody runs yet.  */
extern bool gasp_write_as_debugger (unsigned long address, const void *from,
				    size_t size);

/* Make the stubs of OBJECT, whose CODE is known.  */
extern bool gasp_make_stubs (const struct gasp_object *object,
			     struct gasp_code *code);
/* Let all stubs go to the hooks that are for the recorder there is now, while
   threads run through them.  They may have been made before there was one.  To
   be called with the lock of switching.  */
extern void gasp_renew_stubs (void);
/* gasp_site_word of SITE for the stub that it has when it is of KIND.  */
extern unsigned long gasp_active_word (const struct gasp_object *object,
				       const struct gasp_site *site,
				       unsigned int kind);

/* That of CALL, in which case ON; else what the program itself calls there.  0
   if CALL cannot be patched.  */
extern unsigned long gasp_call_goes_to (const struct gasp_object *object,
					const struct gasp_code *code,
					const struct gasp_call_site *call,
					bool on);

/* The mode of FUNCTION, which is OBJECT's.  OBJECT must not be unloaded
   meanwhile.  */
extern enum gasp_gcc_mode gasp_mode_in (const struct gasp_object *object,
					const struct gasp_gcc_function *function);

/* The kind that an entry of KIND has when calls are only counted; else KIND
   itself.  */
extern unsigned int gasp_counting_kind (unsigned int kind);

static inline bool
is_in (const struct segment *segment, unsigned long address)
{
  return address >= segment->start && address < segment->end;
}

/* Let SEGMENT have SIZE bytes at ADDRESS in it, too.  */
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

#endif /* GASP_CODE_H */
