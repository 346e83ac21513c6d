/* clock.c - what time is measured with.

   SPDX-License-Identifier: Apache-2.0

   The time stamp counter's scale is measured against CLOCK_MONOTONIC: over
   the recorder's own start first, and over the whole run so far from time to
   time, so that a profile is right also if the program is killed.  */

#define _GNU_SOURCE
#include "measure/clock.h"
#include "measure/counting.h"
#include "record/file.h"
#include "ground/lock.h"
#include "ground/message.h"
#include "record/place.h"
#include "ground/state.h"
#include "syscall.h"
#include "ticks.h"
#include <fcntl.h>
#include <string.h>
#include <sys/auxv.h>
#include <time.h>
#ifdef __x86_64__
#include <cpuid.h>
#endif

static uint64_t
read_monotonic (void)
{
  return nanoseconds (CLOCK_MONOTONIC);
}

static uint64_t
read_thread_cputime (void)
{
  return nanoseconds (CLOCK_THREAD_CPUTIME_ID);
}

static uint64_t
read_process_cputime (void)
{
  return nanoseconds (CLOCK_PROCESS_CPUTIME_ID);
}

/* Returns the time on the machine of the program's first process: so
   processes on several machines can be put side by side.  */
static int64_t
time_of_day (void)
{
  return (nanoseconds (CLOCK_REALTIME)
	  + (gasp_gcc_processes_clock ? gasp_gcc_processes_clock () : 0));
}

uint64_t
gasp_tool_age (void)
{
  int64_t age = time_of_day () - HEADER->start_realtime;
  return age > 0 ? age : 0;
}

/* One moment in both, as nearly as three tries can find it.  */
struct moment {
  uint64_t ticks, ns;
};

static struct moment
read_both (void)
{
  struct moment best = { 0, 0 };
  uint64_t shortest = UINT64_MAX;
  for (int i = 0; i < 3; i++)
    {
      uint64_t before = read_tsc ();
      uint64_t ns = read_monotonic ();
      uint64_t after = read_tsc ();
      if (after - before < shortest)
	{
	  shortest = after - before;
	  best = (struct moment) { before + shortest / 2, ns };
	}
    }
  return best;
}

/* The shortest time, in ns, that gives a usable scale: better than 0.1 %.  */
#define FIRST_MEASUREMENT 50000

/* At the start.  A forked process keeps its parent's scale.  */
static struct moment first;

double
gasp_tool_tsc_per_ns (void)
{
  if (!gasp_tool_clock_read)
    return 1 / HEADER->ns_per_tick;
  struct moment start = read_both (), end;
  do
    end = read_both ();
  while (end.ns - start.ns < FIRST_MEASUREMENT || end.ticks == start.ticks);
  return (double) (end.ticks - start.ticks) / (end.ns - start.ns);
}

/* ---- Choice.  */

struct clock {
  const char *name;
  bool per_thread;
  uint64_t (*read) (void);
};

static const struct clock clocks[] = {
#define GASP_CLOCK_ROW(name, per_thread, read, text) \
  { name, per_thread, read },
#include "clocks.def"
};
#define CLOCKS (sizeof clocks / sizeof *clocks)
static const struct clock *chosen;

static const char legal_clocks[] = "one of"
#define GASP_CLOCK_ROW(name, per_thread, read, text) " " name
#include "clocks.def"
  ;

/* Returns whether the time stamp counter runs at one speed, on all
   processors.  */
static bool
tsc_is_invariant (void)
{
#ifdef __x86_64__
  unsigned int a, b, c, d;
  return __get_cpuid (0x80000007, &a, &b, &c, &d) && d & 1u << 8;
#elif defined __aarch64__ || defined __riscv
  return true;
#else
  return false;
#endif
}

static const struct clock *
find_clock (const char *name)
{
  for (size_t i = 0; i < CLOCKS; i++)
    if (!strcmp (clocks[i].name, name))
      return &clocks[i];
  return NULL;
}

/* Returns the clock that the user wants, or null after saying why not.  */
static const struct clock *
wanted_clock (void)
{
  const char *name = gasp_tool_setting (GASP_CLOCK_SETTING);
  const struct clock *clock = find_clock (name);
  if (!clock)
    gasp_tool_bad_setting (GASP_CLOCK_SETTING, legal_clocks);
  else if (!strncmp (name, "papi-", 5) && !gasp_tool_papi_load ("GASP_CLOCK"))
    clock = NULL;
  return clock;
}

void
gasp_tool_clock_init (void)
{
  chosen = wanted_clock ();
  if (!chosen)
    chosen = find_clock ("tsc");
  if (!chosen->read && !tsc_is_invariant ())
    chosen = find_clock ("monotonic");
  gasp_tool_clock_read = chosen->read;
  if (!chosen->read)
    first = read_both ();
}

