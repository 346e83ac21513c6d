/* away.c - how long a thread was off the processor, and at what.

   SPDX-License-Identifier: Apache-2.0

   Now and then a thread compares the time that has passed with the processor
   time that it has had.  What it has not had it was away, at the node that it
   is about to leave, or that a sample finds it at:

     call begins     clock due        call ends
     ----+--- main ------+--- read ---------+--- main ---
	 |  not away     |   away: read's   |

   The kernel is asked only where timed calls begin or end, as the clock is due,
   and with each sample.  So waits that were shorter are noted as they end, and
   what a look finds is theirs first.  What a thread is away between the reading
   of the clock that ends a call and a look is its caller's, as in the call's
   time.  An event of the kernel's (sampler.c) has a page whose count shows
   without a system call that the thread has not been away.

   A thread is away because it waits, or because it is ready and another has the
   processor: the kernel counts how often, and, in a file that takes longer to
   read, how long.

   Used by hooks, with general registers only.  */

#define _GNU_SOURCE
#if (defined __x86_64__ || defined __aarch64__) && defined __GNUC__
#pragma GCC target ("general-regs-only")
#endif
#include "measure/away.h"
#include "events/context.h"
#include "measure/clock.h"
#include "measure/sampling/callers.h"
#include "measure/sampling/modules.h"
#include "measure/sampling/sampler.h"
#include "record/file.h"
#include "record/place.h"
#include "ground/lock.h"
#include "ground/state.h"
#include "syscall.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

/* Nanoseconds.  What is shorter may be the chance of two clocks: it is counted
   with what comes next, but for what they differ by in the long run.  */
#define LEAST 15000
#define DRIFT_SHIFT 10
/* How far what is owed may fall below 0, as the two clocks are not read at the
   same moment.  */
#define MOST_APART 100000
/* Where a thread may wait, the next look comes sooner by this factor: otherwise
   its time away would be charged to what it waits for next.  */
#define SOONER 8
/* The file is read for what takes LONG or longer, and once in a WHILE, or in
   RUN of processor time.  */
#define LONG 1000000
#define WHILE 10000000
#define RUN 1000000
/* How many threads are examined as the process ends: those that began last.  */
#define MOST_THREADS 4096

static uint64_t
ask_clock (clockid_t clock)
{
  struct timespec t = { 0, 0 };
  ASK_KERNEL (SYS_clock_gettime, clock, (long) &t);
  return (uint64_t) t.tv_sec * 1000000000 + (uint64_t) t.tv_nsec;
}

/* Returns the nanoseconds of so many TICKS.  */
static uint64_t
in_ns (uint64_t ticks)
{
  return (uint64_t) ((unsigned __int128) ticks * gasp_tool_scale
		     >> GASP_TOOL_SCALE_SHIFT);
}

/* Returns the second number of TEXT, of SIZE bytes.  */
static uint64_t
second_number (const char *text, long size)
{
  uint64_t value = 0;
  long i = 0;
  while (i < size && text[i] != ' ')
    i++;
  for (i++; i < size && text[i] >= '0' && text[i] <= '9'; i++)
    value = value * 10 + (uint64_t) (text[i] - '0');
  return value;
}

/* Only one thread at a time takes a descriptor for the file.  */
static GASP_TOOL_LOCK (reading);

/* Sets *READY to how long the calling thread has been ready, but had no
   processor.  Returns whether that is known.  */
static bool
read_ready (uint64_t *ready)
{
  char text[96];
  if (!try_lock (&reading))
    return false;
  long file = ASK_KERNEL (SYS_openat, AT_FDCWD,
			  (long) "/proc/thread-self/schedstat",
			  O_RDONLY | O_CLOEXEC);
  long size
    = file < 0 ? 0 : ASK_KERNEL (SYS_read, file, (long) text, sizeof text);
  if (file >= 0)
    ASK_KERNEL (SYS_close, file);
  unlock (&reading);
  *ready = second_number (text, size);
  return size > 0;
}

/* Begins to know how long CONTEXT's thread has been ready.  */
static void
note_first_ready (gasp_context_t context)
{
  struct away *a = &context->away;
  if (a->has_ready || !read_ready (&a->ready))
    return;
  a->has_ready = true;
  context->thread->first_ready += a->ready - context->thread->ready;
  context->thread->ready = a->ready;
}

/* Returns whether the file may be read NOW.  */
static bool
may_read (const struct away *a, uint64_t now)
{
  return (in_ns (now - a->read) >= WHILE
	  || a->processor - a->read_after >= RUN);
}

