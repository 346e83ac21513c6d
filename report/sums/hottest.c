/* hottest.c - the line where the program was most of the time.

   SPDX-License-Identifier: Apache-2.0

   It may be one of a library, as iterators of Rust and containers of C++ are
   inlined: then there is also the program's own line with the most, and what is
   inlined there.

   lines.c -> hottest.c -> text.c, html-figures.c.  */

#include "sums/figures.h"
#include "base/arena.h"
#include "base/object/code.h"
#include "base/order.h"

#include <string.h>

/* Returns whether WHERE, which may be null, is in UPC's runtime.  */
static bool
is_of_libupc (const char *where)
{
  static const char begin[] = "src/libupc/";
  return where && !strncmp (where, begin, sizeof begin - 1);
}

/* Returns whether HOT is in our own code, where recording is at work, in UPC's
   runtime, whose sources the reader does not have, or mostly what MPI is
   at.  */
static bool
is_ours (const struct report *report, const struct hot_line *hot)
{
  const char *where = hot->place == NO_NODE ? NULL
		      : report->profile.places[hot->place].location;
  return !strncmp (base_name (hot->module), "libgasp", 7)
	 || is_of_libupc (where)
	 || hot->within > hot->count / 2;
}

/* Returns whether the samples of REPORT stand for most of the time that its
   threads ran.  They do not where threads end before their first one, or where
   the system ran for them.  */
static bool
has_most_samples (const struct report *report)
{
  return report->sampled_time <= 0
	 || report->sampled_time > report->running * 2 / 3;
}

/* A line that has less is not worth a word.  */
enum { LEAST_SAMPLES = 3 };

const struct hot_line *
hottest_line (const struct report *report)
{
  const struct hot_line *hottest = NULL;
  for (size_t i = 0; i < report->hot_count && has_most_samples (report); i++)
    if (!is_ours (report, &report->hot[i])
	&& (!hottest || report->hot[i].time > hottest->time
	    || (report->hot[i].time >= hottest->time
		&& report->hot[i].count > hottest->count)))
      hottest = &report->hot[i];
  return hottest && hottest->place != NO_NODE && hottest->time > 0
	 && hottest->count >= LEAST_SAMPLES ? hottest : NULL;
}

/* ---- With what is inlined from libraries  */

/* So small a part of what the library's line has is enough for one's own.  */
#define LEAST_OF_OWN 4

/* Returns whether MODULE is a library of the system's.  */
static bool
is_library (const char *module)
{
  return (!strncmp (module, "/usr/", 5) || !strncmp (module, "/lib", 4))
	 && strstr (base_name (module), ".so");
}

/* Returns the innermost frame of S that is of the program's own source; null if
   there is none.  */
static const struct code_frame *
own_frame (const struct report *report, const struct sampled *s)
{
  if (is_library (s->module) || is_ours (report, &report->hot[s->hot]))
    return NULL;
  for (size_t i = 0; i < s->frame_count; i++)
    if (s->frames[i].file && !is_system_header (s->frames[i].file))
      return is_of_libupc (shown_file (report, s->frames[i].file))
	     ? NULL : &s->frames[i];
  return NULL;
}

ORDER (by_line, struct own_line, TEXT (at.file) RISING (at.line))
ADDER (add_line, struct own_line, ADD (count) ADD (time))

/* Returns the program's own line with the most samples, and none if too few
   were taken.  */
static struct own_line
most_of_own (const struct report *report)
{
  OWNED struct own_line *rows
    = allocate (report->sampled_count + 1, sizeof *rows);
  struct own_line hottest = { .count = 0 };
  size_t count = 0;
  for (size_t i = 0; i < report->sampled_count; i++)
    {
      const struct sampled *s = &report->sampled[i];
      const struct code_frame *frame = own_frame (report, s);
      if (frame)
	rows[count++] = (struct own_line) { *frame, s->count, s->time };
    }
  count = JOIN (rows, count, by_line, add_line);
  for (size_t i = 0; i < count; i++)
    if (rows[i].count >= LEAST_SAMPLES && rows[i].time > hottest.time)
      hottest = rows[i];
  return hottest;
}

struct own_line
hottest_own_line (const struct report *report)
{
  const struct hot_line *hottest = hottest_line (report);
  const char *file
    = hottest ? report->profile.places[hottest->place].file : NULL;
  struct own_line none = { .count = 0 };
  if (!file || !(is_system_header (file) || is_library (hottest->module)))
    return none;
  struct own_line own = most_of_own (report);
  return own.time > hottest->time / LEAST_OF_OWN ? own : none;
}

/* ---- In words  */

/* Returns "a.c:3 in f, 6.0 %" of the samples in AT of FUNCTION, which may be
   null.  */
static const char *
line_text (const struct report *report, const char *at,
	   const struct code_function *function, uint64_t count, double time)
{
  return arena_print ("%s in %s, %s %%", at, function ? function->label : "?",
		      percent_text (part_of_samples (report, count, time), 1));
}

const char *
hottest_line_text (const struct report *report)
{
  const struct hot_line *hottest = hottest_line (report);
  if (!hottest)
    return arena_copy ("");
  struct own_line own = hottest_own_line (report);
  const char *line
    = line_text (report, report->profile.places[hottest->place].location,
		 hottest->function, hottest->count, hottest->time);
  if (!own.count)
    return line;
  const char *at = arena_print ("%s:%u", shown_file (report, own.at.file),
				own.at.line);
  return arena_print ("%s; of its own source, %s", line,
		      line_text (report, at, own.at.function, own.count,
				 own.time));
}
