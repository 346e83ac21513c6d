/* html-figures.c - the key figures of the page's first screen.  See html.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/arena.h"
#include "base/json.h"
#include "formats/html.h"

#include <stdlib.h>

/* Writes a figure: its name, its value, what it is of, and its share of a
   whole in per cent; or a negative number.  */
static void
write_figure (struct json *json, const char *name, const char *value,
	      const char *note, double share)
{
  json_line (json);
  json_object (json, NULL);
  json_string (json, "name", name);
  json_string (json, "value", value);
  json_string (json, "note", note);
  if (share >= 0)
    json_real (json, "share", share, 3);
  json_close (json);
}

static double
share_of (double part, double whole)
{
  return whole > 0 ? 100 * part / whole : 0;
}

static void
write_part (struct json *json, const char *name, double part, double whole)
{
  write_figure (json, name, time_text (part),
		arena_print ("%s %% of thread time",
			     percent_text (part, whole)),
		share_of (part, whole));
}

/* Returns "1.4 of 16" processors.  */
static const char *
used_text (const struct report *report)
{
  return arena_print ("%.1f of %u", threads_running (report, false),
		      (unsigned int) processors_of (report));
}

static void
write_times (const struct report *report, struct json *json)
{
  double cost = recording_cost (report), whole = report->whole;
  if (report->shows_waiting)
    {
      write_part (json, "Running", report->running, whole);
      write_part (json, "Waiting", waiting_time (report), whole);
      if (report->ready > whole / 100)
	write_part (json, "Ready to run", report->ready, whole);
      if (*processors_text (report))
	write_figure (json, "Processors", used_text (report),
		      "in use on average",
		      share_of (threads_running (report, false),
				processors_of (report)));
    }
  else
    write_figure (json, "Thread time", time_text (whole), NULL, -1);
  if (cost > 0)
    write_figure (json, "Recording", time_text (cost),
		  arena_print ("%s %% more, in no other figure",
			       percent_text (cost, whole)),
		  share_of (cost, whole + cost));
}

/* Returns in words that LIVE bytes, exactly or about as SIGN has it, are not
   freed, of which libraries have OTHERS.  */
static const char *
not_freed_text (double live, double others, const char *sign)
{
  const char *of_others = arena_print ("%s%s", sign, bytes_text (others));
  if (others < 1)
    return live > 0 ? arena_print ("%s%s not freed", sign, bytes_text (live))
	   : "all freed";
  return live - others < 1
	 ? arena_print ("%s not freed, by code without instrumentation",
			of_others)
	 : arena_print ("%s%s not freed, %s more by libraries", sign,
			bytes_text (live - others), of_others);
}

static void
write_memory (const struct report *report, struct json *json)
{
  double peak = 0, live = 0, others = 0, resident = 0;
  const char *peak_sign = "", *live_sign = "";
  const char *name
    = report->process_count > 1 ? "Peaks of memory" : "Peak memory";
  bool is_known = true;
  for (size_t i = 0; i < report->process_count; i++)
    {
      peak += (double) report->processes[i]->peak_bytes;
      live += (double) report->processes[i]->live_bytes;
      others += report->processes[i]->library_bytes;
      resident += (double) report->processes[i]->resident;
      is_known &= report->processes[i]->resident > 0;
      if (report->processes[i]->peak_variance > 0)
	peak_sign = ESTIMATE_SIGN;
      if (report->processes[i]->memory_is_sampled)
	live_sign = ESTIMATE_SIGN;
    }
  const char *allocated = arena_print ("%s%s", peak_sign, bytes_text (peak));
  const char *left = peak > 0 ? not_freed_text (live, others, live_sign) : "";
  if (is_known)
    write_figure (json, name, bytes_text (resident),
		  peak > 0 ? arena_print ("%s allocated; %s", allocated, left)
		  : NULL, -1);
  else if (peak > 0)
    write_figure (json, name, allocated, left, -1);
}

static void
write_hottest_line (const struct report *report, struct json *json)
{
  const struct hot_line *hottest = hottest_line (report);
  if (!hottest)
    return;
  /* The card has room for one line: the program's own, which its author can
     change, if there is any.  */
  struct own_line own = hottest_own_line (report);
  double part = own.count
		? part_of_samples (report, own.count, own.time)
		: part_of_samples (report, hottest->count, hottest->time);
  const struct code_function *function
    = own.count ? own.at.function : hottest->function;
  const char *at
    = own.count ? arena_print ("%s:%u", own.at.file, own.at.line)
		: report->profile.places[hottest->place].location;
  const char *all = !(report->sampled_time > 0) ? "samples"
		    : report->shows_waiting ? "the time running" : "the time";
  write_figure (json, "Hottest line",
		base_name (at),
		arena_print ("%s %% of %s, in %s", percent_text (part, 1), all,
			     function ? function->label : "?"),
		share_of (part, 1));
}

static const char *
threads_text (const struct report *report)
{
  size_t helpers = count_helpers (report);
  return !helpers ? arena_print ("%zu threads", report->thread_count)
	 : arena_print ("%zu threads and %zu asleep of libraries",
			report->thread_count - helpers, helpers);
}

void
write_figures (const struct report *report, struct json *json)
{
  bool several = report->process_count > 1;
  json_line (json);
  json_array (json, "figures");
  write_figure (json, "Time", time_text (whole_span (report)),
		end_text (report), -1);
  write_times (report, json);
  write_memory (report, json);
  write_hottest_line (report, json);
  write_figure (json, several ? "Processes" : "Threads",
		arena_print ("%zu", several ? report->process_count
			     : report->thread_count),
		several ? arena_print ("%s, on %s", threads_text (report),
				       hosts_text (report))
		: arena_print ("on %s", hosts_text (report)), -1);
  json_close (json);
}
