/* facts.c - what heads a report.  See figures.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "sums/figures.h"
#include "base/arena.h"
#include "base/order.h"
#include "record.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Returns whether P's record says when it began.  One that was cut off
   before that has no name, either.  */
static bool
has_begun (const struct process *p)
{
  return p->start_realtime > 0;
}

const struct process *
first_process (const struct report *report)
{
  const struct process *first = report->processes[0];
  for (size_t i = 1; i < report->process_count; i++)
    {
      const struct process *p = report->processes[i];
      if (has_begun (p) && (!has_begun (first)
			    || p->start_realtime < first->start_realtime))
	first = p;
    }
  return first;
}

const struct process *
busiest_process (const struct report *report)
{
  const struct process *busiest = first_process (report);
  for (size_t i = 0; i < report->process_count; i++)
    if (report->processes[i]->processor > busiest->processor)
      busiest = report->processes[i];
  return busiest;
}

const char *
rank_word (const struct report *report)
{
  const char *name
    = report->peers.rank_name ? report->peers.rank_name : "process";
  const char *space = strrchr (name, ' ');
  return space ? space + 1 : name;
}

const char *
ranks_name (const struct report *report)
{
  const char *name = report->peers.rank_name;
  return plural_noun (name ? name : "rank");
}

const char *
hosts_text (const struct report *report)
{
  const char *first = first_process (report)->host, *other = NULL;
  OWNED const char **hosts = allocate (report->process_count, sizeof *hosts);
  size_t others = 0;
  for (size_t i = 0; i < report->process_count; i++)
    hosts[i] = report->processes[i]->host;
  SORT (hosts, report->process_count, by_text);
  for (size_t i = 0; i < report->process_count; i++)
    if (strcmp (hosts[i], first) && (!i || strcmp (hosts[i], hosts[i - 1])))
      {
	other = hosts[i];
	others++;
      }
  return others == 0 ? arena_copy (first)
	 : others == 1 ? arena_print ("%s and %s", first, other)
	 : arena_print ("%s and %zu other machines", first, others);
}

bool
is_sequence (const struct report *report)
{
  int64_t first_end = INT64_MAX, last_start = INT64_MIN;
  for (size_t i = 0; i < report->process_count; i++)
    {
      const struct process *p = report->processes[i];
      int64_t end = add_wrapping (p->start_realtime, (int64_t) p->duration);
      if (!has_begun (p) || p->parent_record)
	continue;
      if (end < first_end)
	first_end = end;
      if (p->start_realtime > last_start)
	last_start = p->start_realtime;
    }
  return last_start > first_end;
}

double
whole_span (const struct report *report)
{
  const struct process *first = first_process (report);
  double span = first->duration;
  for (size_t i = 0; i < report->process_count && is_sequence (report); i++)
    {
      const struct process *p = report->processes[i];
      double end = (double) (p->start_realtime - first->start_realtime)
		   + p->duration;
      if (has_begun (p) && end > span)
	span = end;
    }
  return span;
}

/* Returns whether P's state says nothing of how the run ended: its exit status
   is not known, or another program has gone on in its place.  */
static bool
just_ended (const struct process *p)
{
  return !strcmp (p->state, "ended")
	 || !strncmp (p->state, "became ", strlen ("became "));
}

const struct note *
crash_note (const struct process *process)
{
  for (size_t i = 0; i < process->note_count; i++)
    if (process->notes[i].kind == GASP_RECORD_CRASH && process->notes[i].text)
      return &process->notes[i];
  return NULL;
}

/* Returns the process that the others have ended with, as a signal killed it,
   or for its mistake; null if that is not known.  */
static const struct process *
crashed_process (const struct report *report)
{
  for (size_t i = 0; i < report->process_count; i++)
    if (crash_note (report->processes[i]))
      return report->processes[i];
  return NULL;
}

const char *
end_text (const struct report *report)
{
  const struct process *shown = first_process (report);
  const struct process *crashed = crashed_process (report);
  if (crashed && report->process_count > 1 && crashed->peers.rank_name
      && !is_sequence (report))
    return arena_print ("%s (%s %u)", crashed->state, crashed->peers.rank_name,
			crashed->peers.rank);
  for (size_t i = 0; i < report->process_count && is_sequence (report); i++)
    {
      const struct process *p = report->processes[i];
      if (just_ended (shown))
	shown = p;
      else if (!just_ended (p) && strcmp (p->state, shown->state))
	return "in different ways (--view=threads)";
    }
  return shown->state;
}

