/* lines.c - the source lines, and the functions, of sampled addresses.  See
   figures.h.

   SPDX-License-Identifier: Apache-2.0

   code.c says what is at an address; where it cannot, samples keep their
   addresses only, and a message says why.  */

#include "base/arena.h"
#include "base/object/code.h"
#include "base/order.h"
#include "model/addresses.h"
#include "sums/figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- The addresses.  */

/* A sample, and what it adds to its address.  */
struct taken_sample { struct sample *sample; struct sampled sampled; };
struct taken_samples { struct taken_sample *items; size_t count, room; };

/* Returns whether SAMPLE of PROCESS was taken in a call of MPI or its like.  */
static bool
is_within_runtime (const struct report *report, const struct process *process,
		   const struct sample *sample)
{
  return (sample->thread != NO_NODE && sample->node != NO_NODE
	  && is_of_runtime (report, process,
			    &report->profile.threads[process->first_thread
						     + sample->thread]->tree,
			    sample->node));
}

/* Times of a place: how long it ran, and how long by samples.  */
struct ran { double time, sampled; };

/* Returns the thread that SAMPLE of PROCESS is of, or null.  */
static const struct thread *
thread_of (const struct report *report, const struct process *process,
	   const struct sample *sample)
{
  return sample->thread == NO_NODE ? NULL
	 : report->profile.threads[process->first_thread + sample->thread];
}

/* Returns whether SAMPLE of PROCESS, of THREAD if that is not null, is
   reported.  */
static bool
is_reported (const struct report *report, const struct process *process,
	     const struct sample *sample, const struct thread *thread)
{
  return (!thread || thread_is_selected (&report->selection, thread))
	 && (!process->sampler || report->profile.with_costs
	     || !is_recorder_at (process, sample->pc));
}

/* Returns the entry of RAN for the place of SAMPLE, of THREAD, or null.  */
static struct ran *
ran_at (struct ran *ran, const struct thread *thread,
	const struct sample *sample)
{
  return thread && sample->node != NO_NODE
	 ? &ran[thread->tree.nodes[sample->node].place] : NULL;
}

/* Adds what the selected threads of PROCESS did to RAN.  */
static void
add_ran (const struct report *report, const struct process *process,
	 struct ran *ran)
{
  for (size_t i = 0; i < process->thread_count; i++)
    {
      const struct thread *thread
	= report->profile.threads[process->first_thread + i];
      const struct node *nodes = thread->tree.nodes;
      if (thread_is_selected (&report->selection, thread))
	for (uint32_t j = 0; j < thread->tree.count; j++)
	  ran[nodes[j].place].time += nodes[j].running;
    }
  for (size_t i = 0; i < process->sample_count; i++)
    {
      const struct sample *sample = &process->samples[i];
      const struct thread *thread = thread_of (report, process, sample);
      struct ran *at = ran_at (ran, thread, sample);
      if (at && is_reported (report, process, sample, thread))
	at->sampled += time_of_unit (process) * (double) sample->units;
    }
}

/* Returns by what the time of samples of what RAN is to be multiplied, so that
   a function's lines add up to its time.  Where it ran for much longer than its
   samples say, they are not spread to all of that.  */
static double
scale_of (const struct ran *ran)
{
  const double most = 8;
  return ran && ran->sampled > 0 ? fmin (ran->time / ran->sampled, most) : 1;
}

/* Collects the samples of the selected threads, with addresses within their
   module's file.  */
static void
collect (const struct report *report, struct process *process,
	 struct ran *ran, struct taken_samples *all)
{
  double time = time_of_unit (process);
  for (size_t i = 0; i < process->sample_count; i++)
    {
      struct sample *sample = &process->samples[i];
      const struct thread *thread = thread_of (report, process, sample);
      const struct module *module = module_of (process, sample->pc);
      if (!is_reported (report, process, sample, thread))
	continue;
      ONE_MORE (all->items, all->count, all->room)
	= (struct taken_sample) { sample, {
	.pc = sample->pc - (module ? module->bias : 0), .count = sample->count,
	.time = time * (double) sample->units
		* scale_of (ran_at (ran, thread, sample)),
	.faults = sample->faults,
	.within = is_within_runtime (report, process, sample) * sample->count,
	.module = module ? module->path : "",
	.build_id = module ? module->build_id : NULL,
	.since = process->start_realtime, .hot = NO_NODE } };
    }
}

ORDER (by_address, struct taken_sample, TEXT (sampled.module)
       RISING (sampled.pc))

