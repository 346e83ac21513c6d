/* raise.h - a call of MPI, and the events that it raises.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_MPI_RAISE_H
#define GASP_MPI_RAISE_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include "gasp_mpi.h"
#include "gasp_provider.h"

#pragma GCC visibility push (hidden)

/* How arguments and handles are passed, whatever their type.  */
typedef unsigned long word;

struct call
{
  const char *name;		/* "MPI_Send" */
  unsigned long position, frame; /* of the wrapper */
  struct gasp_gcc_place place;
};

/* Fill in CALL, of NAME, which returns to ADDRESS.  False if it raises no events: there
   is no tool, or no compiled code has described such a call.  */
extern bool gasp_mpi_begin (struct call *call, const char *name,
			    unsigned long position, unsigned long frame,
			    const void *address);

/* The same in a wrapper, of which it is to be a part.  */
#define BEGINS(call, name)						\
  gasp_mpi_begin (&(call), name, (word) __builtin_dwarf_cfa (),		\
		  (word) __builtin_frame_address (0),			\
		  __builtin_return_address (0))

struct message
{
  int rank;			/* in MPI_COMM_WORLD, or -1 */
  size_t bytes;
  int tag;
  word comm;
};

/* Raise the event TAG; each function for one shape of events.  */
extern void gasp_mpi_raise (const struct call *call, unsigned int tag,
			    gasp_evttype_t type);
extern void gasp_mpi_raise_count (const struct call *call, unsigned int tag,
				  gasp_evttype_t type, int count);
extern void gasp_mpi_raise_bytes (const struct call *call, unsigned int tag,
				  gasp_evttype_t type, size_t bytes);
extern void gasp_mpi_raise_message (const struct call *call, unsigned int tag,
				    gasp_evttype_t type, const struct message *m);
/* Of a message within CALL: ATOMIC.  */
extern void gasp_mpi_raise_part (const struct call *call, unsigned int tag,
				 const struct message *m);
/* M's COMM is a window.  */
extern void gasp_mpi_raise_access (const struct call *call, unsigned int tag,
				   gasp_evttype_t type, const struct message *m);

struct collective
{
  int root;			/* likewise */
  size_t received, sent;
  word comm;
};
extern void gasp_mpi_raise_collective (const struct call *call,
				       gasp_evttype_t type,
				       const struct collective *c);

extern struct gasp_gcc_provider gasp_mpi_provider;

#pragma GCC visibility pop

#endif /* GASP_MPI_RAISE_H */