/* Nanoseconds.  */
#define LEAST_BEFORE 10e6

const char *
parts_of_time (const struct report *report)
{
  if (!report->shows_waiting)
    return arena_copy ("");
  char *running = arena_copy (time_text (report->running));
  char *waiting = arena_copy (time_text (waiting_time (report)));
  char *ready = report->ready > report->whole / 100
		? arena_print (", %s ready for a processor",
			       time_text (report->ready))
		: arena_copy ("");
  char *text = arena_print ("%s running, %s waiting%s", running, waiting,
			    ready);
  return text;
}

uint32_t
processors_of (const struct report *report)
{
  uint32_t processors = report->processes[0]->processors;
  for (size_t i = 0; i < report->process_count; i++)
    {
      const struct process *p = report->processes[i];
      if (p->rank >= 0 || p->processors != processors
	  || strcmp (p->host, report->processes[0]->host) != 0)
	return 0;
    }
  return processors;
}

double
threads_running (const struct report *report, bool with_ready)
{
  double span = whole_span (report);
  double ready = with_ready ? time_ready (report) : 0;
  return span > 0 ? (report->running + ready) / span : 0;
}

const char *
processors_text (const struct report *report)
{
  uint32_t processors = processors_of (report);
  double used = threads_running (report, false);
  double wanted = threads_running (report, true);
  if (!report->shows_waiting || report->thread_count < 2 || used > processors)
    return "";
  return arena_print ("%.1f of %u in use on average%s", used,
		      (unsigned int) processors,
		      wanted > used * 1.05
		      ? arena_print (", for %.1f threads that could run",
				     wanted) : "");
}

const char *
time_left_out (const struct report *report)
{
  /* A process that has executed another program may have a record of that.  */
  double before = report->process_count == 1 ? report->processes[0]->before : 0;
  return before > LEAST_BEFORE && before > report->running / 20
	 ? arena_print ("%s on a processor before recording began, as for "
			"loading libraries and the recorder",
			time_text (before)) : "";
}

double
time_ready (const struct report *report)
{
  double ready = 0;
  for (size_t i = 0; i < report->thread_count; i++)
    ready += report->threads[i]->ready;
  return ready;
}

/* Returns, in words, how much of the time READY, in which threads waited for a
   processor, the tables have as other waits; "" if it is little.  A thread that
   is woken may have to wait for a processor in the call that it waited in.  */
static const char *
ready_in_waits (const struct report *report, double ready)
{
  double others = ready - report->ready;
  return report->shows_waiting && others > ready / 20
	 ? arena_print (", %s of it at the end of other waits",
			time_text (others)) : arena_copy ("");
}

const char *
disturbance_text (const struct report *report)
{
  double ready = time_ready (report);
  if (ready <= report->running / 20)
    return arena_copy ("");
  char *text = arena_copy (time_text (ready));
  return arena_print ("busy: threads that could run waited %s for a "
		      "processor%s",
		      text, ready_in_waits (report, ready));
}

/* ---- Runs  */

ORDER_POINTERS (by_run, struct process, RISING (run) RISING (rank)
		RISING (command))

/* Returns how many runs PROCESSES are of, as far as that is known.  A rank of
   a job that had a "gasp run" more than once has run as often.  */
static size_t
count_runs (const struct process **processes, size_t count)
{
  size_t runs = 0, commands = 0, most = 0;
  SORT (processes, count, by_run);
  for (size_t i = 0; i < count; i++)
    {
      const struct process *p = processes[i],
			   *before = i ? processes[i - 1] : NULL;
      bool is_new = !before || before->run != p->run;
      if (is_new)
	{
	  runs += most;
	  most = 0;
	}
      if (is_new || before->rank != p->rank)
	commands = 0;
      commands += !commands || before->command != p->command;
      if (p->run && commands > most)
	most = commands;
    }
  return runs + most;
}

const char *
profile_title (const struct report *report)
{
  size_t count = report->process_count;
  OWNED const struct process **processes = allocate (count, sizeof *processes);
  memcpy (processes, report->processes, count * sizeof *processes);
  size_t runs = count_runs (processes, count);
  return runs > 1 ? arena_print ("GASP profile of %zu runs, added up", runs)
		  : arena_copy ("GASP profile");
}

double
error_of (double variance)
{
  return 1.96 * sqrt (variance);
}

bool
is_estimate (double value, double variance)
{
  return error_of (variance) > value / 20;
}

