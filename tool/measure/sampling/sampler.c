/* sampler.c - see where each thread spends its processor time.

   SPDX-License-Identifier: Apache-2.0

   A signal interrupts a thread: four times a millisecond at first, then once a
   millisecond for a second, and then less often.  Its handler has the
   instruction and the thread's word (gasp_gcc_where) at the same moment, and
   counts the pair (sample.c):

     perf	the kernel's cpu-clock with exclude_kernel.  It finds the thread
		in user mode, so the signal interrupts no system call.  The
		event is kept by a mapping alone, without a descriptor: none
		that the program could miss, close, or leave to its children.
     timer	of the thread's processor time, where perf_event_open is refused;
		set anew each time, for a random while, to keep no time with the
		program

   A thread has both, if timers interrupt no system call.  If the timer finds it
   in a system call, that call gets the kernel's time since the timer was set.
   Where there are many threads, only those that are much in the kernel have a
   timer.
   Those with a timer have an event of page faults, too, which comes at the
   faulting instruction.  It is counted there, and gets the kernel's time that
   the timer does not find.

   Each time that the kernel switches to a thread with an event, it sets the
   processor's own timer for it: in a virtual machine that takes 10 us and more.
   A timer costs nothing then, as the kernel looks at it when its clock ticks.
   So a thread that often waits goes over to that.

   The signal is one of the classic ones: of those only one is ever pending, in
   a thread that blocks it, too.  Realtime signals would be queued, and once the
   queue is full the kernel sends SIGIO in their place.  */

#define _GNU_SOURCE
#include "measure/away.h"
#include "measure/sampling/callers.h"
#include "measure/clock.h"
#include "measure/ending.h"
#include "measure/sampling/interrupted.h"
#include "events/context.h"
#include "record/file.h"
#include "ground/lock.h"
#include "ground/message.h"
#include "measure/sampling/modules.h"
#include "measure/sampling/sample.h"
#include "measure/sampling/sampler.h"
#include "measure/sampling/sources.h"
#include "measure/sampling/units.h"
#include "record/place.h"
#include "ground/state.h"
#include "syscall.h"
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

/* Threads that begin after so many others do not take the first samples as fast
   as possible: where many are short, a sample costs as much as some of them
   take.  */
#define FIRST_THREADS 16

/* The context that the samples of this thread belong to.  */
static __thread gasp_context_t self
  __attribute__ ((tls_model ("initial-exec")));

static struct {
  bool has_handler;
  bool is_over;
  gasp_context_t first;		/* all that are sampled */
} samplers;
static GASP_TOOL_LOCK (samplers_lock);

int
gasp_tool_sampler_signal (void)
{
  return samplers.has_handler && !samplers.is_over ? SIGNAL : 0;
}

/* Returns whether samples are wanted: with a budget, and where calls may only
   be counted, or recording them be long beside them.  */
static bool
is_wanted (void)
{
  const char *setting = gasp_tool_setting (GASP_SAMPLE_SETTING);
  return *setting ? !strcmp (setting, "time")
	 : gasp_tool_is_limited
	   || (!HEADER->counters && !gasp_tool_clock_read);
}

/* ---- The signal.  */

/* Looks which functions that have been switched off have ended in all threads,
   but for those that come after so many.  */
static void
look_for_ends (gasp_context_t context)
{
  static const struct gasp_record_node *nodes[256];
  unsigned int count = 1;
  if (!try_lock (&samplers_lock))
    return;
  *nodes = NULL;
  for (gasp_context_t c = samplers.first; c; c = c->sampler.next)
    {
      gasp_gcc_word *where = __atomic_load_n (&c->sampler.where,
					      __ATOMIC_RELAXED);
      unsigned int at = c == context ? 0 : count;
      if (!where || at == sizeof nodes / sizeof *nodes)
	continue;
      nodes[at] = gasp_tool_node_of_word (__atomic_load_n (where,
							   __ATOMIC_RELAXED));
      count += at > 0;
    }
  gasp_tool_look_for_ends (nodes, count);
  unlock (&samplers_lock);
}

