/* sampler.c - see where each thread spends its processor time.

   SPDX-License-Identifier: Apache-2.0

   A signal interrupts a thread: four times a millisecond at first, then once a
   millisecond for a second, and then less often.  Its handler has the
   instruction and the thread's word (gasp_gcc_where) at the same moment, and
   counts the pair (sample.c):

     perf	the kernel's cpu-clock with exclude_kernel.  It finds the thread
		in user mode, so the signal interrupts no system call.  The event
		is kept by a mapping alone, without a descriptor: none that the
		program could miss, close, or leave to its children.
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
#include "record/place.h"
#include "ground/state.h"
#include "syscall.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <ucontext.h>

/* How many samples are taken as fast as possible.  */
#define FIRST_SAMPLES 100
/* Threads that begin after so many others do without these: where many are
   short, a sample costs as much as some of them take.  */
#define FIRST_THREADS 16
/* Further samples come so many units apart, and half as often after each so
   many.  */
#define USUAL_PERIOD 4
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
/* How much of the time in the kernel, in periods of the event, is kept for the
   timer; and how much more for page faults.  */
#define KEPT (2 * BESIDE)

/* Whose samples come in this thread.  */
static __thread gasp_context_t self
  __attribute__ ((tls_model ("initial-exec")));

static struct {
  bool has_handler;
  bool is_over;
  bool quiet_timers;		/* they interrupt no system call */
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

/* ---- What a sample stands for.  */

/* Returns for how many units the sample stands that S's timer has brought, when
   the thread had had so much PROCESSOR time.  */
static uint64_t
passed (struct sampler *s, uint64_t processor)
{
  uint64_t units = (processor - s->timed) / UNIT;
  s->timed += units * UNIT;
  gasp_tool_set_timer (s);
  return units;
}

/* Returns whether a system call has just returned to MACHINE: that leaves there
   where it was called, and the flags.  */
static bool
is_in_system_call (const ucontext_t *machine)
{
#if defined __x86_64__
  const greg_t *registers = machine->uc_mcontext.gregs;
  return registers[REG_RCX] == registers[REG_RIP]
	 && registers[REG_R11] == registers[REG_EFL];
#else
  (void) machine;
  return false;
#endif
}

/* Returns how much time in the kernel, in ns, there is that no sample of S
   stands for, as its thread has had so much PROCESSOR time.  */
static int64_t
unseen (const struct sampler *s, uint64_t processor)
{
  uint64_t usual = (uint64_t) s->period * UNIT, ran = processor - s->latest;
  return s->rest + (ran > usual ? (int64_t) (ran - usual) : 0);
}

/* Returns for how many units a sample of the timer stands that comes beside
   S's event: if the thread was in a system call, those in the kernel since
   the timer's last sample.  */
static uint64_t
passed_in_kernel (struct sampler *s, const ucontext_t *machine,
		  uint64_t processor)
{
  int64_t units = (int64_t) passed (s, processor);
  int64_t most = unseen (s, processor) / UNIT;
  if (!is_in_system_call (machine))
    return 0;
  units = units < most ? units : most;
  s->rest -= units * UNIT;
  return units > 0 ? (uint64_t) units : 0;
}

/* Returns for how many units a sample of CONTEXT's event stands: also for time
   in the kernel, for page faults and the like.  If there is a timer, it may yet
   find some of that; if not, it may be that of a call that has been timed since
   the sample before.  */
static uint64_t
passed_in_user_mode (gasp_context_t context, uint64_t processor)
{
  struct sampler *s = &context->sampler;
  uint64_t units = s->period;
  bool is_alone = s->last && s->last == context->thread->last;
  int64_t more = unseen (s, processor) - s->rest;
  int64_t kept = (s->has_timer + !!s->faults) * KEPT * (int64_t) units * UNIT;
  s->latest = processor;
  s->last = context->thread->last;
  s->in_kernel += (uint64_t) more;
  if (!is_alone && !s->has_timer)
    return units;
  s->rest += more;
  if (s->rest < kept + UNIT)
    return units;
  more = (s->rest - kept) / UNIT;
  s->rest -= more * UNIT;
  return units + (uint64_t) more;
}

/* Returns for how many units a page fault of S's thread stands: for what is
   more than the timer may yet find.  */
static uint64_t
passed_in_faults (struct sampler *s, uint64_t processor)
{
  int64_t kept = s->has_timer ? KEPT * (int64_t) s->period * UNIT : 0;
  int64_t units = (unseen (s, processor) - kept) / UNIT;
  if (units <= 0)
    return 0;
  s->rest -= units * UNIT;
  return (uint64_t) units;
}

/* Sets the process's SAMPLER, unless a thread has more already.  */
static void
note_sampler (enum gasp_record_sampler sampler)
{
  uint16_t *noted = &HEADER->sampler;
  if (*noted != GASP_RECORD_SAMPLER_BOTH
      && (*noted != GASP_RECORD_SAMPLER_CALLS
	  || sampler != GASP_RECORD_SAMPLER_PERF))
    *noted = sampler;
}

/* Finds the system calls in which S's thread is in the kernel, from now on.  */
static void
watch_kernel (struct sampler *s)
{
  if (!s->has_timer && samplers.quiet_timers && gasp_tool_begin_timer (s))
    note_sampler (GASP_RECORD_SAMPLER_CALLS);
}

/* Finds where S's thread has page faults, if the process may still ask for
   that.  */
static void
watch_faults (struct sampler *s)
{
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

/* ---- How often.  */

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

/* ---- Threads that often wait.  */

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

/* Returns whether timers' signals interrupt no system call, as the kernel sends
   them when the thread leaves it: since Linux 5.11 on x86.  */
static bool
has_quiet_timers (void)
{
  bool result = false;
#ifdef __x86_64__
  struct utsname kernel;
  char *level;
  if (!ASK_KERNEL (SYS_uname, (long) &kernel))
    {
      long version = strtol (kernel.release, &level, 10);
      long patch = strtol (level + (*level == '.'), NULL, 10);
      result = version > 5 || (version == 5 && patch >= 11);
    }
#endif
  return result;
}

/* Makes samples of the calling thread cost less for each time that it waits.
   The kernel seldom sets the processor's timer for an event that is far
   off.  */
static void
spare_waits (struct sampler *s)
{
  if (samplers.quiet_timers && (s->has_timer || gasp_tool_begin_timer (s)))
    {
      gasp_tool_drop_event (s);
      gasp_tool_drop_faults (s);
      note_sampler (GASP_RECORD_SAMPLER_BOTH);
    }
  else if (s->period < FAR_OFF)
    set_period (s, FAR_OFF);
}

/* ---- The signal.  */

/* Lets samples of S come regularly after the first one.  */
static void
go_on (struct sampler *s)
{
  s->has_begun = true;
  if (gasp_tool_begin_event (s))
    return;
  gasp_tool_drop_event (s);
  if (!s->has_timer)
    gasp_tool_begin_timer (s);
}

/* From where a signal comes.  */
enum source { EVENT, TIMER, FAULT };

static enum source
source_of (const struct sampler *s, const siginfo_t *info)
{
  return info->si_code == SI_TIMER ? TIMER
	 : s->faults && info->si_fd == s->fault_event ? FAULT : EVENT;
}

/* Returns for how many units the sample on MACHINE from SOURCE stands, as
   CONTEXT's thread had had so much PROCESSOR time.  */
static uint64_t
units_of (gasp_context_t context, const ucontext_t *machine,
	  enum source source, uint64_t processor)
{
  struct sampler *s = &context->sampler;
  if (!s->page)
    return source == FAULT ? 0 : passed (s, processor);
  if (source == TIMER)
    return passed_in_kernel (s, machine, processor);
  if (source == FAULT)
    return passed_in_faults (s, processor);
  if (!s->has_begun)
    go_on (s);
  return passed_in_user_mode (context, processor);
}

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
  uint64_t units = units_of (context, machine, source, processor);
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
  if (++s->taken == (s->period == 1 ? FIRST_SAMPLES : MORE_SAMPLES))
    slow_down (s);
  if (s->page && often_waits (s))
    spare_waits (s);
  else if (s->page && is_much_in_kernel (s, processor))
    {
      watch_kernel (s);
      watch_faults (s);
    }
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
    take (context, machine, source_of (&context->sampler, info));
  errno = saved;
}

/* The C library's, by a name that programs cannot define; musl has none.  */
extern __typeof__ (sigaction) __sigaction __attribute__ ((weak));

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
  set_action *set = __sigaction ? __sigaction : sigaction;
  if (samplers.has_handler)
    return true;
  struct sigaction action = { .sa_sigaction = on_signal,
			      .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK };
  struct sigaction before;
  memset (&action.sa_mask, ~0, sizeof action.sa_mask);
  if (samplers.is_over || set (SIGNAL, NULL, &before)
      || before.sa_handler != SIG_DFL || set (SIGNAL, &action, NULL))
    return false;
  spare_small_stacks (set);
  samplers.quiet_timers = has_quiet_timers ();
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
  note_sampler (sampler);
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
  s->period = context->thread->number < FIRST_THREADS ? 1 : USUAL_PERIOD;
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
	{
	  watch_kernel (s);
	  watch_faults (s);
	}
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
