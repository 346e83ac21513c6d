/* library-call.h - events of calls of a library, raised by wrappers of its
   functions.

   SPDX-License-Identifier: Apache-2.0

   For libraries of ours that stand between a program and a library that it
   calls: each defines library_provider, and has wrappers that calls lead to, by
   slots.h or because the plugin has renamed what is called.  */

#pragma once

#include "raise-event.h"
#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push (hidden)

extern struct gasp_gcc_provider library_provider;

/* A call that the program makes.  */
struct library_call
{
  const char *name;		/* of the function, as reports are to call it */
  unsigned long position, frame; /* of the wrapper */
  const void *address;		/* that it returns to */
  struct gasp_gcc_place place;
};

/* Fills in CALL.  False if it raises no events: there is no tool, or no
   compiled code has described a call that returns to its address.  */
extern bool library_call_begins (struct library_call *call, const char *name,
				 unsigned long position, unsigned long frame,
				 const void *address);

/* Begins CALL in a wrapper named NAME, of which this is to be a part.  */
#define CALL_BEGINS(call, name)						\
  library_call_begins (&(call), name, (unsigned long) __builtin_dwarf_cfa (), \
		       (unsigned long) __builtin_frame_address (0),	\
		       __builtin_return_address (0))

/* Raises event TAG of CALL, with the rest as its arguments.  */
#define CALL_RAISE(call, tag, type, ...)				\
  RAISE_SHORTLY (&library_provider, (call)->position, (call)->frame,	\
		 (call)->address, 0, (call)->place, tag, type, ##__VA_ARGS__)

/* Events of which CALL's name is all there is; that move BYTES between the
   process and RANK; and of a collective function.  */
extern void library_raise (const struct library_call *call, unsigned int tag,
			   gasp_evttype_t type);
extern void library_raise_transfer (const struct library_call *call,
				    unsigned int tag, gasp_evttype_t type,
				    int rank, size_t bytes);

/* Sets PROVIDER's number, count and job to what the launcher of the processes
   (mpirun, oshrun, srun) says in the environment: before the library has been
   initialised.  */
extern void library_find_rank (struct gasp_gcc_provider *provider, int *argc,
			       char ***argv);

#pragma GCC visibility pop
