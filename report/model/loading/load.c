/* load.c - make the model of record files.  See model.h.

   SPDX-License-Identifier: Apache-2.0

   reader.c -> load.c and load-tree.c -> tables.c.  */

#include "model/addresses.h"
#include "model/loading/load.h"
#include "model/survey.h"
#include "model/joining/ahead.h"
#include "base/object/kept.h"
#include "base/order.h"
#include "base/proc.h"
#include "chance.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <time.h>

static const char *
string (const struct loading *loading, gasp_record_ref ref,
	const char *absent)
{
  return record_string (&loading->record, ref, absent);
}

/* Returns when process PID began, as /proc has it; 0 if it is over.  */
static uint64_t
start_of_process (int pid)
{
  struct proc_stat stat;
  return read_stat (pid, 0, &stat) && !strchr ("ZX", stat_state (&stat))
	 ? stat_field (&stat, PROC_START) : 0;
}

static char *
state_of (const struct loading *loading, const struct process *process)
{
  const struct gasp_record_header *header = &loading->record.header;
  const char *name = sigabbrev_np (header->status);
  switch (header->state)
    {
    case GASP_RECORD_EXITED:
      return print_string ("exit status %d", header->status);
    case GASP_RECORD_KILLED:
      return !header->status ? copy_string ("killed")
	     : name ? print_string ("killed by SIG%s", name)
		  : print_string ("killed by signal %d", header->status);
    case GASP_RECORD_ENDED:
      return copy_string ("ended");
    case GASP_RECORD_BECAME:
      return copy_string ("became another program");
    }
  if (!is_this_host (process->host))
    return copy_string ("running, or killed");
  return copy_string (start_of_process (process->pid)
		      == header->process_start ? "running"
		      : process->parent_record
		      ? "killed, or became another program" : "killed");
}

static bool
is_over (uint32_t state)
{
  return state != GASP_RECORD_RUNNING && state != GASP_RECORD_BECAME;
}

static double
duration_of_process (const struct loading *loading)
{
  const struct gasp_record_header *header = &loading->record.header;
  if (header->end_realtime > header->start_realtime)
    return plausible ((double) header->end_realtime
		      - (double) header->start_realtime);
  if (header->end_ticks > header->start_ticks)
    return duration_of (loading, header->end_ticks - header->start_ticks);
  return 0;
}

static void
load_header (struct loading *loading)
{
  const struct gasp_record_header *header = &loading->record.header;
  struct process *process = loading->process;
  *process = (struct process) {
    .path = loading->record.path, .children = (double) header->children,
    .pid = header->pid, .ppid = header->ppid, .rank = header->rank,
    .resident = 4096ull * header->resident, .is_over = is_over (header->state),
    .host = string (loading, header->host, "?"),
    .program = string (loading, header->program, "?"),
    .directory = string (loading, header->directory, "?"),
    .arguments = string (loading, header->arguments, ""),
    .clock = string (loading, header->clock, "?"),
    .tool = string (loading, header->tool, "?"),
    .parent_record = string (loading, header->parent_record, NULL),
    .sample_event = string (loading, header->sample_event, NULL),
    .start_realtime = header->start_realtime, .run = header->run,
    .process_start = (int64_t) header->process_start,
    .sampler = header->sampler, .sampler_error = header->sampler_error,
    .sample_threshold = header->sample_threshold, .budget = header->budget,
    .sample_period = header->sample_period, .faults = header->faults,
    .samples_lost = header->samples_lost, .yields = header->yields,
    .live_bytes = header->live_bytes, .peak_bytes = header->peak_bytes,
    .live_blocks = header->live_blocks, .peak_blocks = header->peak_blocks,
    .unknown_frees = header->unknown_frees, .processors = header->processors,
    .untracked_blocks = header->untracked_blocks, .command = header->command,
    .sees_all = header->sees_all == 1,
    .misses_allocations = header->sees_all == 2,
    .memory_is_sampled = header->sampled_since != 0,
    .live_variance = (double) header->live_variance,
    .peak_variance = (double) header->peak_variance, .node = header->node,
    .pipes = { header->pipes[0], header->pipes[1], header->pipes[2] },
  };
  process->job = record_job (&loading->record);
  process->state = state_of (loading, process);
  process->duration = duration_of_process (loading);
  if (header->sampled_since > header->start_ticks && !header->clock_per_thread)
    process->sampled_since = duration_of (loading, header->sampled_since
						   - header->start_ticks);
  if (header->peak_ticks > header->start_ticks && !header->clock_per_thread)
    process->peak_time = duration_of (loading, header->peak_ticks
					       - header->start_ticks);
}

