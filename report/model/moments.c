/* moments.c - what threads did in a part of the run, by the moments of their
   samples.  See model.h.

   SPDX-License-Identifier: Apache-2.0

   load.c -> moments.c -> figures.c.  What is known of whole runs only is left
   out: calls, waits, memory, messages.  */

#include "model/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int64_t
first_beginning (const struct profile *profile)
{
  int64_t first = INT64_MAX;
  for (size_t i = 0; i < profile->process_count; i++)
    {
      int64_t start = profile->processes[i].start_realtime;
      if (start && start < first)
	first = start;
    }
  return first;
}

double
beginning_of (const struct process *process, int64_t first)
{
  return process->start_realtime < first
	 ? 0 : (double) process->start_realtime - (double) first;
}

bool
has_moments (const struct profile *profile)
{
  for (size_t i = 0; i < profile->process_count; i++)
    if (profile->processes[i].moment_count)
      return true;
  return false;
}

bool
is_of_program (const struct profile *profile, const struct process *process,
	       const struct sample_moment *moment)
{
  const struct sample *sample = &process->samples[moment->sample];
  return sample->node != NO_NODE
	 && (profile->with_costs || !is_recorder_at (process, sample->pc));
}

/* Empties the nodes of TREE, but for where they are.  */
static void
empty_tree (struct tree *tree)
{
  for (uint32_t i = 0; i < tree->count; i++)
    {
      const struct node *was = &tree->nodes[i];
      tree->nodes[i] = (struct node) {
	.place = was->place, .parent = was->parent, .child = was->child,
	.sibling = was->sibling, .depth = was->depth,
	.observed = true, .calls_at_least = true
      };
    }
  free (tree->values);
  free (tree->self_values);
  tree->values = tree->self_values = NULL;
}

/* Makes TREE that of the nodes that took time.  Returns, of each node that it
   had, where it is now, or NO_NODE; allocated.  */
static uint32_t *
prune_tree (struct tree *tree)
{
  struct tree pruned = { 0 };
  uint32_t *moved = allocate (tree->count + 1, sizeof *moved);
  for (uint32_t i = 0; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[i];
      uint32_t parent = i ? moved[node->parent] : NO_NODE;
      moved[i] = NO_NODE;
      if (i && !(node->total > 0))
	continue;
      moved[i] = tree_node (&pruned, parent, node->place, 0);
      struct node *copy = &pruned.nodes[moved[i]];
      struct node links = *copy;
      *copy = *node;
      copy->parent = links.parent;
      copy->child = links.child;
      copy->sibling = links.sibling;
    }
  free (tree->nodes);
  seal_tree (&pruned);
  *tree = pruned;
  return moved;
}

/* Adds MOMENT of PROCESS to its sample and its node.  */
static void
add_moment (const struct profile *profile, struct process *process,
	    const struct sample_moment *moment)
{
  struct sample *sample = &process->samples[moment->sample];
  sample->count++;
  sample->units += moment->units;
  if (!is_of_program (profile, process, moment))
    return;
  struct thread *thread
    = profile->threads[process->first_thread + sample->thread];
  struct node *node = &thread->tree.nodes[sample->node];
  double ns = time_of_unit (process) * moment->units;
  node->self += ns;
  node->running += ns;
  node->self_variance += ns * ns;
  node->running_variance += ns * ns;
  node->samples += process->sample_event != NULL;
  thread->processor += ns;
  process->processor += ns;
}

/* Empties what PROCESS has of the whole run.  */
static void
empty_process (const struct profile *profile, struct process *process)
{
  const struct peers *peers = &process->peers;
  process->processor = process->cost = 0;
  process->live_bytes = process->peak_bytes = 0;
  process->live_blocks = process->peak_blocks = process->unknown_frees = 0;
  process->untracked_blocks = process->faults = 0;
  process->library_bytes = process->library_blocks = 0;
  process->live_variance = process->peak_variance = 0;
  process->leak_count = process->note_count = process->event_count = 0;
  process->tally_count = 0;
  process->peers = (struct peers) {
    .threads = peers->threads, .rank = peers->rank,
    .rank_name = peers->rank_name, .ns_per_tick = peers->ns_per_tick,
    .start_ticks = peers->start_ticks, .comparable = peers->comparable
  };
  for (size_t i = 0; i < process->sample_count; i++)
    process->samples[i].count = process->samples[i].units = 0;
  for (size_t i = 0; i < process->sample_count; i++)
    process->samples[i].faults = 0;
  for (size_t i = 0; i < process->thread_count; i++)
    {
      struct thread *thread = profile->threads[process->first_thread + i];
      thread->processor = thread->ready = thread->cost = 0;
      thread->unmatched = 0;
      thread->other = (struct node) { 0 };
      empty_tree (&thread->tree);
    }
}

/* Prunes the trees of PROCESS's threads, and leaves out samples without
   time.  */
static void
prune_process (const struct profile *profile, struct process *process)
{
  uint32_t **moved = allocate (process->thread_count + 1, sizeof *moved);
  size_t kept = 0;
  for (size_t i = 0; i < process->thread_count; i++)
    {
      struct tree *tree = &profile->threads[process->first_thread + i]->tree;
      derive_totals (tree, 0);
      moved[i] = prune_tree (tree);
    }
  for (size_t i = 0; i < process->sample_count; i++)
    {
      struct sample sample = process->samples[i];
      if (!sample.count)
	continue;
      if (sample.node != NO_NODE)
	sample.node = moved[sample.thread][sample.node];
      process->samples[kept++] = sample;
    }
  process->sample_count = kept;
  process->moment_count = 0;
  for (size_t i = 0; i < process->thread_count; i++)
    free (moved[i]);
  free (moved);
}

void
limit_to_part (struct profile *profile, double from, double to)
{
  int64_t first = first_beginning (profile);
  profile->counter_count = 0;
  profile->has_samples = false;
  for (size_t i = 0; i < profile->process_count; i++)
    {
      struct process *process = &profile->processes[i];
      double begin = beginning_of (process, first);
      empty_process (profile, process);
      for (size_t j = 0; j < process->moment_count; j++)
	{
	  const struct sample_moment *moment = &process->moments[j];
	  double took = time_of_unit (process) * moment->units;
	  double middle = begin + moment->end - took / 2;
	  if (middle >= from && middle < to)
	    add_moment (profile, process, moment);
	}
      prune_process (profile, process);
    }
}
