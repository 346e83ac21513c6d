/* counting.c - counters and sampling in a thread.

   SPDX-License-Identifier: Apache-2.0

   A thread has one event set for each component, as PAPI requires; counters.c
   decides what is in it.  */

#include "measure/with-papi.h"
#ifdef WITH_PAPI

#include "block.h"
#include "events/context.h"
#include "measure/counters.h"
#include "measure/counting.h"
#include "record/place.h"
#include "measure/sampling/sample.h"
#include "ground/state.h"
#include "syscall.h"
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <string.h>

/* Whose counters run in this thread.  They go on when the thread is detached
   from, as only the thread itself can stop them: until it is attached to again,
   or ends.  */
static __thread gasp_context_t self
  __attribute__ ((tls_model ("initial-exec")));

/* ---- Stacks, of which PAPI takes some kilobytes.  */

#define PAPI_STACK 16384

static __thread struct { char *low, *high; } own_stack
  __attribute__ ((tls_model ("initial-exec")));

static void
find_own_stack (void)
{
  pthread_attr_t attributes;
  void *low;
  size_t size;
  if (pthread_getattr_np (pthread_self (), &attributes) != 0)
    return;
  if (pthread_attr_getstack (&attributes, &low, &size) == 0)
    {
      own_stack.low = low;
      own_stack.high = own_stack.low + size;
    }
  pthread_attr_destroy (&attributes);
}

/* Returns whether enough is left of the thread's own stack, or of its signal
   stack.  How large others are is not known.  */
static bool
has_stack (void)
{
  char *here = __builtin_frame_address (0);
  stack_t stack;
  if (here >= own_stack.low && here < own_stack.high)
    return here - own_stack.low >= PAPI_STACK;
  return (ASK_KERNEL (SYS_sigaltstack, 0, (long) &stack) != 0
	  || !(stack.ss_flags & SS_ONSTACK)
	  || here - (char *) stack.ss_sp >= PAPI_STACK);
}

/* ---- One thread.  */

/* Takes a sample as the counter of this thread overflowed at ADDRESS; perhaps
   in a signal handler.  */
static void
overflowed (int set, void *address, long long vector, void *machine)
{
  (void) set;
  (void) vector;
  (void) machine;
  if (self)
    gasp_tool_sample (self, (uint64_t) (uintptr_t) address);
}

static int
set_overflow (int set)
{
  return papi.overflow (set, choice.sample.code, choice.sample.threshold, 0,
			overflowed);
}

/* Returns what the counters of a group are called in a message.  */
static const char *
group_name (int index)
{
  const PAPI_component_info_t *info
    = papi.get_component_info (choice.groups[index].component);
  return info ? info->short_name : "?";
}

/* Says once in a thread that it has no counters of COMPONENT, for REASON.  */
static void
cannot_start (gasp_context_t context, const char *component,
	      const char *reason)
{
  if (context->thread->counter_error)
    return;
  context->thread->counter_error = gasp_tool_string (reason);
  gasp_tool_problem ("counters of %s cannot be started in thread %d: %s; going "
		     "on without", component, (int) context->thread->tid,
		     reason);
}

/* Says so of a group, for PAPI's ERROR.  */
static void
cannot_start_group (gasp_context_t context, int index, int error)
{
  cannot_start (context, group_name (index), papi.strerror (error));
}

/* Starts counting GROUP in CONTEXT's thread.  Returns PAPI's error.  */
static int
start_group (gasp_context_t context, int index)
{
  int *set = &context->sets[index];
  bool sampled = choice.sample.threshold && choice.sample.group == index;
  int error = gasp_tool_fill_set (&choice.groups[index], set);
  if (error == PAPI_OK && sampled)
    error = set_overflow (*set);
  if (error == PAPI_OK)
    error = papi.start (*set);
  if (error != PAPI_OK)
    gasp_tool_drop_set (set);
  return error;
}

/* Its destructor stops counters that are still running.  */
static pthread_key_t end_key;
static bool end_key_used;

static void
thread_ends (void *context)
{
  if (self && self->attention & ATTENTION_DEAD)
    gasp_tool_counters_end (self);
  else if (self)
    pthread_setspecific (end_key, context);
}