ORDER (by_node, struct leak, RISING (thread) RISING (node))

ADDER (add_to_leak, struct leak, ADD (blocks) ADD (bytes) ADD (variance))

/* Adds blocks, of which those that follow each other are often of one node.  */
static void
add_leak (struct loading *loading, gasp_record_ref node, double blocks,
	  double bytes, double variance)
{
  struct destination at = destination_of (loading, node);
  struct process *process = loading->process;
  struct leak leak = { at.thread, at.node, blocks, bytes, variance };
  struct leak *last = process->leaks + process->leak_count - 1;
  if (process->leak_count && !by_node (last, &leak))
    add_to_leak (last, &leak);
  else
    ONE_MORE (process->leaks, process->leak_count, process->leak_room) = leak;
  if (at.node == NO_NODE)
    return;
  const struct tree *tree
    = &loading->profile->threads[process->first_thread + at.thread]->tree;
  bool is_library = !loading->profile->places[tree->nodes[at.node].place].file;
  process->library_bytes += is_library ? bytes : 0;
  process->library_blocks += is_library ? blocks : 0;
}

static void
load_block (void *closure, const void *element,
	    uint64_t number __attribute__ ((unused)))
{
  struct gasp_record_block raw;
  memcpy (&raw, element, sizeof raw);
  if (!raw.address)
    return;
  unsigned int shift = (unsigned int) (raw.ticks >> GASP_RECORD_BLOCK_SHIFT);
  if (shift > CHANCE_MOST)
    shift = CHANCE_MOST;
  double blocks = chance_weight (raw.size, shift);
  add_leak (closure, raw.node, blocks, blocks * (double) raw.size,
	    chance_variance (raw.size, shift));
}

static void
load_block_sum (void *closure, const void *element,
		uint64_t number __attribute__ ((unused)))
{
  struct gasp_record_block_sum raw;
  memcpy (&raw, element, sizeof raw);
  add_leak (closure, raw.node, (double) raw.count, (double) raw.bytes, 0);
}

static void
load_note (void *closure, const void *element,
	   uint64_t number __attribute__ ((unused)))
{
  struct loading *loading = closure;
  struct gasp_record_note raw;
  memcpy (&raw, element, sizeof raw);
  struct destination at = destination_of (loading, raw.node);
  uint64_t earlier = record_number (&loading->record, GASP_RECORD_PLACES,
				    raw.earlier);
  APPEND (loading->process, note,
	  { raw.kind, string (loading, raw.text, NULL), at.thread, at.node,
	    earlier < loading->place_count ? loading->places[earlier] : NO_NODE,
	    raw.count, raw.address });
}

static void
load_event (void *closure, const void *element,
	    uint64_t number __attribute__ ((unused)))
{
  struct loading *loading = closure;
  struct gasp_record_event raw;
  memcpy (&raw, element, sizeof raw);
  APPEND (loading->process, event,
	  { .tag = raw.tag, .name = string (loading, raw.name, "?"),
	    .description = string (loading, raw.description, NULL),
	    .last = raw.texts_omitted ? NULL : string (loading, raw.last, NULL),
	    .starts = raw.starts, .ends = raw.ends, .atomics = raw.atomics,
	    .omitted = raw.texts_omitted,
	    .time = duration_of (loading, raw.ticks),
	    .shortest = duration_of (loading, raw.shortest),
	    .longest = duration_of (loading, raw.longest) });
}

