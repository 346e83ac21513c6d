/* sources.c - what interrupts a thread for a sample: events of the kernel's,
   and timers.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include "measure/sampling/sources.h"
#include "measure/clock.h"
#include "events/context.h"
#include "record/file.h"
#include "measure/sampling/sampler.h"
#include "ground/pages.h"
#include "syscall.h"
#include "ticks.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>

int gasp_tool_perf_error;

/* ---- The kernel's events.  */

/* Not 0, but in a copy of the process, which has no pages of events.  */
static volatile char *is_original;

/* Makes IS_ORIGINAL true in this process.  */
void
gasp_tool_mark_original (void)
{
  if (!is_original)
    {
      char *mark = gasp_tool_pages (PAGE);
      if (mark && madvise (mark, PAGE, MADV_WIPEONFORK) == 0)
	is_original = mark;
    }
  if (is_original)
    *is_original = 1;
}

bool
gasp_tool_is_original (void)
{
  return !is_original || *is_original;
}

uint32_t
gasp_tool_sampler_arrivals (gasp_context_t context)
{
  const volatile struct perf_event_mmap_page *page = context->sampler.area;
  return is_original && *is_original && context->sampler.page ? page->lock : 0;
}

/* Returns a descriptor of a new EVENT of the calling thread, or -1.  */
static int
open_event (uint64_t event, uint64_t period)
{
  struct perf_event_attr attributes = {
    .size = PERF_ATTR_SIZE_VER0, .type = PERF_TYPE_SOFTWARE,
    .config = event, .sample_period = period,
    .exclude_kernel = 1, .exclude_hv = 1, .disabled = 1, .wakeup_events = 1
  };
  return ASK_KERNEL (SYS_perf_event_open, (long) &attributes, 0, -1, -1,
		     PERF_FLAG_FD_CLOEXEC);
}

/* Maps EVENT's page, or an empty one if that is -1, in place of S's.  Returns
   whether it could: if not, there is none.  */
static bool
map_page (struct sampler *s, int event)
{
  int kind = event < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
  long page = ASK_KERNEL (SYS_mmap, (long) s->area, PAGE, PROT_READ,
			  kind | (s->area ? MAP_FIXED : 0), event, 0);
  s->page = page == -1 || event < 0 ? NULL : (void *) page;
  if (page != -1)
    s->area = (void *) page;
  return page != -1;
}

/* Drops S's event.  The page stays, as its thread may be reading it.  */
void
gasp_tool_drop_event (struct sampler *s)
{
  if (s->page)
    map_page (s, -1);
}

/* Drops S's event of page faults.  */
void
gasp_tool_drop_faults (struct sampler *s)
{
  if (s->faults)
    ASK_KERNEL (SYS_munmap, (long) s->faults, PAGE);
  s->faults = NULL;
}

/* Lets EVENT send the signal to the calling thread.  Returns whether it
   could.  */
static bool
send_signal (int event)
{
  struct f_owner_ex owner = { F_OWNER_TID, ASK_KERNEL (SYS_gettid) };
  return ASK_KERNEL (SYS_fcntl, event, F_SETOWN_EX, (long) &owner) >= 0
	 && ASK_KERNEL (SYS_fcntl, event, F_SETSIG, SIGNAL) >= 0
	 && ASK_KERNEL (SYS_fcntl, event, F_SETFL, O_ASYNC | O_NONBLOCK) >= 0;
}

/* Starts EVENT for S, whose thread is the calling one.  Returns whether it
   could.  */
static bool
start_event (struct sampler *s, int event)
{
  if (event == s->fault_event)
    gasp_tool_drop_faults (s);
  if (!send_signal (event))
    return false;
  if (!map_page (s, event))
    {
      int error = errno;
      map_page (s, -1);
      errno = error;
      return false;
    }
  /* The first sample may come at once, and again while its handler runs.  */
  if (s->has_begun)
    ASK_KERNEL (SYS_ioctl, event, PERF_EVENT_IOC_ENABLE, 0);
  else
    ASK_KERNEL (SYS_ioctl, event, PERF_EVENT_IOC_REFRESH, 1);
  return true;
}

