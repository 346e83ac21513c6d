/* provider.c - runtimes of languages and libraries raise events: see
   gasp_provider.h.

   SPDX-License-Identifier: Apache-2.0  */

#define GASP_PROVIDES
#include <limits.h>
#include <sched.h>
#include "base/arguments.h"
#include "block.h"
#include "entry/raise.h"
#include "entry/recorder.h"
#include "entry/threads.h"
#include "gasp_provider.h"
#include "process/session.h"
#include "stack/stacks.h"

/* ---- Registering.  By constructors, so one after another; but libraries may
   be loaded by several threads.  */

static gasp_flag locked;
static struct gasp_gcc_provider *first, **last = &first;
/* Of all providers: the place in it is their INDEX.  */
static gasp_lang_t languages[GASP_LANGUAGES] = { GASP_LANG_UPC };
static unsigned int language_count = 1;
static bool started;

/* Gives PROVIDER its INDEX; false if there is none left.  */
static bool
enlist_language (struct gasp_gcc_provider *provider)
{
  unsigned int i = 0;
  while (i < language_count && languages[i] != provider->language)
    i++;
  if (i == GASP_LANGUAGES)
    return false;
  languages[i] = provider->language;
  if (i == language_count)
    language_count++;
  provider->index = i;
  return true;
}

static bool
enlist (struct gasp_gcc_provider *provider)
{
  gasp_signals saved;
  gasp_block_signals (&saved);
  while (__atomic_exchange_n (&locked, true, __ATOMIC_ACQUIRE))
    sched_yield ();
  bool done = enlist_language (provider);
  if (done)
    {
      provider->next = NULL;
      __atomic_store_n (last, provider, __ATOMIC_RELEASE);
      last = &provider->next;
    }
  __atomic_store_n (&locked, false, __ATOMIC_RELEASE);
  gasp_unblock_signals (&saved);
  return done;
}

/* Returns the list, which others may be adding to.  */
static struct gasp_gcc_provider *
next_of (struct gasp_gcc_provider *const *link)
{
  return __atomic_load_n (link, __ATOMIC_ACQUIRE);
}
#define EACH_PROVIDER(p)						\
  for (struct gasp_gcc_provider *p = next_of (&first); p;		\
       p = next_of (&p->next))

int
gasp_gcc_register_provider (struct gasp_gcc_provider *provider)
{
  if (provider->version != GASP_GCC_PROVIDER_VERSION || !enlist (provider))
    {
      gasp_gcc_message ("the events of a runtime are not measured: %s",
			provider->version != GASP_GCC_PROVIDER_VERSION
			? "it needs another version of libgasp"
			: "there are too many languages");
      return -1;
    }
  if (started && provider->start)
    {
      int argc = gasp_argc;
      char **argv = gasp_argv;
      provider->start (provider, &argc, &argv);
    }
  return 0;
}

void
gasp_provider_open (int *argc, char ***argv)
{
  started = true;
  EACH_PROVIDER (p)
    if (p->start)
      p->start (p, argc, argv);
}

void
gasp_provider_attached (void *unused)
{
  (void) unused;
  EACH_PROVIDER (p)
    if (p->attached)
      p->attached ();
}

void
gasp_provider_loaded (void *unused)
{
  (void) unused;
  EACH_PROVIDER (p)
    if (p->loaded)
      p->loaded ();
}

void
gasp_provider_over (void)
{
  static bool done;
  if (done)
    return;
  done = true;
  EACH_PROVIDER (p)
    if (p->over)
      p->over ();
}

/* ---- What they know  */

int
gasp_gcc_processes (int *number)
{
  EACH_PROVIDER (p)
    if (p->count)
      {
	*number = p->number;
	return p->count;
      }
  *number = 0;
  return 1;
}

long
gasp_gcc_processes_clock (void)
{
  EACH_PROVIDER (p)
    if (p->count)
      return p->clock;
  return 0;
}

unsigned long
gasp_gcc_processes_job (int *node)
{
  EACH_PROVIDER (p)
    if (p->count)
      {
	*node = p->node;
	return p->job;
      }
  *node = 0;
  return 0;
}

int
gasp_gcc_processes_language (void)
{
  EACH_PROVIDER (p)
    if (p->count)
      return p->language;
  return -1;
}

int
gasp_gcc_find_shared (const void *pointer, struct gasp_gcc_shared *result)
{
  int found = -1;
  EACH_PROVIDER (p)
    if (found < 0 && p->find)
      found = p->find (pointer, result);
  return found;
}

/* ---- Events  */

void *
gasp_gcc_call_at (unsigned long position)
{
  return gasp_call_at (position);
}

void
gasp_gcc_thread_begins (unsigned long position, const void *function)
{
  gasp_thread.life.function = function;
  gasp_call_at (position);
}

const void *
gasp_gcc_thread_function (void)
{
  return gasp_thread.life.function;
}

void *
gasp_gcc_event_at (unsigned int tag, unsigned long position)
{
  return (unlikely (gasp_active) && !gasp_is_left_out (tag)
	  ? gasp_call_at (position) : NULL);
}

int
gasp_gcc_is_left_out (unsigned int tag)
{
  return gasp_is_left_out (tag);
}