static void
load_text (void *closure, const void *element,
	   uint64_t number __attribute__ ((unused)))
{
  struct loading *loading = closure;
  struct gasp_record_text raw;
  memcpy (&raw, element, sizeof raw);
  uint64_t event = record_number (&loading->record, GASP_RECORD_EVENTS,
				  raw.event);
  if (event < loading->process->event_count)
    APPEND (&loading->process->events[event], text,
	    { raw.type, string (loading, raw.text, "?"), raw.count });
}

/* Returns the time that a unit of PROCESS's samples stands for, or 0.  PAPI's
   clocks have periods of nanoseconds, too.  */
double
time_of_unit (const struct process *process)
{
  if (process->sampler)
    return (double) process->sample_period;
  return process->sample_event && strcasestr (process->sample_event, "clock")
	 ? (double) process->sample_threshold : 0;
}

static void
load_sample (void *closure, const void *element, uint64_t number)
{
  struct loading *loading = closure;
  struct process *process = loading->process;
  struct gasp_record_sample raw;
  memcpy (&raw, element, sizeof raw);
  loading->samples[number] = NO_NODE;
  if (!raw.count && !raw.faults)
    return;
  struct destination at = destination_of_sample (loading, number, &raw);
  uint64_t count = gasp_record_taken (raw.count);
  loading->samples[number] = (uint32_t) process->sample_count;
  double faults = faults_of_sample (loading, number);
  APPEND (process, sample, { raw.pc, count, gasp_record_units (raw.count),
			     at.thread, at.node, NO_NODE, faults });
  if (at.node != NO_NODE && faults)
    {
      struct node *node
	= &loading->profile->threads[process->first_thread + at.thread]
	     ->tree.nodes[at.node];
      node->faults += faults;
      node->fault_time += (double) raw.fault_units * process->sample_period;
    }
  if (!process->sample_event || !raw.count)
    return;
  loading->profile->has_samples = true;
  if (at.node == NO_NODE || process->sampler)
    return;
  struct thread *thread
    = loading->profile->threads[process->first_thread + at.thread];
  thread->tree.nodes[at.node].samples += count;
}

static void
load_moment (void *closure, const void *element,
	     uint64_t number __attribute__ ((unused)))
{
  struct loading *loading = closure;
  uint64_t start = loading->record.header.start_ticks;
  struct gasp_record_moment raw;
  memcpy (&raw, element, sizeof raw);
  uint64_t sample
    = record_number (&loading->record, GASP_RECORD_SAMPLES, raw.sample);
  if (sample == RECORD_NONE || loading->samples[sample] == NO_NODE
      || raw.ticks < start)
    return;
  APPEND (loading->process, moment,
	  { duration_of (loading, raw.ticks - start), loading->samples[sample],
	    raw.units });
}

struct part { uint32_t kind; record_visitor *visit; };

/* What comes after the threads, in this order: texts refer to events, moments
   to samples.  */
static const struct part parts[] = {
  { GASP_RECORD_BLOCKS, load_block },
  { GASP_RECORD_BLOCK_SUMS, load_block_sum },
  { GASP_RECORD_NOTES, load_note },
  { GASP_RECORD_EVENTS, load_event },
  { GASP_RECORD_TEXTS, load_text },
  { GASP_RECORD_SAMPLES, load_sample },
  { GASP_RECORD_MOMENTS, load_moment },
};

/* Blocks allocated at the same node become one entry.  */
static void
join_leaks (struct process *process)
{
  size_t kept = JOIN (process->leaks, process->leak_count, by_node,
		      add_to_leak);
  process->leak_count = process->leak_room = kept;
  process->leaks = shrunk (process->leaks, kept * sizeof *process->leaks);
}

static void
complain_of_damage (const struct loading *loading)
{
  const struct record *record = &loading->record;
  if (record->damaged)
    complain ("%s: %zu of %zu segments are damaged and left out",
	      record->path, record->damaged, record->segment_count);
  if (record->cut_short)
    complain ("%s: cut short; the rest is shown", record->path);
  if (loading->bad_references)
    complain ("%s: %lu references lead nowhere; what hangs on them is left "
	      "out", record->path, (unsigned long) loading->bad_references);
  if (!loading->process->thread_count)
    complain ("%s: there is no thread in it: cut short, or recording had just "
	      "begun", record->path);
  else if (loading->ns_per_tick != record->header.ns_per_tick)
    complain ("%s: its clock makes no sense; times are in ticks",
	      record->path);
}