/* Returns how many ns a thread's first sample comes after its beginning: at
   random, as many threads that do the same for a short time would otherwise be
   seen at the same points of it.  */
static uint64_t
first_wait (const struct sampler *s)
{
  uint64_t random = (uint32_t) (read_tsc () * 2654435761u);
  return random * s->period * UNIT >> 32;
}

/* Returns whether S has an event of its period, a new one.  */
bool
gasp_tool_begin_event (struct sampler *s)
{
  int event = open_event (PERF_COUNT_SW_CPU_CLOCK,
			  s->has_begun ? (uint64_t) s->period * UNIT
			  : 1 + first_wait (s));
  if (event < 0)
    return false;
  bool has_started = start_event (s, event);
  int error = errno;
  ASK_KERNEL (SYS_close, event);
  errno = error;
  return has_started;
}

/* Lets S have an event of page faults, whose signals have a descriptor that is
   known, though closed: one that no other event of S's has.  */
void
gasp_tool_begin_faults (struct sampler *s)
{
  enum { ABOVE_MOST = 500 };
  int saved = errno;
  int first = open_event (PERF_COUNT_SW_PAGE_FAULTS,
			  GASP_RECORD_FAULTS);
  int event = first < 0 ? -1
	      : ASK_KERNEL (SYS_fcntl, first, F_DUPFD_CLOEXEC, ABOVE_MOST);
  s->has_had_faults = true;
  if (event >= 0 && send_signal (event))
    {
      long page = ASK_KERNEL (SYS_mmap, 0, PAGE, PROT_READ, MAP_SHARED, event,
			      0);
      s->faults = page == -1 ? NULL : (void *) page;
      s->fault_event = event;
      ASK_KERNEL (SYS_ioctl, event, PERF_EVENT_IOC_ENABLE, 0);
    }
  if (event >= 0)
    ASK_KERNEL (SYS_close, event);
  if (first >= 0)
    ASK_KERNEL (SYS_close, first);
  errno = saved;
}

/* Returns whether the kernel may end the process for an unusual request.  */
static bool
is_filtered (void)
{
  return ASK_KERNEL (SYS_prctl, PR_GET_SECCOMP) != 0;
}

bool
gasp_tool_begin_perf (struct sampler *s)
{
  if (!gasp_tool_perf_error && is_filtered ())
    gasp_tool_perf_error = ECANCELED;
  if (gasp_tool_perf_error)
    return false;
  if (gasp_tool_begin_event (s))
    return true;
  if (errno != EMFILE && errno != ENFILE)
    gasp_tool_perf_error = errno;
  HEADER->sampler_error = errno;
  return false;
}

/* ---- Timers.  */

void
gasp_tool_set_timer (struct sampler *s)
{
  s->random = s->random * 1664525u + 1013904223u;
  uint64_t mean = (uint64_t) s->period * UNIT * (s->page ? BESIDE : 1);
  uint64_t wait = s->page || s->has_begun
		  ? mean / 2 + (mean * (s->random >> 16) >> 16) : 1;
  struct itimerspec time = {
    .it_value = { wait / 1000000000, wait % 1000000000 }
  };
  ASK_KERNEL (SYS_timer_settime, s->timer, 0, (long) &time, 0);
}

bool
gasp_tool_begin_timer (struct sampler *s)
{
  struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID,
			    .sigev_signo = SIGNAL };
  event._sigev_un._tid = ASK_KERNEL (SYS_gettid);
  if (ASK_KERNEL (SYS_timer_create, CLOCK_THREAD_CPUTIME_ID, (long) &event,
		  (long) &s->timer) < 0)
    return false;
  s->has_timer = true;
  s->random = read_tsc ();
  s->timed = gasp_tool_processor_time ();
  gasp_tool_set_timer (s);
  return true;
}
