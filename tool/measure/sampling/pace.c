/* pace.c - how often samples of a thread come, and from where.

   SPDX-License-Identifier: Apache-2.0

   sampler.c -> pace.c -> sources.c.  */

#define _GNU_SOURCE
#include "events/context.h"
#include "ground/state.h"
#include "measure/sampling/sampler.h"
#include "measure/sampling/sources.h"
#include "measure/sampling/units.h"
#include "record/file.h"
#include "syscall.h"
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/utsname.h>

/* How many samples are taken as fast as possible.  */
#define FIRST_SAMPLES 100
/* Further samples come half as often after each so many.  */
#define MORE_SAMPLES 1000
#define SLOWER 2
#define SLOWEST (1024 * USUAL_PERIOD)

/* A thread that waits more often than once in OFTEN of its processor time, for
   as long as LATELY, goes over to a timer.  Nanoseconds.  */
#define OFTEN 1000000
#define LATELY 4000000
/* Units.  */
#define FAR_OFF 64
/* Nanoseconds in the kernel, and a part of the thread's processor time, from
   which on it has a timer, too.  */
#define MUCH_IN_KERNEL 5000000
#define PART_IN_KERNEL 20

static bool quiet_timers;	/* they interrupt no system call */

void
gasp_tool_note_sampler (enum gasp_record_sampler sampler)
{
  uint16_t *noted = &HEADER->sampler;
  if (*noted != GASP_RECORD_SAMPLER_BOTH
      && (*noted != GASP_RECORD_SAMPLER_CALLS
	  || sampler != GASP_RECORD_SAMPLER_PERF))
    *noted = sampler;
}

static void
set_period (struct sampler *s, uint32_t period)
{
  uint32_t before = s->period;
  s->period = period;
  if (s->page && !gasp_tool_begin_event (s))
    s->period = before;
}

/* Takes samples less often from now on.  */
static void
slow_down (struct sampler *s)
{
  s->taken = 0;
  if (s->period < USUAL_PERIOD)
    set_period (s, USUAL_PERIOD);
  else if (s->period < SLOWEST)
    set_period (s, s->period * SLOWER);
}

bool
gasp_tool_has_samples (gasp_context_t context)
{
  return context->sampler.period > 1
	 || context->sampler.taken >= GASP_RECORD_LEAST_SAMPLES;
}

void
gasp_tool_watch_kernel (struct sampler *s)
{
  if (!s->has_timer && quiet_timers && gasp_tool_begin_timer (s))
    gasp_tool_note_sampler (GASP_RECORD_SAMPLER_CALLS);
  /* The process may no longer ask for that.  */
  if (!s->has_had_faults && !gasp_tool_may_be_sandboxed)
    gasp_tool_begin_faults (s);
}

/* Returns whether S's thread, which has had so much PROCESSOR time, had much of
   it in the kernel.  */
static bool
is_much_in_kernel (const struct sampler *s, uint64_t processor)
{
  return s->in_kernel >= MUCH_IN_KERNEL
	 && s->in_kernel >= processor / PART_IN_KERNEL;
}

static uint64_t
in_ns (struct timeval time)
{
  return (uint64_t) time.tv_sec * 1000000000 + (uint64_t) time.tv_usec * 1000;
}

/* Notes the processor time of S's thread, the calling one, and how often it has
   waited.  Returns whether it has waited often lately.  */
static bool
often_waits (struct sampler *s)
{
  struct rusage usage;
  if (ASK_KERNEL (SYS_getrusage, RUSAGE_THREAD, (long) &usage))
    return false;
  uint64_t had = in_ns (usage.ru_utime) + in_ns (usage.ru_stime);
  uint64_t lately = had - s->had;
  if (lately < LATELY)
    return false;
  bool result = (usage.ru_nvcsw - s->waits) * OFTEN > lately;
  s->had = had;
  s->waits = usage.ru_nvcsw;
  return result;
}

void
gasp_tool_learn_of_timers (void)
{
  /* On x86 the kernel sends their signals when the thread leaves it, since
     Linux 5.11.  */
#ifdef __x86_64__
  struct utsname kernel;
  char *level;
  if (!ASK_KERNEL (SYS_uname, (long) &kernel))
    {
      long version = strtol (kernel.release, &level, 10);
      long patch = strtol (level + (*level == '.'), NULL, 10);
      quiet_timers = version > 5 || (version == 5 && patch >= 11);
    }
#endif
}

/* Makes samples of the calling thread cost less for each time that it waits.
   The kernel seldom sets the processor's timer for an event that is far
   off.  */
static void
spare_waits (struct sampler *s)
{
  if (quiet_timers && (s->has_timer || gasp_tool_begin_timer (s)))
    {
      gasp_tool_drop_event (s);
      gasp_tool_drop_faults (s);
      gasp_tool_note_sampler (GASP_RECORD_SAMPLER_BOTH);
    }
  else if (s->period < FAR_OFF)
    set_period (s, FAR_OFF);
}

void
gasp_tool_adapt_samples (struct sampler *s, uint64_t processor)
{
  if (++s->taken == (s->period == FIRST_PERIOD ? FIRST_SAMPLES : MORE_SAMPLES))
    slow_down (s);
  if (s->page && often_waits (s))
    spare_waits (s);
  else if (s->page && is_much_in_kernel (s, processor))
    gasp_tool_watch_kernel (s);
}