/* Returns what the largest of COUNT normal variables is on average, in standard
   deviations (Blom): Hastings's approximation of the quantile.  */
static double
largest_of (double count)
{
  double t = sqrt (-2 * log (.625 / (count + .25)));
  return t - (2.30753 + .27061 * t) / (1 + .99229 * t + .04481 * t * t);
}

/* Corrects PROCESS's peak of sampled allocations: it is the largest of many
   estimates, one for each time that the live memory was replaced.  */
static void
correct_peak (const struct gasp_record_header *header, struct process *process)
{
  double peak = (double) process->peak_bytes;
  if (process->peak_variance <= 0 || peak <= 0)
    return;
  double times = 1 + (double) header->peak_turnover / peak;
  double right = peak - sqrt (process->peak_variance) * largest_of (times);
  double least = (double) process->live_bytes;
  right = right > least ? right : least;
  double blocks = (double) process->peak_blocks * right / peak;
  process->peak_bytes = (uint64_t) right;
  process->peak_blocks = (uint64_t) blocks;
}

static void
load_rest (struct loading *loading)
{
  struct profile *profile = loading->profile;
  struct process *process = loading->process;
  read_modules (process, &loading->record);
  load_threads (loading);
  divide_unseen (loading);
  correct_peak (&loading->record.header, process);
  loading->samples
    = allocate (record_count (&loading->record, GASP_RECORD_SAMPLES),
		sizeof *loading->samples);
  for (size_t i = 0; i < COUNT_OF (parts); i++)
    record_each (&loading->record, parts[i].kind, parts[i].visit, loading);
  load_peers (loading);
  load_teams (loading);
  join_leaks (process);
  SHRINK (process, module);
  SHRINK (process, sample);
  SHRINK (process, moment);
  for (size_t i = 0; i < process->thread_count; i++)
    {
      struct thread *thread = profile->threads[process->first_thread + i];
      derive_self (&thread->tree, profile->counter_count);
      derive_totals (&thread->tree, profile->counter_count);
      if (!process->duration && thread->start + thread->duration
				> process->duration)
	process->duration = thread->start + thread->duration;
    }
  bound_peers (loading);
  complain_of_damage (loading);
}

/* Marks processes that became another program, as they have a later record of
   their own.  */
static void
mark_executions (struct profile *profile)
{
  for (size_t i = 0; i < profile->process_count; i++)
    for (size_t j = 0; j < profile->process_count; j++)
      {
	struct process *p = &profile->processes[i];
	if (p->is_over)
	  break;
	const struct process *q = &profile->processes[j];
	if (!p->is_over && p->pid == q->pid
	    && p->process_start == q->process_start
	    && p->start_realtime < q->start_realtime
	    && !strcmp (p->host, q->host))
	  {
	    free (p->state);
	    p->state = print_string ("became %s", q->program);
	    p->is_over = true;
	  }
      }
}

/* Loads the record of LOADING into the next process.  */
static void
load_record (struct loading *loading)
{
  struct profile *profile = loading->profile;
  if (!take_up (loading))
    return;
  loading->process = &profile->processes[profile->process_count++];
  load_header (loading);
  load_rest (loading);
  record_suspend (&loading->record);
  free_loading (loading);
}

size_t
load_records (struct profile *profile, char **paths, size_t count)
{
  OWNED struct loading *loadings = allocate (count, sizeof *loadings);
  struct thinning thinning = { 0 };
  intern_place (profile, &(struct place) { .kind = PLACE_THREAD,
					   .name = "all threads" });
  size_t good = survey (profile, paths, count, loadings, &thinning);
  profile->processes = allocate (good, sizeof *profile->processes);
  begin_ahead_of (loadings, good);
  for (size_t i = 0; i < good; i++)
    load_record (&loadings[i]);
  end_ahead ();
  end_progress ();
  rest_joined ();
  mark_executions (profile);
  number_ranks (profile);
  align_peers (profile);
  return profile->process_count;
}