/* Joins samples of one address in several threads and paths.  */
static void
join_addresses (struct report *report, struct taken_samples *all)
{
  SORT (all->items, all->count, by_address);
  report->sampled = allocate (all->count, sizeof *report->sampled);
  for (size_t i = 0; i < all->count; i++)
    {
      const struct sampled *one = &all->items[i].sampled;
      if (i && !by_address (&all->items[i - 1], &all->items[i]))
	{
	  struct sampled *sum = &report->sampled[report->sampled_count - 1];
	  sum->count += one->count;
	  sum->time += one->time;
	  sum->within += one->within;
	  sum->faults += one->faults;
	}
      else
	report->sampled[report->sampled_count++] = *one;
      all->items[i].sample->at = (uint32_t) report->sampled_count - 1;
      report->all_samples += one->count;
      report->sampled_time += one->time;
    }
  report->sampled = shrunk (report->sampled, report->sampled_count
					     * sizeof *report->sampled);
}

/* ---- Their files of code.  */

static bool
is_newer (const char *path, int64_t since)
{
  struct stat st;
  return !stat (path, &st) && st.st_mtim.tv_sec > since / 1000000000;
}

/* Returns why CODE is not what SAMPLED was taken in, or null.  Allocated.  */
static char *
why_other_code (const struct code *code, const struct sampled *sampled)
{
  const char *build_id = build_id_of_code (code);
  if (sampled->build_id && (!build_id || strcmp (build_id, sampled->build_id)))
    return print_string ("%s was built again since (build-id %s; recorded: "
			 "%s): the lines of its samples are not known",
			 sampled->module, build_id ? build_id : "missing",
			 sampled->build_id);
  if (!sampled->build_id && is_newer (sampled->module, sampled->since))
    return print_string ("%s has changed since the program ran: lines of "
			 "samples may be wrong", sampled->module);
  return NULL;
}

void
add_remark (struct report *report, char *text)
{
  ONE_MORE (report->remarks, report->remark_count, report->remark_room) = text;
}

/* Returns the code of SAMPLED's module, or null.  */
static struct code *
code_of (struct report *report, const struct sampled *sampled)
{
  if (*sampled->module != '/')
    return NULL;
  struct code *code = open_code (sampled->module);
  char *why = code ? why_other_code (code, sampled)
	      : print_string ("%s cannot be read: the lines of its samples are "
			      "not known", sampled->module);
  if (why)
    add_remark (report, why);
  return why && sampled->build_id ? NULL : code;
}

static void
find_frames_of_all (struct report *report)
{
  struct code *code = NULL;
  const char *module = NULL;
  if (report->sampled_count && !can_read_code ())
    {
      add_remark (report, copy_string (NEEDS_LIBDW));
      return;
    }
  for (size_t i = 0; i < report->sampled_count; i++)
    {
      struct sampled *s = &report->sampled[i];
      if (!module || strcmp (module, s->module))
	code = code_of (report, s);
      module = s->module;
      s->code = code;
      if (code)
	s->frames = find_frames (code, s->pc, &s->frame_count);
    }
}

/* ---- Names of files, as the compiler was given them.  */

/* Returns the file of the profile that PATH is, or null; the longest name
   counts.  */
const char *
file_in_profile (struct report *report, const char *path)
{
  const char *best = NULL;
  struct known_files *known = &report->files;
  for (size_t i = known->count; i-- > 0;)
    if (known->items[i].path == path)
      return known->items[i].file;
  for (size_t i = 0; i < report->profile.place_count; i++)
    {
      const char *file = report->profile.places[i].file;
      if (file && (!best || strlen (file) > strlen (best))
	  && same_file (file, path))
	best = file;
    }
  best = best ? best : path;
  ONE_MORE (known->items, known->count, known->room)
    = (struct known_file) { path, best };
  return best;
}

static void
name_files (struct report *report)
{
  for (size_t i = 0; i < report->sampled_count; i++)
    for (size_t j = 0; j < report->sampled[i].frame_count; j++)
      {
	struct code_frame *frame = &report->sampled[i].frames[j];
	if (frame->file)
	  frame->file = file_in_profile (report, frame->file);
      }
}

/* ---- Names of functions: those of the profile, where it has them.  */

/* Returns the function of PROFILE that begins where FUNCTION does, and if
   several do, as those that are made of a template, is called alike; or
   null.  */
static const struct place *
place_of_function (const struct profile *profile,
		   const struct code_function *function)
{
  const struct place *found = NULL;
  char *name = short_name (function->name);
  for (size_t i = 0; i < profile->place_count; i++)
    {
      const struct place *place = &profile->places[i];
      if (!place->label || !begins_at (place, function->file, function->line))
	continue;
      found = found ? found : place;
      if (!strcmp (place->label, *name ? name : function->name))
	found = place;
    }
  free (name);
  return found;
}

