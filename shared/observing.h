/* observing.h - when an observer of threads looks, and what a look means.

   SPDX-License-Identifier: Apache-2.0

   The observer is a process (report/live/observe.c).  What it finds in a word,
   samples (sampler.c) and tests find there, too.

   What a look costs is mostly to wake up.  So looks are many at first, when
   little is known, and then as many as a small part of a processor allows.
   Times are nanoseconds.  */

#ifndef GASP_TOOL_OBSERVING_H
#define GASP_TOOL_OBSERVING_H

#include <stdbool.h>
#include <stddef.h>
#include "gasp_gcc.h"
#include "record.h"
#include "ticks.h"

#define FIRST_INTERVAL 50000
#define FIRST_TIME 20000000	/* so long */
#define LEAST_INTERVAL 200000
#define SAMPLED_INTERVAL 1000000	/* where samples of time show more */
#define MOST_INTERVAL 20000000
/* Looks may take so much of a processor at once, and this part of it.  */
#define CREDIT 25000000
#define PART 0.015
/* When nothing has changed for so many looks, and twice that and so on, there
   are half as many.  */
#define CALM 16

struct pace {
  uint64_t began, last;		/* the first look, and the latest */
  uint64_t looks, mean;		/* how many there were, and between two */
  unsigned int random, unchanged; /* looks that found nothing new */
  bool is_sampled;		/* all that is observed */
};

/* Returns how long a look at the moment NOW stands for.  If the observer has
   been kept waiting, it finds the program where that has stopped, not where it
   has been.  */
static inline uint64_t
pace_look (struct pace *pace, uint64_t now)
{
  if (!pace->began)
    {
      pace->began = pace->last = now;
      pace->mean = FIRST_INTERVAL;
    }
  uint64_t time = now - pace->last;
  pace->last = now;
  pace->looks++;
  pace->unchanged++;
  return time > 2 * pace->mean ? 2 * pace->mean : time;
}

/* Chooses the mean interval from now on, when looks have taken SPENT so
   far.  */
static inline void
pace_choose (struct pace *pace, uint64_t spent)
{
  uint64_t age = pace->last - pace->began;
  if (age < FIRST_TIME)
    return;
  uint64_t least = pace->is_sampled ? SAMPLED_INTERVAL : LEAST_INTERVAL;
  uint64_t mean = least;
  if ((double) spent > CREDIT + PART * (double) age)
    mean = (uint64_t) ((double) spent / (double) pace->looks / PART);
  for (unsigned int i = CALM; i < pace->unchanged && mean < MOST_INTERVAL;
       i *= 2)
    mean *= 2;
  pace->mean = mean < least ? least
	       : mean > MOST_INTERVAL ? MOST_INTERVAL : mean;
}

/* Returns half to one and a half times the mean, so that looks keep no time
   with the program.  */
static inline uint64_t
pace_interval (struct pace *pace)
{
  uint64_t mean = pace->mean ? pace->mean : FIRST_INTERVAL;
  pace->random = pace->random * 1664525u + 1013904223u;
  return mean / 2 + (mean * (pace->random >> 16) >> 16);
}

/* Returns where in a record that a process has mapped at BASE the node is
   that WORD names (gasp_gcc_where): an offset; 0 if there can be none.  */
static inline uint64_t
offset_of_word (uint64_t word, uint64_t base)
{
  uint64_t offset = (word & ~GASP_GCC_AT_WORK) - base;
  uint64_t size = GASP_RECORD_SEGMENT, segment = offset / size * size;
  if (segment == 0)
    {
      segment = GASP_RECORD_SMALL_NODES;
      size = GASP_RECORD_SMALL_NODES_SIZE;
    }
  uint64_t within = offset - segment - sizeof (struct gasp_record_segment);
  return offset <= (uint64_t) UINT32_MAX << 3 && within < size
	 && within % sizeof (struct gasp_record_node) == 0 ? offset : 0;
}

/* Returns whether the element at OFFSET (offset_of_word) of the record at
   BASE is a node.  */