/* Returns how much of the time AWAY, up to NOW, the thread was ready.  In so
   much of it as is NOTED it has waited.  What shorter times left out is a part
   of longer ones.  */
static uint64_t
part_ready (gasp_context_t context, uint64_t away, uint64_t noted, uint64_t now)
{
  struct away *a = &context->away;
  struct rusage usage = { .ru_nvcsw = 0 };
  ASK_KERNEL (SYS_getrusage, RUSAGE_THREAD, (long) &usage);
  uint64_t waits = (uint64_t) usage.ru_nvcsw - a->waits;
  uint64_t part = !waits ? away : waits <= a->notes ? away - noted : 0, ready;
  a->waits = usage.ru_nvcsw;
  if (!a->has_ready)
    note_first_ready (context);
  else if (away >= LONG && waits && may_read (a, now) && read_ready (&ready))
    {
      a->read = now;
      a->read_after = a->processor;
      part = ready > a->ready ? ready - a->ready : 0;
      part = part < away ? part : away;
      context->thread->ready = ready;
    }
  a->ready += part;
  if (a->ready > context->thread->ready)
    context->thread->ready = a->ready;
  return part;
}

/* Returns how long the thread was off the processor: PASSED less what it RAN,
   and what was left out before; 0 if that is too little to be counted now.  The
   two clocks are not read at the same moment, so what is owed may be below
   0.  */
static uint64_t
take_owed (struct away *a, uint64_t passed, uint64_t ran)
{
  int64_t away = a->owed + (int64_t) passed - (int64_t) ran;
  a->owed = 0;
  if (away > LEAST)
    return (uint64_t) away;
  away -= (int64_t) (passed >> DRIFT_SHIFT);
  a->owed = away > -MOST_APART ? away : -MOST_APART;
  return 0;
}

/* Adds to NODE that the thread was AWAY, of which it was READY for so long.  */
static void
add_away (struct gasp_record_node *node, uint64_t away, uint64_t ready)
{
  node->ready += ready;
  node->waited += away - ready;
}

/* Notes that a look has found the thread away at NODE.  */
static void
add_found (struct away *a, struct gasp_record_node *node, uint64_t away,
	   uint64_t ready)
{
  if (node != a->found)
    a->found_away = a->found_ready = 0;
  a->found = node;
  a->found_away += away;
  a->found_ready += ready;
}

/* Returns the part of TIME that PART is of WHOLE.  */
static uint64_t
in_proportion (uint64_t time, uint64_t part, uint64_t whole)
{
  return (uint64_t) ((unsigned __int128) time * part / whole);
}

/* Has NODE, where the thread has waited for so long before the latest look,
   unseen, what that and looks before have found at its caller.  */
static void
take_found (struct away *a, struct gasp_record_node *node, uint64_t waited)
{
  struct gasp_record_node *caller = a->found;
  if (!a->found_away || !node->parent || NODE (node->parent) != caller)
    return;
  uint64_t away = a->found_away < waited ? a->found_away : waited;
  uint64_t ready = in_proportion (a->found_ready, away, a->found_away);
  add_away (node, away, ready);
  caller->ready -= ready;
  caller->waited -= away - ready;
}

/* Divides the time AWAY, up to NOW, between where the thread has waited and
   NODE, which has as much as fits of the part in which it was ready.  */
static void
divide_away (gasp_context_t context, struct gasp_record_node *node,
	     uint64_t away, uint64_t now)
{
  struct away *a = &context->away;
  uint64_t ticks = 0;
  for (int i = 0; i < GASP_TOOL_NOTED; i++)
    ticks += a->noted[i].ticks;
  uint64_t noted = in_ns (ticks);
  noted = noted < away ? noted : away;
  uint64_t ready = part_ready (context, away, noted, now), rest = away - noted;
  uint64_t ready_here = ready < rest ? ready : rest;
  add_away (node, rest, ready_here);
  add_found (a, node, rest, ready_here);
  for (int i = 0; i < GASP_TOOL_NOTED && a->noted[i].node; i++)
    add_away (a->noted[i].node, in_proportion (noted, a->noted[i].ticks, ticks),
	      in_proportion (ready - ready_here, a->noted[i].ticks, ticks));
}

static void
forget_notes (struct away *a)
{
  memset (a->noted, 0, sizeof a->noted);
  a->notes = 0;
}

/* Adds to what is noted of NODE that the thread has waited there for so many
   TICKS.  If there is no room, what it has waited least for gives way.  */