void
gasp_tool_counting_init (void)
{
  end_key_used = pthread_key_create (&end_key, thread_ends) == 0;
}

/* Returns what forbids to start the counters of the thread, or null.  */
static const char *
obstacle (void)
{
  if (gasp_tool_may_be_sandboxed)
    return "the program gives up rights";
  find_own_stack ();
  return has_stack () ? NULL : "there is too little stack";
}

static void
start_counters (gasp_context_t context)
{
  gasp_tool_samples_begin (context);
  if (self)
    gasp_tool_counters_end (self);
  papi.register_thread ();
  self = context;
  if (end_key_used)
    pthread_setspecific (end_key, context);
  for (int i = 0; i < choice.group_count; i++)
    {
      int error = choice.groups[i].count ? start_group (context, i) : PAPI_OK;
      if (error != PAPI_OK)
	cannot_start_group (context, i, error);
    }
}

/* Starts the counters of the thread if this is not a signal handler, which may
   have interrupted malloc.  */
static void
try_to_start (gasp_context_t context)
{
  if (!gasp_tool_may_be_sandboxed && gasp_gcc_in_handler
      && gasp_gcc_in_handler ())
    return;
  const char *reason = obstacle ();
  context->waiting = false;
  if (reason)
    cannot_start (context, "PAPI", reason);
  else
    start_counters (context);
}

void
gasp_tool_counters_begin (gasp_context_t context)
{
  if (!papi.library_init)
    return;
  /* In a forked process they are there already.  */
  if (self == context)
    return;
  for (int i = 0; i < COUNTER_GROUPS; i++)
    context->sets[i] = PAPI_NULL;
  context->waiting = true;
  try_to_start (context);
  if (context->waiting)
    attend (context, ATTENTION_COUNTERS);
}

/* Takes back the signals of a set that was stopped: they may be blocked, as
   they are while the tool is loaded.  PAPI would take one for the next set's,
   which has the same file descriptor, find no sample there, and leave it
   disabled.  */
static void
drop_signals (int group)
{
  const PAPI_component_info_t *info
    = papi.get_component_info (choice.groups[group].component);
  static const struct timespec at_once;
  if (!info || info->hardware_intr_sig <= 0)
    return;
  gasp_signals signals = 1ul << (info->hardware_intr_sig - 1);
  while (ASK_KERNEL (SYS_rt_sigtimedwait, (long) &signals, 0, (long) &at_once,
		     sizeof signals) > 0)
    ;
}

void
gasp_tool_counters_end (gasp_context_t context)
{
  if (!papi.library_init || self != context)
    return;
  for (int i = 0; i < choice.group_count; i++)
    if (context->sets[i] != PAPI_NULL)
      {
	papi.stop (context->sets[i], NULL);
	gasp_tool_drop_set (&context->sets[i]);
	if (choice.sample.threshold && choice.sample.group == i)
	  drop_signals (i);
      }
  self = NULL;
  papi.unregister_thread ();
}

void
gasp_tool_counters_read (gasp_context_t context)
{
  long long values[GASP_RECORD_COUNTERS + 1];
  if (context->waiting)
    try_to_start (context);
  if (context->waiting || !has_stack ())
    return;
  if (!context->latest)
    {
      attend_no_more (context, ATTENTION_COUNTERS);
      return;
    }
  for (int g = 0; g < choice.group_count; g++)
    {
      const struct counter_group *group = &choice.groups[g];
      int set = context->sets[g];
      bool done = set != PAPI_NULL && papi.read (set, values) == PAPI_OK;
      for (int i = 0; done && i < group->count; i++)
	if (group->column[i] >= 0)
	  context->latest[group->column[i]] = values[i];
    }
}

/* Forgets counters in a forked child.  They are the kernel's, which both
   processes share: to stop or to start them here would disturb the parent.  */
void
gasp_tool_counters_fork (void)
{
  for (int i = 0; self && i < choice.group_count; i++)
    if (self->sets[i] != PAPI_NULL)
      {
	self->sets[i] = PAPI_NULL;
	choice.groups[i].count = 0;
	gasp_tool_note ("counters are not read in forked processes");
      }
}

#endif /* WITH_PAPI */
