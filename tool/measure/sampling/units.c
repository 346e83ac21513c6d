/* units.c - for how much time a sample stands.

   SPDX-License-Identifier: Apache-2.0

   sampler.c -> units.c -> sources.c.  */

#define _GNU_SOURCE
#include "events/context.h"
#include "measure/sampling/sources.h"
#include "measure/sampling/units.h"

/* How much of the time in the kernel, in periods of the event, is kept for the
   timer; and how much more for page faults.  */
#define KEPT (2 * BESIDE)

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

/* Does the same for a timer that is alone.  The first sample is that of the
   first tick of the kernel's clock: where threads take less than ticks are
   apart, one is worth as much as another, early in a thread or late.  */
static uint64_t
passed_alone (struct sampler *s, uint64_t processor)
{
  uint64_t least = s->has_begun ? 0 : s->period;
  s->has_begun = true;
  uint64_t units = passed (s, processor);
  return units > least ? units : least;
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
   more than the timer may yet find, if that is a period of the event.  */
static uint64_t
passed_in_faults (struct sampler *s, uint64_t processor)
{
  int64_t kept = s->has_timer ? KEPT * (int64_t) s->period * UNIT : 0;
  int64_t units = (unseen (s, processor) - kept) / UNIT;
  if (units < (int64_t) s->period)
    return 0;
  s->rest -= units * UNIT;
  return (uint64_t) units;
}

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

enum source
gasp_tool_sample_source (const struct sampler *s, const siginfo_t *info)
{
  return info->si_code == SI_TIMER ? TIMER
	 : s->faults && info->si_fd == s->fault_event ? FAULT : EVENT;
}

uint64_t
gasp_tool_sample_units (gasp_context_t context, const ucontext_t *machine,
			enum source source, uint64_t processor)
{
  struct sampler *s = &context->sampler;
  if (!s->page)
    return source == FAULT ? 0 : passed_alone (s, processor);
  if (source == TIMER)
    return passed_in_kernel (s, machine, processor);
  if (source == FAULT)
    return passed_in_faults (s, processor);
  if (!s->has_begun)
    go_on (s);
  return passed_in_user_mode (context, processor);
}