static void
add_note (struct away *a, struct gasp_record_node *node, uint64_t ticks)
{
  int least = 0, i = 0;
  for (; i < GASP_TOOL_NOTED && a->noted[i].node; i++)
    if (a->noted[i].node == node)
      break;
    else if (a->noted[i].ticks < a->noted[least].ticks)
      least = i;
  if (i < GASP_TOOL_NOTED)
    {
      a->noted[i].node = node;
      a->noted[i].ticks += ticks;
    }
  else if (ticks > a->noted[least].ticks)
    {
      a->noted[least].node = node;
      a->noted[least].ticks = ticks;
    }
}

void
gasp_tool_away_note (gasp_context_t context, struct gasp_record_node *node,
		     uint64_t ticks, uint64_t now)
{
  struct away *a = &context->away;
  uint64_t since_look = now - context->thread->seen;
  if (ticks > since_look)
    {
      take_found (a, node, in_ns (ticks - since_look));
      ticks = since_look;
    }
  a->found = NULL;
  a->found_away = a->found_ready = 0;
  a->notes++;
  add_note (a, node, ticks);
  /* The next look is to come before there is no room.  */
  if (a->noted[GASP_TOOL_NOTED - 1].node && *a->due != GASP_GCC_NEVER_DUE)
    *a->due = now;
}

void
gasp_tool_away_look (gasp_context_t context, struct gasp_record_node *node,
		     uint64_t now, uint64_t processor)
{
  struct away *a = &context->away;
  struct gasp_record_thread *thread = context->thread;
  if (!a->is_known || !processor)
    return;
  uint64_t passed = now > thread->seen ? in_ns (now - thread->seen) : 0;
  uint64_t ran = processor > a->processor ? processor - a->processor : 0;
  a->processor = processor;
  thread->seen = now;
  thread->seen_processor = thread->processor = processor;
  thread->at = ref_of (node);
  uint64_t away = take_owed (a, passed, ran);
  if (!away)
    return;
  divide_away (context, node, away, now);
  forget_notes (a);
}

void
gasp_tool_away_soon (gasp_context_t context, uint64_t since)
{
  gasp_gcc_word *due = context->away.due;
  uint64_t soon = since + gasp_tool_ticks_between_looks / SOONER;
  if (*due != GASP_GCC_NEVER_DUE && soon < *due)
    *due = soon;
}

/* Looks, and returns when that was over, if the kernel has taken the processor
   meanwhile, which it likes to do when it is asked; else NOW.  */
static uint64_t
look_and_be_away (gasp_context_t context, struct gasp_record_node *node,
		  struct gasp_record_node *later_node, uint64_t now)
{
  uint64_t processor = gasp_tool_processor_time (), later = read_clock ();
  gasp_tool_away_look (context, node, now, processor);
  if (later <= now || in_ns (later - now) <= LEAST)
    return now;
  gasp_tool_away_look (context, later_node, later, processor);
  return later;
}

uint64_t
gasp_tool_away_due (gasp_context_t context, struct gasp_record_node *node,
		    struct gasp_record_node *later_node, uint64_t now)
{
  struct away *a = &context->away;
  int saved = errno;
  uint32_t arrivals = gasp_tool_sampler_arrivals (context);
  if (!gasp_tool_is_original ())
    return now;
  if (gasp_tool_may_be_sandboxed)
    {
      *a->due = GASP_GCC_NEVER_DUE;
      return now;
    }
  *a->due = now + gasp_tool_ticks_between_looks;
  if (!arrivals || arrivals != a->arrivals)
    now = look_and_be_away (context, node, later_node, now);
  else
    {
      forget_notes (a);
      note_first_ready (context);
    }
  a->arrivals = arrivals;
  errno = saved;
  return now;
}

void
gasp_tool_away_begin (gasp_context_t context)
{
  struct away *a = &context->away;
  a->due = gasp_gcc_due && gasp_tool_direct ? gasp_gcc_due () : &a->own_due;
  *a->due = GASP_GCC_NEVER_DUE;
  a->is_known = false;
}

void
gasp_tool_away_go_on (gasp_context_t context)
{
  struct away *a = &context->away;
  struct rusage usage = { .ru_nvcsw = 0 };
  int saved = errno;
  a->has_ready = false;
  a->processor = gasp_tool_processor_time ();
  if (!a->processor || gasp_tool_without_clock || HEADER->clock_per_thread)
    return;
  ASK_KERNEL (SYS_getrusage, RUSAGE_THREAD, (long) &usage);
  a->waits = usage.ru_nvcsw;
  context->thread->seen = context->thread->last;
  context->thread->seen_processor = a->processor;
  context->thread->processor = a->processor;
  a->owed = 0;
  forget_notes (a);
  a->is_known = true;
  *a->due = context->thread->seen + gasp_tool_ticks_between_looks;
  errno = saved;
}