static void
take (gasp_context_t context, const ucontext_t *machine, enum source source)
{
  struct sampler *s = &context->sampler;
  uint64_t processor = gasp_tool_processor_time (), now = read_tsc ();
  uint64_t units
    = gasp_tool_sample_units (context, machine, source, processor);
  if (!units && source != FAULT)
    return;
  /* Read once: gasp_tool_detach, on another thread, may clear it meanwhile.  */
  gasp_gcc_word *where = __atomic_load_n (&s->where, __ATOMIC_RELAXED);
  if (context->attention & (ATTENTION_OFF | ATTENTION_DEAD) || !where)
    return;
  gasp_gcc_word word = *where;
  struct gasp_record_node *node
    = gasp_tool_find_interrupted (context, machine, word);
  if (node)
    {
      *where = (uintptr_t) node;
      gasp_tool_away_look (context, node, now, processor);
    }
  gasp_tool_sample_time (context, word & GASP_GCC_AT_WORK, units, now,
			 source == FAULT);
  /* Other threads may end while they are looked at.  */
  if (gasp_tool_ending_is_due ())
    look_for_ends (context);
  /* Of page faults, as many are seen in each period as there are.  */
  if (units)
    gasp_tool_adapt_samples (s, processor);
}

static void
on_signal (int number, siginfo_t *info, void *machine)
{
  int saved = errno;
  gasp_context_t context = self;
  if (info->si_code <= 0 && info->si_code != SI_TIMER)
    {
      /* It was sent on purpose: it acts as without a handler.  */
      static const unsigned long none[4];
      ASK_KERNEL (SYS_rt_sigaction, number, (long) none, 0, sizeof *none);
      ASK_KERNEL (SYS_tgkill, ASK_KERNEL (SYS_getpid),
		  ASK_KERNEL (SYS_gettid), number);
    }
  else if (context && (context->sampler.page || context->sampler.has_timer))
    take (context, gasp_tool_before_handlers (machine),
	  gasp_tool_sample_source (&context->sampler, info));
  errno = saved;
}

/* The C library's, by names that programs cannot define: static programs may
   have only the second; musl has none.  */
extern __typeof__ (sigaction) __sigaction __attribute__ ((weak));
extern __typeof__ (sigaction) __libc_sigaction __attribute__ ((weak));

typedef __typeof__ (sigaction) set_action;

/* Lets handlers on alternate stacks, which may be small, block the signal until
   they return: those that were there before us.  For later ones, see
   signals.c.  */
static void
spare_small_stacks (set_action *set)
{
  struct sigaction action;
  for (int number = 1; number < NSIG; number++)
    if (!set (number, NULL, &action) && action.sa_flags & SA_ONSTACK
	&& action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN)
      {
	*(unsigned long *) &action.sa_mask |= 1ul << (SIGNAL - 1);
	set (number, &action, NULL);
      }
}

/* Returns whether the signal is ours, as nobody else has a handler for it.  */
static bool
has_handler (void)
{
  set_action *set = __sigaction ? __sigaction
		    : __libc_sigaction ? __libc_sigaction : sigaction;
  if (samplers.has_handler)
    return true;
  struct sigaction action = {
    .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK
  };
  struct sigaction before;
  memset (&action.sa_mask, ~0, sizeof action.sa_mask);
  if (samplers.is_over || set (SIGNAL, NULL, &before)
      || before.sa_handler != SIG_DFL || set (SIGNAL, &action, NULL))
    return false;
  spare_small_stacks (set);
  gasp_tool_learn_of_timers ();
  samplers.has_handler = true;
  return true;
}

/* Unblocks the signal in the calling thread.  */
static void
unblock (void)
{
  gasp_signals mask = 1ul << (SIGNAL - 1);
  ASK_KERNEL (SYS_rt_sigprocmask, SIG_UNBLOCK, (long) &mask, 0, sizeof mask);
}

/* ---- Threads.  */