static inline bool
is_node (const char *base, uint64_t offset)
{
  uint64_t segment = offset / GASP_RECORD_SEGMENT * GASP_RECORD_SEGMENT;
  if (segment == 0)
    return true;
  return ((const struct gasp_record_segment *) (base + segment))->kind
	 == GASP_RECORD_NODES;
}

/* Returns NODE of the record of SIZE bytes at BASE, or the innermost caller
   that a thread which was found there may be in: a call of a function that was
   switched off ends unseen, and where it was inlined, nothing shows that.  */
static inline struct gasp_record_node *
caller_that_goes_on (char *base, uint64_t size, struct gasp_record_node *node)
{
  enum { MOST_LEVELS = 1000,
	 UNSEEN = GASP_RECORD_PLACE_OFF | GASP_RECORD_PLACE_SOURCE };
  for (int level = 0; level < MOST_LEVELS; level++)
    {
      uint64_t place = (uint64_t) node->place << 3;
      uint64_t parent = (uint64_t) node->parent << 3;
      if (!place || !parent || place + sizeof (struct gasp_record_place) > size
	  || parent + sizeof *node > size)
	return node;
      uint32_t flags = ((struct gasp_record_place *) (base + place))->flags;
      if ((flags & UNSEEN) != UNSEEN)
	return node;
      node = (struct gasp_record_node *) (base + parent);
    }
  return node;
}

/* Adds to NODE and THREAD that it was found at WORD, which names NODE, and
   TIME has passed since the look before.  The program observed reads the time
   stamp counter.  */
static inline void
note_look (struct gasp_record_thread *thread, struct gasp_record_node *node,
	   uint64_t word, uint64_t time)
{
  thread->seen = read_tsc ();
  if (word & GASP_GCC_AT_WORK)
    node->cost += time;
  else
    {
      node->own_time += time;
      node->looks++;
    }
}

/* Returns whether the kernel is to be asked what a thread does, number I of
   COUNT that was found at WORD: one thread, in one look of eight, or in each
   if they are few.  */
static inline bool
asks_now (const struct pace *pace, uint64_t word, size_t i, size_t count)
{
  uint64_t every = pace->is_sampled ? 1 : 8;
  return !(word & GASP_GCC_AT_WORK) && pace->looks % every == 0
	 && pace->looks / every % count == i;
}

/* Adds to NODE what the kernel reported, by a letter, or 0 for nothing, of a
   thread found there, when TIME has passed since the look before: looks are
   few when all threads wait, and each of them stands for much.  */
static inline void
note_state (struct gasp_record_node *node, char state, uint64_t time)
{
  uint64_t unit = GASP_RECORD_ASKED_UNIT;
  uint32_t weight = (uint32_t) ((time + unit / 2) / unit);
  weight = !state ? 0 : weight ? weight : 1;
  node->asked += weight;
  node->running += state == 'R' ? weight : 0;
  node->stopped += state == 'T' || state == 't' ? weight : 0;
}

/* Reads TEXT, of SIZE bytes, the kernel's schedstat file of THREAD, into it:
   nanoseconds on a processor and waiting for one.  */
static inline void
gasp_read_schedule (struct gasp_record_thread *thread, const char *text,
		    long size)
{
  uint64_t values[2] = { 0, 0 };
  unsigned int n = 0;
  for (long i = 0; i < size && n < 2; i++)
    if (text[i] >= '0' && text[i] <= '9')
      values[n] = values[n] * 10 + (unsigned int) (text[i] - '0');
    else
      n++;
  if (n < 2)
    return;
  /* The thread itself may have said more, as it ended.  */
  if (values[0] > thread->processor)
    thread->processor = values[0];
  thread->ready = values[1];
  if (!thread->seen)
    thread->first_ready = values[1];
}

/* A thread that wakes up on a busy processor runs at once only if it asks for a
   short time (Linux 6.12): the argument of sched_setattr for that.  */
struct short_slices {
  uint32_t size, policy;
  uint64_t flags;
  int32_t nice;
  uint32_t priority;
  uint64_t runtime, deadline, period;
};
#define SHORT_SLICES \
  ((struct short_slices) { .size = sizeof (struct short_slices), \
			   .runtime = 100000 })

#endif /* GASP_TOOL_OBSERVING_H */