/* Returns whether clock_gettime asks the kernel for the clocks that it
   otherwise reads within the process (vdso(7)): it does so in programs that
   have no dynamic linker.  */
static bool
is_static (void)
{
  return getauxval (AT_BASE) == 0;
}

bool
gasp_tool_clock_asks_kernel (void)
{
  return chosen->read && (chosen->read != read_monotonic || is_static ());
}

/* Returns whether a sandbox may end the program for asking what time it
   is.  */
static bool
may_not_ask (void)
{
  return gasp_tool_may_be_sandboxed && is_static ();
}

/* ---- Scale.  */

static uint64_t next_refinement; /* ticks */

/* Ns a tick; 0 until it is measured.  A forked process has its parent's.  */
static double known_scale;

/* Nanoseconds.  */
#define BETWEEN_LOOKS 150000
uint64_t gasp_tool_ticks_between_looks = BETWEEN_LOOKS;
uint64_t gasp_tool_scale = UINT64_C (1) << GASP_TOOL_SCALE_SHIFT;

static void
set_scale (double scale)
{
  known_scale = scale;
  gasp_tool_ticks_between_looks = (uint64_t) (BETWEEN_LOOKS / scale);
  gasp_tool_scale
    = (uint64_t) (scale * (UINT64_C (1) << GASP_TOOL_SCALE_SHIFT));
  __atomic_store (&HEADER->ns_per_tick, &scale, __ATOMIC_RELAXED);
}

static bool
is_plausible (double scale)
{
  double change = scale - known_scale;
  return (scale > 0
	  && (known_scale == 0
	      || (change < known_scale / 100 && change > -known_scale / 100)));
}

/* Each time over twice the length, up to some seconds.  */
#define LEAST_STEP ((int64_t) 1 << 20)
#define LARGEST_STEP ((int64_t) 1 << 33)

/* Measures the scale from FIRST to now.  If it has changed, the monotonic
   clock was set, as it is by another time namespace, or stood still while the
   machine slept: start again.  If it changes a second time, the first
   measurement was wrong.  */
static void
measure (void)
{
  static bool doubted;
  struct moment now = read_both ();
  int64_t ticks = now.ticks - first.ticks, step = ticks;
  double scale = ticks > 0 ? (double) (int64_t) (now.ns - first.ns) / ticks : 0;
  bool believed = is_plausible (scale) || (doubted && scale > 0);
  doubted = !believed;
  if (believed)
    set_scale (scale);
  else
    {
      first = now;
      if (known_scale > 0)
	set_scale (known_scale);
    }
  if (step > LARGEST_STEP)
    step = LARGEST_STEP;
  if (!believed || step < LEAST_STEP)
    step = LEAST_STEP;
  __atomic_store_n (&next_refinement, now.ticks + step, __ATOMIC_RELAXED);
}

void
gasp_tool_clock_refine (bool now)
{
  if (gasp_tool_clock_read || may_not_ask ())
    return;
  static GASP_TOOL_LOCK (measuring);
  if (!now && read_tsc () <= __atomic_load_n (&next_refinement,
					      __ATOMIC_RELAXED))
    return;
  if (!try_lock (&measuring))
    return;
  measure ();
  unlock (&measuring);
}

static uint64_t start_monotonic;

uint64_t
gasp_tool_start_monotonic (void)
{
  return start_monotonic;
}

void
gasp_tool_clock_begin (void)
{
  struct gasp_record_header *header = HEADER;
  header->clock = gasp_tool_string (chosen->name);
  header->clock_per_thread = chosen->per_thread;
  header->start_realtime = time_of_day ();
  struct moment start = read_both ();
  if (gasp_tool_clock_read)
    start = (struct moment) { read_clock (), read_monotonic () };
  header->start_ticks = start.ticks;
  start_monotonic = chosen->per_thread ? 0 : start.ns;
  header->ns_per_tick = 1;
  if (gasp_tool_clock_read)
    return;
  while (read_monotonic () - first.ns < FIRST_MEASUREMENT)
    continue;
  measure ();
}

void
gasp_tool_clock_end (void)
{
  struct gasp_record_header *header = HEADER;
  header->end_ticks = read_clock ();
  if (may_not_ask ())
    header->end_realtime
      = header->start_realtime + header->ns_per_tick * (header->end_ticks
							- header->start_ticks);
  else
    header->end_realtime = time_of_day ();
  gasp_tool_clock_refine (true);
}

uint64_t
gasp_tool_processor_time (void)
{
  struct timespec t = { 0, 0 };
  if (!gasp_tool_sandboxed && !gasp_tool_may_be_sandboxed)
    ASK_KERNEL (SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, (long) &t);
  return t.tv_sec * 1000000000ull + t.tv_nsec;
}

void
gasp_tool_note_processor (struct gasp_record_thread *thread)
{
  uint64_t time = gasp_tool_processor_time ();
  if (time)
    thread->processor = time;
}