static void
describe (enum gasp_record_sampler sampler)
{
  HEADER->sample_period = UNIT;
  gasp_tool_note_sampler (sampler);
  if (gasp_tool_perf_error)
    HEADER->sampler_error = gasp_tool_perf_error;
  if (*gasp_tool_setting (GASP_SAMPLE_SETTING) && !HEADER->sample_event)
    {
      HEADER->sample_threshold = UNIT;
      HEADER->sample_event
	= gasp_tool_string (sampler == GASP_RECORD_SAMPLER_PERF
			    ? "nanoseconds in user mode"
			    : "nanoseconds of processor time");
    }
}

static void
add (gasp_context_t context)
{
  struct gasp_tool_holder holder;
  lock_quietly (&samplers_lock, &holder);
  context->sampler.next = samplers.first;
  samplers.first = context;
  unlock_quietly (&samplers_lock, &holder);
}

static void
stop (struct sampler *s)
{
  gasp_tool_drop_event (s);
  gasp_tool_drop_faults (s);
  if (s->has_timer)
    ASK_KERNEL (SYS_timer_delete, s->timer);
  s->has_timer = false;
}

void
gasp_tool_sampler_begin (gasp_context_t context)
{
  struct sampler *s = &context->sampler;
  memset (s, 0, sizeof *s);
  s->period = context->thread->number < FIRST_THREADS ? FIRST_PERIOD
	      : USUAL_PERIOD;
  self = NULL;
  if (gasp_tool_direct && gasp_gcc_where && !gasp_tool_clock_read)
    s->where = (gasp_gcc_word *) gasp_gcc_where ();
  if (samplers.is_over || !s->where || !is_wanted ()
      || gasp_tool_may_be_sandboxed || gasp_tool_without_clock
      || !has_handler ())
    return;
  int saved = errno;
  gasp_tool_modules ();
  if (context->thread->number == 0)
    gasp_tool_callers_begin ();
  self = context;
  gasp_tool_mark_original ();
  bool has_perf = gasp_tool_begin_perf (s);
  s->latest = gasp_tool_processor_time ();
  if (has_perf || gasp_tool_begin_timer (s))
    {
      add (context);
      describe (has_perf ? GASP_RECORD_SAMPLER_PERF
		: GASP_RECORD_SAMPLER_TIMER);
      if (has_perf && context->thread->number < FIRST_THREADS)
	gasp_tool_watch_kernel (s);
      unblock ();
    }
  else if (gasp_tool_perf_error)
    HEADER->sampler_error = gasp_tool_perf_error;
  errno = saved;
}

void
gasp_tool_sampler_end (gasp_context_t context)
{
  struct gasp_tool_holder holder;
  if (!context->sampler.page && !context->sampler.has_timer)
    return;
  lock_quietly (&samplers_lock, &holder);
  stop (&context->sampler);
  for (gasp_context_t *at = &samplers.first; *at; at = &(*at)->sampler.next)
    if (*at == context)
      {
	*at = context->sampler.next;
	break;
      }
  unlock_quietly (&samplers_lock, &holder);
  if (self != context)
    return;
  self = NULL;
  ASK_KERNEL (SYS_munmap, (long) context->sampler.area, PAGE);
  context->sampler.area = NULL;
}

/* Forgets the events and timers, which are not there in the child.  */
void
gasp_tool_sampler_fork (void)
{
  samplers.first = NULL;
  self = NULL;
}

void
gasp_tool_sampler_forked_within (gasp_context_t context)
{
  gasp_tool_drop_event (&context->sampler);
  context->sampler.faults = NULL;
}

void
gasp_tool_sampler_give_up (const char *why)
{
  struct gasp_tool_holder holder;
  if (samplers.is_over || !samplers.has_handler || !gasp_tool_base)
    return;
  lock_quietly (&samplers_lock, &holder);
  samplers.is_over = true;
  for (gasp_context_t c = samplers.first; c; c = c->sampler.next)
    stop (&c->sampler);
  samplers.first = NULL;
  unlock_quietly (&samplers_lock, &holder);
  HEADER->sampler = GASP_RECORD_NO_SAMPLER;
  HEADER->sample_event = 0;
  gasp_tool_note (why);
}