/* Returns the clock of the processor time of thread NUMBER.  */
static clockid_t
clock_of_thread (int32_t number)
{
  enum { SCHEDULED = 2, PER_THREAD = 4 };
  return (clockid_t) (~(uint32_t) number << 3 | PER_THREAD | SCHEDULED);
}

/* Returns whether a thread's element may be at REF.  */
static bool
is_thread (gasp_record_ref ref)
{
  return ((uint64_t) ref << 3) + sizeof (struct gasp_record_thread)
	 <= gasp_tool_file_reserved ();
}

/* Returns the hexadecimal number at *TEXT, which begins with 0x, and sets *TEXT
   to what is after it; 0 if there is none.  */
static uint64_t
next_address (const char **text)
{
  const char *digits = "0123456789abcdef", *at, *t = *text;
  uint64_t value = 0;
  while (*t && *t != 'x')
    t++;
  for (t += *t == 'x'; *t && (at = strchr (digits, *t)) != NULL; t++)
    value = value << 4 | (uint64_t) (at - digits);
  *text = t;
  return value;
}

/* Reads FILE of thread TID in /proc into TEXT, of SIZE bytes; "" if there is no
   such.  */
static void
read_of_thread (int32_t tid, const char *file, char *text, size_t size)
{
  char path[64];
  snprintf (path, sizeof path, "/proc/self/task/%d/%s", (int) tid, file);
  long fd = ASK_KERNEL (SYS_openat, AT_FDCWD, (long) path,
			O_RDONLY | O_CLOEXEC);
  long had = fd < 0 ? 0 : ASK_KERNEL (SYS_read, fd, (long) text, size - 1);
  if (fd >= 0)
    ASK_KERNEL (SYS_close, fd);
  text[had > 0 ? had : 0] = 0;
}

/* Reads what the kernel says of the system call in which thread TID waits into
   TEXT, of SIZE bytes: its number, six arguments, the stack pointer, and the
   address of the code.  Returns whether it is in one.  */
static bool
read_call (int32_t tid, char *text, size_t size)
{
  read_of_thread (tid, "syscall", text, size);
  return *text >= '0' && *text <= '9';
}

/* Notes the name that THREAD has now: it may have taken it after it had
   begun.  */
static void
note_name (struct gasp_record_thread *thread)
{
  char name[sizeof thread->name + 1] = "";
  read_of_thread (thread->tid, "comm", name, sizeof name);
  name[strcspn (name, "\n")] = 0;
  if (*name)
    memcpy (thread->name, name, sizeof thread->name);
}

/* Notes where THREAD, which is not the calling one, waits as the process
   ends.  */
static void
note_last_wait (const struct gasp_record_thread *thread)
{
  enum { ARGUMENTS = 6 };
  char text[256];
  const char *rest = text;
  struct gasp_record_sample sample = {
    .node = thread->at, .thread = thread->number,
    .stack = { .frame = UINT16_MAX, .frame_pointer = UINT16_MAX }
  };
  if (!HEADER->sampler || !read_call (thread->tid, text, sizeof text))
    return;
  for (int i = 0; i < ARGUMENTS; i++)
    next_address (&rest);
  struct interrupted at = { .stack = next_address (&rest) };
  uint64_t pc = next_address (&rest);
  bool has_callers = gasp_tool_find_returns (&sample.stack, &at, UINT64_MAX);
  sample.pc = gasp_tool_recorded_address (at.pc ? at.pc : pc);
  if (has_callers)
    gasp_tool_add (GASP_RECORD_SAMPLES, &sample, sizeof sample);
}

void
gasp_tool_away_end (void)
{
  gasp_record_ref ref = HEADER->latest_thread;
  int saved = errno;
  if (gasp_tool_sandboxed || gasp_tool_may_be_sandboxed)
    return;
  int32_t own = (int32_t) ASK_KERNEL (SYS_gettid);
  /* The program may have damaged its record.  */
  for (int i = 0; i < MOST_THREADS && ref && is_thread (ref); i++)
    {
      struct gasp_record_thread *thread = AT (struct gasp_record_thread, ref);
      uint64_t had = thread->end || !thread->tid ? 0
		     : ask_clock (clock_of_thread (thread->tid));
      if (had > thread->processor)
	thread->processor = had;
      if (had)
	note_name (thread);
      if (had && thread->tid != own)
	note_last_wait (thread);
      ref = thread->before;
    }
  errno = saved;
}
