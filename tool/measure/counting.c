/* counting.c - counters and sampling in a thread.

   SPDX-License-Identifier: Apache-2.0

   A thread has one event set for each component, as PAPI requires; counters.c
   decides what is in it.  */

#include "block.h"
#include "events/context.h"
#include "measure/counters.h"
#include "measure/counting.h"
#include "record/place.h"
#include "measure/sample.h"
#include "ground/state.h"
#include "syscall.h"
#include "measure/with-papi.h"
#ifdef WITH_PAPI
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
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

/* ---- Software-defined counters.

   PAPI counts them from where they were when a set was last started, in
   whatever thread: a start takes them back to 0 in all.  So what they were is
   added up here.  GENERATION is odd while a set is being started; a reading
   across that is repeated.  Waiting for it ends: the program's functions, which
   some of these counters are, might wait for each other.  */

static unsigned int generation;
static int64_t start_values[GASP_RECORD_COUNTERS + 1];
/* A running set of any thread.  */
static int reference = PAPI_NULL;

#define MOST_TRIES 1000

static void
begin_start (void)
{
  for (int i = 0; i < MOST_TRIES; i++)
    {
      unsigned int g = __atomic_load_n (&generation, __ATOMIC_ACQUIRE) & ~1u;
      if (__atomic_compare_exchange_n (&generation, &g, g + 1, 0,
				       __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
	return;
      sched_yield ();
    }
}

static void
end_start (void)
{
  __atomic_store_n (&generation, (generation | 1) + 1, __ATOMIC_RELEASE);
}

/* Reads SET, of software-defined counters.  One that the program has not made
   yet reads as -1.  */
static bool
read_raw (int set, long long *values)
{
  return set != PAPI_NULL && papi.read (set, values) == PAPI_OK;
}

/* Starts SET, whose COUNT counters are read through it or REFERENCE.  */
static int
start_software (int set, int count)
{
  long long before[GASP_RECORD_COUNTERS + 1], after[GASP_RECORD_COUNTERS + 1];
  bool known = read_raw (reference, before);
  int error = papi.start (set);
  if (error != PAPI_OK)
    return error;
  if (reference == PAPI_NULL)
    reference = set;
  if (!known || !read_raw (set, after))
    return PAPI_OK;
  /* Some counters are not taken back.  */
  for (int i = 0; i < count; i++)
    if (before[i] != -1 && llabs (after[i]) < llabs (before[i] - after[i]))
      start_values[i] += before[i];
  return PAPI_OK;
}

static bool
read_software (int set, int count, long long *values)
{
  bool done = false;
  for (int i = 0; i < MOST_TRIES; i++)
    {
      unsigned int g = __atomic_load_n (&generation, __ATOMIC_ACQUIRE);
      if (!(g & 1))
	{
	  done = read_raw (set, values);
	  for (int j = 0; j < count; j++)
	    values[j] = (values[j] == -1 ? 0 : values[j]) + start_values[j];
	  if (__atomic_load_n (&generation, __ATOMIC_ACQUIRE) == g)
	    break;
	}
      sched_yield ();
    }
  return done;
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
  return papi.overflow (set, choice.sample.code, choice.sample.threshold, 0, overflowed);
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
  gasp_tool_problem ("counters of %s cannot be started in thread %d: %s; going on "
		     "without", component, (int) context->thread->tid, reason);
}

/* Says so of a group, for PAPI's ERROR.  */
static void
cannot_start_group (gasp_context_t context, int index, int error)
{
  cannot_start (context, group_name (index), papi.strerror (error));
}

/* Begins sampling by a software-defined counter if the program has made it by
   now, which it can only begin then.  */
static void
arm_software (gasp_context_t context)
{
  long long values[GASP_RECORD_COUNTERS + 1];
  int *set = &context->sets[choice.sample.group], error;
  if (!read_raw (*set, values) || values[choice.sample.index] == -1)
    return;
  context->armed = true;
  begin_start ();
  reference = *set;
  read_raw (*set, values);
  papi.stop (*set, NULL);
  error = set_overflow (*set);
  if (error != PAPI_OK)
    cannot_start_group (context, choice.sample.group, error);
  papi.start (*set);
  for (int i = 0; i < choice.groups[choice.sample.group].count; i++)
    start_values[i] += values[i] == -1 ? 0 : values[i];
  end_start ();
}

/* Starts counting GROUP in CONTEXT's thread.  Returns PAPI's error.  */
static int
start_group (gasp_context_t context, int index)
{
  int *set = &context->sets[index];
  bool sampled = choice.sample.threshold && choice.sample.group == index;
  int error = gasp_tool_fill_set (&choice.groups[index], set);
  if (error == PAPI_OK && choice.groups[index].software)
    {
      begin_start ();
      error = start_software (*set, choice.groups[index].count);
      end_start ();
    }
  else if (error == PAPI_OK)
    {
      if (sampled)
	error = set_overflow (*set);
      if (error == PAPI_OK)
	error = papi.start (*set);
      context->armed |= sampled;
    }
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
  context->armed = !choice.sample.threshold;
  for (int i = 0; i < choice.group_count; i++)
    {
      int error = choice.groups[i].count > 0 ? start_group (context, i) : PAPI_OK;
      if (error != PAPI_OK)
	cannot_start_group (context, i, error);
    }
}

/* Starts the counters of the thread if this is no signal handler, which may
   have interrupted malloc.  */
static void
try_to_start (gasp_context_t context)
{
  if (!gasp_tool_may_be_sandboxed && gasp_gcc_in_handler
      && gasp_gcc_in_handler ())
    return;
  const char *reason = obstacle ();
  context->waiting = false;
  context->armed = true;
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
  if (context->waiting || !context->armed)
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
	begin_start ();
	if (context->sets[i] == reference)
	  reference = PAPI_NULL;
	end_start ();
	papi.stop (context->sets[i], NULL);
	gasp_tool_drop_set (&context->sets[i]);
	if (choice.sample.threshold && choice.sample.group == i
	    && !choice.groups[i].software)
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
  if (!context->armed)
    arm_software (context);
  if (!context->latest)
    {
      if (context->armed)
	attend_no_more (context, ATTENTION_COUNTERS);
      return;
    }
  for (int g = 0; g < choice.group_count; g++)
    {
      const struct counter_group *group = &choice.groups[g];
      int set = context->sets[g];
      bool done = choice.groups[g].software
		  ? read_software (set, group->count, values)
		  : set != PAPI_NULL && papi.read (set, values) == PAPI_OK;
      for (int i = 0; done && i < group->count; i++)
	if (group->column[i] >= 0)
	  context->latest[group->column[i]] = values[i];
    }
}

/* Forgets counters in a forked child.  Software-defined ones are the process's
   own memory, and go on.  Others are the kernel's, which both processes share:
   to stop or to start them here would disturb the parent.  */
void
gasp_tool_counters_fork (void)
{
  generation &= ~1u;
  reference = PAPI_NULL;
  for (int i = 0; self && i < choice.group_count; i++)
    if (choice.groups[i].software)
      reference = self->sets[i];
    else if (self->sets[i] != PAPI_NULL)
      {
	self->sets[i] = PAPI_NULL;
	choice.groups[i].count = 0;
	gasp_tool_note ("counters other than sde are not read in forked "
			"processes");
      }
}

#endif /* WITH_PAPI */
