/* raise.c - events of a call of MPI: see raise.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "raise.h"

bool
gasp_mpi_begin (struct call *call, const char *name, unsigned long position,
		unsigned long frame, const void *address)
{
  if (!*gasp_gcc_activity () || !gasp_gcc_find_place (address, &call->place))
    return false;
  call->name = name;
  call->position = position;
  call->frame = frame;
  return true;
}

#define RAISE(call, tag, type, ...) \
  RAISE_PLAIN (call, tag, type, (call)->name, ##__VA_ARGS__)
/* The same without the name.  */
#define RAISE_PLAIN(call, tag, type, ...)				\
  do									\
    {									\
      gasp_context_t context_;						\
      void *open_ = ((type) == GASP_END					\
		     ? gasp_gcc_call_at ((call)->position)		\
		     : gasp_gcc_event_at (tag, (call)->position));	\
      gasp_gcc_notify_t *notify_					\
	= open_ ? gasp_gcc_tool_enter (open_, (call)->frame,		\
				       &gasp_mpi_provider, &context_) : NULL; \
      if (notify_)							\
	{								\
	  const struct gasp_gcc_place *at_ = &(call)->place;		\
	  notify_ (context_, tag, type, at_->file, at_->line, at_->column, \
		   ##__VA_ARGS__);					\
	  gasp_gcc_tool_leave (open_);					\
	}								\
    }									\
  while (0)

void
gasp_mpi_raise (const struct call *call, unsigned int tag, gasp_evttype_t type)
{
  RAISE (call, tag, type);
}

void
gasp_mpi_raise_count (const struct call *call, unsigned int tag,
		      gasp_evttype_t type, int count)
{
  RAISE (call, tag, type, count);
}

void
gasp_mpi_raise_bytes (const struct call *call, unsigned int tag,
		      gasp_evttype_t type, size_t bytes)
{
  RAISE (call, tag, type, bytes);
}

void
gasp_mpi_raise_message (const struct call *call, unsigned int tag,
			gasp_evttype_t type, const struct message *m)
{
  RAISE (call, tag, type, m->rank, m->bytes, m->tag, (void *) m->comm);
}

void
gasp_mpi_raise_part (const struct call *call, unsigned int tag,
		     const struct message *m)
{
  RAISE_PLAIN (call, tag, GASP_ATOMIC, m->rank, m->bytes, m->tag, (void *) m->comm);
}

void
gasp_mpi_raise_access (const struct call *call, unsigned int tag,
		       gasp_evttype_t type, const struct message *m)
{
  RAISE (call, tag, type, m->rank, m->bytes, (void *) m->comm);
}

void
gasp_mpi_raise_collective (const struct call *call, gasp_evttype_t type,
			   const struct collective *c)
{
  RAISE (call, GASP_GCC_MPI_COLLECTIVE, type, c->root, c->received, c->sent,
	 (void *) c->comm);
}