/* Names the functions that samples are in.  */
static void
name_sampled_functions (const struct report *report)
{
  struct code_function *function, **others = NULL;
  size_t count = 0, room = 0;
  for (size_t i = 0; (function = code_function (i)); i++)
    {
      const struct place *place = place_of_function (&report->profile,
						     function);
      if (place)
	{
	  function->label = place->label;
	  function->file = place->file;
	  continue;
	}
      ONE_MORE (others, count, room) = function;
    }
  OWNED struct naming *names = allocate (count + 1, sizeof *names);
  for (size_t i = 0; i < count; i++)
    names[i] = (struct naming) { others[i]->name, others[i]->file, 0, NULL };
  name_functions (names, count);
  for (size_t i = 0; i < count; i++)
    if (strcmp (others[i]->label, names[i].label))
      others[i]->label = names[i].label;
    else
      free (names[i].label);
  free (others);
}

/* ---- Lines.  */

/* Returns the row of REPORT's lines for line LINE of FILE, which is made if it
   is not there; without counter values, as no table of lines has them.  */
static struct row *
line_row (struct report *report, const char *file, unsigned int line,
	  size_t *room)
{
  struct rows *lines = &report->lines;
  for (size_t i = 0; i < lines->count; i++)
    {
      const struct place *place
	= &report->profile.places[lines->rows[i].place];
      if (place->line == line && !strcmp (place->file, file))
	return &lines->rows[i];
    }
  struct place place = { .kind = PLACE_LINE, .name = "", .file = file,
			 .line = line };
  ONE_MORE (lines->rows, lines->count, *room)
    = (struct row) { .place = intern_place (&report->profile, &place) };
  return &lines->rows[lines->count - 1];
}

/* Returns what inlined SAMPLED's innermost function, the next one first, as
   "f (a.c:3) < main (a.c:9)"; null: nothing did.  Allocated.  */
static char *
inlined_text (const struct report *report, const struct sampled *sampled)
{
  char *text = NULL;
  for (size_t i = 1; i < sampled->frame_count; i++)
    {
      const struct code_frame *frame = &sampled->frames[i];
      char *longer = print_string (
	"%s%s%s (%s:%u)", text ? text : "", text ? " < " : "",
	frame->function ? frame->function->label : "?",
	frame->file ? shown_file (report, frame->file) : "?", frame->line);
      free (text);
      text = longer;
    }
  return text;
}

/* Adds SAMPLED to the row of its line and function, or of its function if the
   line is not known.  */
static void
count_hot (struct report *report, struct sampled *sampled, uint32_t place,
	   size_t *room)
{
  const struct code_frame *frame = sampled->frames;
  const struct code_function *function = frame ? frame->function : NULL;
  size_t i = 0;
  while (i < report->hot_count
	 && (report->hot[i].place != place
	     || report->hot[i].function != function
	     || (place == NO_NODE
		 && strcmp (report->hot[i].module, sampled->module))))
    i++;
  if (i == report->hot_count)
    ONE_MORE (report->hot, report->hot_count, *room) = (struct hot_line) {
      .place = place, .function = function, .module = sampled->module };
  sampled->hot = (uint32_t) i;
  report->hot[i].count += sampled->count;
  report->hot[i].time += sampled->time;
  report->hot[i].within += sampled->within;
  report->hot[i].faults += sampled->faults;
}

static void
count_lines (struct report *report)
{
  size_t room = report->lines.count, hot_room = 0;
  for (size_t i = 0; i < report->lines.count; i++)
    report->lines.rows[i].samples = 0;
  for (size_t i = 0; i < report->sampled_count; i++)
    {
      struct sampled *sampled = &report->sampled[i];
      const struct code_frame *frame = sampled->frames;
      uint32_t place = NO_NODE;
      if (frame && frame->file)
	{
	  struct row *row = line_row (report, frame->file, frame->line, &room);
	  row->samples += sampled->count;
	  row->sampled_time += sampled->time;
	  place = row->place;
	}
      count_hot (report, sampled, place, &hot_room);
    }
}

void
find_samples (struct report *report)
{
  struct taken_samples all = { 0 };
  OWNED struct ran *ran = allocate (report->profile.place_count, sizeof *ran);
  for (size_t i = 0; i < report->process_count; i++)
    add_ran (report, report->processes[i], ran);
  for (size_t i = 0; i < report->process_count; i++)
    collect (report, report->processes[i], ran, &all);
  join_addresses (report, &all);
  free (all.items);
  find_frames_of_all (report);
  name_files (report);
  name_sampled_functions (report);
  count_lines (report);
}

void
locate_samples (struct report *report)
{
  for (size_t i = 0; i < report->sampled_count; i++)
    {
      struct sampled *s = &report->sampled[i];
      const struct hot_line *hot = &report->hot[s->hot];
      if (hot->place != NO_NODE)
	s->location = report->profile.places[hot->place].location;
      s->inlined = inlined_text (report, s);
    }
}
