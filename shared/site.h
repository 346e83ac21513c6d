/* site.h - what the compiler side writes into programs for the runtime.

   SPDX-License-Identifier: Apache-2.0

   The contract between plugin/ and libgasp/, and private to them.  An object
   file states the number of the format it was built with; a runtime that
   does not know it says so and leaves the object's sites dormant.

   Sections that instrumented code adds to:

     gasp_functions  struct gasp_gcc_function, read-only (include/gasp_gcc.h)
     gasp_sites      struct gasp_site, read-only
     gasp_calls      struct gasp_call_site, read-only
     gasp_places     struct gasp_call_place, read-only

   A site is a NOP that does not cross an 8-byte boundary: five bytes on x86-64,
   four on aarch64, eight (two of them) on riscv64.  Active, it is a call of, or
   a jump to, a stub that the runtime makes near by when it is first needed
   (stubs.c): that hands the function's record over to the hook of its kind,
   __gasp_enter and the like.  These preserve every register but r11 (tail:
   r11 too), all, or every one but t0, and return to after the site; or, on
   x86-64 at the end of an emitted function, to where that returns to.  Of a
   function that has the flag GASP_GCC_FREE, ENTER and LEAVE may also change r10
   and r9, and ENTER rax.

   On entry the runtime takes as the frame's position the value that the stack
   pointer has at the site.  At ENTER that is the address of the return
   address, or what it was for the caller; or, in a function that is not
   optimised, the address of the caller's frame pointer: whatever has a
   position as low is dead.  At ENTER_INLINED it is an address within the frame
   of the function that contains the copy: what has the same position may live.
   At LEAVE and TAIL of an emitted function it is that of ENTER again; for one
   of the source, it says nothing.  */

#pragma once

#include "gasp_gcc.h"

#define GASP_SITE_FORMAT 3

/* A section that is not loaded has the patterns of the filter's inclusions, as
   strings: first whether there was such a function in a unit, then what the
   pattern is of, then it.  */
#define GASP_INCLUSIONS ".gasp_inclusions"
#define GASP_INCLUSION_MET '+'
#define GASP_INCLUSION_UNMET '-'
#define GASP_INCLUSION_FUNCTIONS 'f'
#define GASP_INCLUSION_FILES 's'

/* Kinds of sites.  TAIL is LEAVE before a jump to another function,
   where the stack pointer is as at entry.  RESUME is a point where a function
   continues after other functions were left without their LEAVE: after a call
   of setjmp or vfork, at a landing pad, at the target of a nonlocal goto.
   Without it the runtime learns which calls are gone only at the next event
   above them.  ENTER_INLINED is the beginning of a function of the source
   within the function that it was inlined into.  */
#define GASP_SITE_ENTER 0
#define GASP_SITE_LEAVE 1
#define GASP_SITE_TAIL 2
#define GASP_SITE_RESUME 3
#define GASP_SITE_ENTER_INLINED 4

/* The kinds that the runtime adds: what an ENTER becomes if calls are only to
   be counted, and what a LEAVE of an emitted function is if the instruction
   after it returns, and there is a hook that does so itself.  */
#define GASP_SITE_COUNT 5
#define GASP_SITE_COUNT_INLINED 6
#define GASP_SITE_RETURN 7
#define GASP_SITE_KINDS 8

/* Offsets are from the beginning of the struct.  Records are aligned as it is:
   the last three bits of the second are the kind.  */
struct gasp_site {
  int address_offset;		/* the NOP */
  int function_offset_and_kind;	/* its struct gasp_gcc_function, GASP_SITE_* */
} __attribute__ ((aligned (8)));

/* A call of a library's function that has a profiled variant (gasp-calls.def),
   where the processor lets it be patched: one instruction, which on x86-64 has
   five bytes and does not cross an 8-byte boundary.  Active, it goes to a stub
   of its own, which adds the arguments that the variant has more, in
   registers, and jumps there.  Offsets are from the member.  */
struct gasp_call_site {
  int address_offset;		/* the call */
  int variant_offset;		/* the function to call instead */
  int file_offset;		/* of the string; 0 if there is none */
  int line;
  unsigned short column;
  unsigned char arguments;	/* how many come before those added */
  unsigned char takes_function;	/* the first of these is what the program
				   calls */
};

/* Where a call stands whose function returns to an address: a library's
   function that someone may intercept.  Offsets are from the member.  */
struct gasp_call_place {
  int address_offset;		/* after the call */
  int file_offset;		/* of the string */
  int line, column;
};

/* One for each executable or shared object that has instrumented code: the
   compiler emits it with every unit, the linker keeps one.  Its first
   initialiser and last finaliser call the two functions below.  */
struct gasp_object {
  unsigned int format;		/* GASP_SITE_FORMAT */
  unsigned int size;		/* of this struct */
  const struct gasp_site *sites, *sites_end;
  const struct gasp_gcc_function *functions, *functions_end;
  const struct gasp_call_site *calls, *calls_end;
  const char *exits;		/* null if no unit wants exit events */
  /* The runtime's; null in the file.  */
  struct gasp_object *next;
  struct gasp_code *code;
  struct gasp_near *const *near; /* the hooks it has of its own (processor.h) */
  /* The file's; older compilers do not have them.  */
  const struct gasp_call_place *places, *places_end;
};

/* Opens, starts and ends OBJECT, whose NEAR is set.  */
extern void __gasp_object_open (int argc, char **argv, char **envp,
				struct gasp_object *object);
extern void __gasp_object_start (int argc, char **argv, char **envp,
				 struct gasp_object *object);
extern void __gasp_object_end (struct gasp_object *object);

/* Where the stubs go: not C functions.  */
extern void __gasp_enter (void) GASP_GCC_PRESERVES;
extern void __gasp_leave (void) GASP_GCC_PRESERVES;
extern void __gasp_tail (void) GASP_GCC_PRESERVES;
extern void __gasp_resume (void) GASP_GCC_PRESERVES;
extern void __gasp_enter_inlined (void) GASP_GCC_PRESERVES;
extern void __gasp_count (void) GASP_GCC_PRESERVES;
extern void __gasp_count_inlined (void) GASP_GCC_PRESERVES;

/* Returns, at the start of main, what the tool made of the arguments.  */
extern int __gasp_main_argc (int argc);
extern char **__gasp_main_argv (char **argv);
/* Begins main, after that; a program may call main itself.  */
extern void __gasp_main_begin (void);
/* Ends main, which is about to return STATUS, from the position given, with
   its variables destroyed.  */
extern void __gasp_main_return (int status, const char *file, int line,
				int column);