const volatile unsigned char *
gasp_gcc_activity (void)
{
  return (const volatile unsigned char *) &gasp_active;
}

unsigned int
gasp_gcc_callers (struct gasp_gcc_caller *callers, unsigned int most)
{
  return gasp_chain_callers (callers, most);
}

unsigned int
gasp_gcc_interrupted_callers (struct gasp_gcc_caller *callers,
			      unsigned int most, int is_innermost,
			      int *is_over)
{
  return gasp_chain_interrupted (callers, most, is_innermost, is_over);
}

int
gasp_gcc_are_open (const struct gasp_gcc_caller *callers, unsigned int count)
{
  return gasp_chain_is_open (callers, count);
}

int
gasp_gcc_is_sandboxed (void)
{
  return gasp_may_be_sandboxed || gasp_thread.life.left;
}

gasp_gcc_notify_t *
gasp_gcc_tool_enter (void *call, unsigned long frame,
		     const struct gasp_gcc_provider *provider,
		     gasp_context_t *context)
{
  struct gasp_thread *thread = call;
  struct gasp_kept kept = gasp_keep ();
  if (unlikely (!gasp_replace (&thread->hold, 0, frame)))
    {
      gasp_give_back (kept);
      return NULL;
    }
  thread->kept = kept;
  if (likely (gasp_context_of (thread, provider->language, provider->index,
			       context)))
    return gasp_tool.notify;
  gasp_gcc_tool_leave (call);
  return NULL;
}

void
gasp_gcc_tool_leave (void *call)
{
  struct gasp_thread *thread = call;
  gasp_give_back (thread->kept);
  gasp_release (thread);
}

/* Returns the calling thread with its HOLD, to raise an event at POSITION;
   null if it cannot be raised.  */
static struct gasp_thread *
hold_at (unsigned long position)
{
  struct gasp_thread *thread = &gasp_thread;
  if (likely (gasp_hold (thread)))
    {
      if (likely (gasp_is_settled (thread, position)))
	return thread;
      gasp_release (thread);
    }
  thread = gasp_active_call_at (position);
  return thread && gasp_hold (thread) ? thread : NULL;
}

/* Returns THREAD's context for PROVIDER's language, or null if there is none
   yet.  */
static gasp_context_t
own_context (const struct gasp_thread *thread,
	     const struct gasp_gcc_provider *provider)
{
  if (!provider->index)
    return thread->context;
  const struct gasp_own_context *own
    = &thread->life.others[provider->index - 1];
  return own->initialised ? own->context : NULL;
}

/* Returns where THREAD counts its open events of TAG, and of other tags with
   the same counter.  */
static unsigned short *
open_events (struct gasp_thread *thread, unsigned int tag)
{
  return &thread->open_events[tag % GASP_OPEN_EVENTS];
}

/* Returns whether EVENT is not to be passed to the tool, since it is switched
   off, or was when it began.  Counts the events that begin.  */
static inline bool
is_needless (struct gasp_thread *thread,
	     const struct gasp_gcc_short_event *event)
{
  unsigned short *open = open_events (thread, event->tag);
  if (event->type == GASP_END)
    return unlikely (!*open) && gasp_is_left_out (event->tag);
  if (gasp_is_left_out (event->tag))
    return true;
  /* An event that is counted twice, or cannot be counted any more, only takes
     the long way when it ends.  */
  if (event->type == GASP_START && *open < USHRT_MAX)
    ++*open;
  return false;
}

/* Records EVENT on THREAD, whose hold the caller has.  Returns whether that
   was possible.  */
static bool
record_held (struct gasp_thread *thread,
	     const struct gasp_gcc_provider *provider,
	     const struct gasp_gcc_short_event *event)
{
  gasp_context_t context = own_context (thread, provider);
  if (!context || !gasp_recorder.event (context, event))
    return false;
  unsigned short *open = open_events (thread, event->tag);
  if (event->type == GASP_END && *open > 0 && *open < USHRT_MAX)
    --*open;
  return true;
}

int
gasp_gcc_record_event (const struct gasp_gcc_provider *provider,
		       unsigned long position,
		       const struct gasp_gcc_short_event *event)
{
  if (!gasp_active || is_needless (&gasp_thread, event))
    return 1;
  if (!gasp_recorder.event)
    return 0;
  struct gasp_thread *thread = hold_at (position);
  if (!thread)
    return 1;
  bool is_recorded = record_held (thread, provider, event);
  gasp_release (thread);
  return is_recorded;
}

int
gasp_gcc_record_events (const struct gasp_gcc_provider *provider,
			unsigned long position,
			const struct gasp_gcc_short_event *events, int count)
{
  int done = 0;
  if (!gasp_active)
    return count;
  while (done < count && is_needless (&gasp_thread, &events[done]))
    done++;
  if (done == count)
    return count;
  if (!gasp_recorder.event)
    return done;
  struct gasp_thread *thread = hold_at (position);
  if (!thread)
    return count;
  while (done < count && record_held (thread, provider, &events[done]))
    while (++done < count && is_needless (thread, &events[done]))
      ;
  gasp_release (thread);
  return done;
}

void
gasp_gcc_no_more_events (void)
{
  gasp_silence ();
}