/* Returns why P has no perf events, and what to do.  */
static const char *
why_no_perf (const struct process *p)
{
  switch (p->sampler_error)
    {
    case ECANCELED:
      return "a filter of system calls (seccomp, as containers have) may "
	     "refuse perf_event_open";
    case EACCES:
      return "perf events need sysctl kernel.perf_event_paranoid=2";
    case EPERM:
      return "the system forbids perf events";
    case ENOSYS:
      return "this kernel has no perf events";
    default:
      return strerror ((int) p->sampler_error);
    }
}

/* Returns by what clock P's times are.  */
static const char *
clock_text (const struct process *p)
{
  if (!p->goes_by_samples && !p->sampler)
    return p->sampler_error
	   ? arena_print ("no samples: timers are refused, and %s",
			  why_no_perf (p))
	   : "";
  if (!p->goes_by_samples)
    return "by clocks, as it ran for so short";
  if (p->sampler == GASP_RECORD_SAMPLER_PERF)
    return "of user mode, by perf events";
  if (p->sampler == GASP_RECORD_SAMPLER_CALLS)
    return "by perf events; by timers in system calls";
  if (p->sampler == GASP_RECORD_SAMPLER_BOTH)
    return "by perf events; by timers in system calls, and in threads that "
	   "often wait";
  return arena_print ("of processor time, by timers, which see less: %s",
		      why_no_perf (p));
}

const char *
sampler_text (const struct process *p)
{
  const char *clock = clock_text (p), *calls = "all calls";
  const char *memory = p->misses_allocations ? ", memory not of all"
		       : p->memory_is_sampled ? ", memory by samples"
		       : p->peak_bytes ? ", memory exact" : "";
  if (p->budget)
    calls = p->budget == 1 ? "no calls"
	    : arena_print ("calls within %g %%", (p->budget - 1) / 10.);
  return arena_print ("%s%s%s%s%s", clock, *clock ? "; " : "", calls, memory,
		      p->budget || p->memory_is_sampled
		      ? "; gasp run --exact records all" : "");
}

double
recording_cost (const struct report *report)
{
  double cost = 0;
  for (size_t i = 0; i < report->thread_count; i++)
    cost += report->threads[i]->cost;
  return cost;
}

char *
calls_of (uint64_t calls, bool at_least, bool estimated)
{
  /* Only samples have seen it.  */
  if (at_least && !calls)
    return copy_string ("");
  return print_string ("%s%s", at_least ? least_sign ()
		       : estimated ? ESTIMATE_SIGN : "",
		       count_text ((double) calls));
}

char *
calls_text (const struct node *node)
{
  return calls_of (node->calls, node->calls_at_least || node->calls_elsewhere,
		   node->calls_estimated || node->calls_shared);
}

bool
has_estimates (const struct report *report)
{
  for (uint32_t i = 0; i < report->tree.count; i++)
    if (report->tree.nodes[i].observed)
      return true;
  return false;
}

const char *
start_text (const struct process *process)
{
  time_t seconds = (time_t) (process->start_realtime / 1000000000);
  struct tm tm;
  char text[64];
  if (!has_begun (process) || !localtime_r (&seconds, &tm)
      || !strftime (text, sizeof text, "%Y-%m-%d %H:%M:%S", &tm))
    return arena_copy ("?");
  return arena_copy (text);
}

const char *
counter_names (const struct profile *profile)
{
  char *names = arena_copy ("");
  for (size_t i = 0; i < profile->counter_count; i++)
    {
      char *longer = arena_print ("%s%s%s", names, i ? ", " : "",
				  profile->counters[i].name);
      names = longer;
    }
  return names;
}

static const char *
message (const struct report *report, size_t index)
{
  const struct item *item = &report->messages.items[index];
  const char *text = item->process->notes[item->index].text;
  return text ? text : "?";
}

/* Returns whether A and B differ in numbers at most.  */
static bool
are_alike (const char *a, const char *b)
{
  static const char number[] = "0123456789.";
  while (*a && *b)
    if (strchr (number, *a) && strchr (number, *b))
      {
	a += strspn (a, number);
	b += strspn (b, number);
      }
    else if (*a++ != *b++)
      return false;
  return *a == *b;
}

char *
new_message (const struct report *report, size_t index)
{
  const char *text = message (report, index);
  size_t more = 0;
  for (size_t i = 0; i < index; i++)
    if (are_alike (message (report, i), text))
      return NULL;
  for (size_t i = index + 1; i < report->messages.count; i++)
    more += (are_alike (message (report, i), text)
	     && strcmp (message (report, i), text));
  return more ? print_string ("%s (%zu more like this)", text, more)
	      : copy_string (text);
}
