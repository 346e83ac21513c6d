/* raise-event.h - how libraries of ours raise events, whatever the model.

   SPDX-License-Identifier: Apache-2.0

     RAISE_EVENT    calls the tool
     RAISE_SHORTLY  has the event recorded the short way, or else calls the tool
     add_lock_time  counts a lock that a thread waited for or had, where the
		    tool has said, in place of events

   PROVIDER is a pointer.  The event TAG of TYPE is that of a call made with the
   stack pointer at POSITION, by a function with the frame FRAME; what follows
   are its arguments.  */

#pragma once

#include "gasp_provider.h"

/* CALL is what gasp_gcc_event_at or gasp_gcc_call_at returned, or null.  PLACE,
   a struct gasp_gcc_place, is computed only if the tool is called.  */
#define RAISE_EVENT(provider, call, frame, place, tag, type, ...)	\
  do									\
    {									\
      gasp_context_t context_;						\
      void *const raising_ = (call);					\
      gasp_gcc_notify_t *notify_					\
	= raising_ ? gasp_gcc_tool_enter (raising_, frame, provider,	\
					  &context_) : NULL;		\
      if (notify_)							\
	{								\
	  const struct gasp_gcc_place at_ = (place);			\
	  notify_ (context_, tag, type, at_.file, at_.line, at_.column,	\
		   ##__VA_ARGS__);					\
	  gasp_gcc_tool_leave (raising_);				\
	}								\
    }									\
  while (0)

/* The short way takes the addresses that the call returns to in place of PLACE,
   which may look at them in short_, and the first six arguments.  */
#define RAISE_SHORTLY(provider, position, frame, address, instead, place, \
		      tag, type, ...)					\
  do									\
    {									\
      const struct gasp_gcc_short_event short_				\
	= { tag, type, address, instead, RAISE_WORDS (__VA_ARGS__) };	\
      if (!gasp_gcc_record_event (provider, position, &short_))	\
	RAISE_EVENT (provider, (type) == GASP_END			\
			       ? gasp_gcc_call_at (position)		\
			       : gasp_gcc_event_at (tag, position),	\
		     frame, place, tag, type, ##__VA_ARGS__);		\
    }									\
  while (0)
#define RAISE_WORDS(...) RAISE_WORDS_ (0, ##__VA_ARGS__, 0, 0, 0, 0, 0, 0)
#define RAISE_WORDS_(none, a, b, c, d, e, f, ...)			\
  { (gasp_gcc_word) (a), (gasp_gcc_word) (b), (gasp_gcc_word) (c),	\
    (gasp_gcc_word) (d), (gasp_gcc_word) (e), (gasp_gcc_word) (f) }

static inline void
add_lock_time (struct gasp_gcc_lock_sums *sums, gasp_gcc_word time)
{
  sums->count++;
  sums->time += time;
  if (time > sums->longest)
    sums->longest = time;
}
