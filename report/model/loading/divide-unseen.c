/* divide-unseen.c - where threads were that no sample saw.  See load.h.

   SPDX-License-Identifier: Apache-2.0

   divide-samples.c -> divide-unseen.c.

   Of many threads that take less than samples are apart, some have one, which
   stands for more than they ran, and most have none:

     4 threads run 0.25 ms each; one has a sample of 1 ms in f
     divide_by_code	f 0.25 ms, three threads 0.25 ms of nothing known
     divide_unseen	f 0.25 ms in each

   Together they are as right as any samples.  So what these stand for beyond
   what they were given is what those without one did: those that execute the
   same function.  The rest was in the kernel, as threads began and ended.  */

#include "base/order.h"
#include "model/sampling.h"

#include <math.h>
#include <stdlib.h>

enum {
  FEW = 4,			/* looks at a thread */
  SOME = 8,			/* at those that execute a function */
  MOST_WAYS = 16		/* that each thread may have gone */
};

/* Samples of threads that execute FUNCTION, taken at the same place, which
   IS_OWN of the threads' nodes, or not; and how much time of theirs is to be
   there beyond what they were given.  */
struct way
{
  uint64_t function;
  bool is_own;
  struct time_sample sample;
  double wanted;
};

/* A thread with few samples, whose tree has the raw node ROOT at NODE, which
   has time that is in no other function.  */
struct few
{
  uint64_t function;
  struct thread *thread;
  uint32_t root, node;
  bool is_unseen;
};

struct unseen
{
  struct way *ways;
  size_t way_count, way_room;
  struct few *threads;
  size_t thread_count, thread_room;
};

ORDER (by_sample, struct way, RISING (function) RISING (is_own)
       RISING (sample.code) RISING (sample.caller))
ORDER (by_wanted, struct way, RISING (function) FALLING (wanted))
ADDER (add_way, struct way, ADD (sample.ns) ADD (sample.count)
       ADD (sample.given))
ORDER (by_function, struct few, RISING (function))

static double
time_left (const struct few *few)
{
  return few->thread->tree.nodes[few->node].running;
}

/* Adds the thread with the raw node ROOT, if it has few samples.  The first
   thread and those of teams do what no other does.  */
static void
add_thread (struct unseen *unseen, const struct loading *loading, uint32_t root)
{
  const struct sampling *s = loading->sampling;
  struct destination at = loading->destinations[root];
  if (loading->raw_parent[root] != NO_NODE || at.thread == NO_NODE
      || at.node == NO_NODE || s->nodes[root].sampled.count >= FEW)
    return;
  struct thread *thread
    = loading->profile->threads[loading->process->first_thread + at.thread];
  if (!thread->number || thread->team_number)
    return;
  bool is_unseen = !s->nodes[root].sampled.count;
  ONE_MORE (unseen->threads, unseen->thread_count, unseen->thread_room)
    = (struct few) { thread->function, thread, root, at.node, is_unseen };
  for (size_t n = s->nodes[root].first; n < s->nodes[root].end; n++)
    ONE_MORE (unseen->ways, unseen->way_count, unseen->way_room)
      = (struct way) { .function = thread->function, .sample = s->list[n],
		       .is_own = s->list[n].at == at.node };
}

/* Sets what each of COUNT WAYS wants, if THREAD_COUNT THREADS have gone them.
   Returns what they want together, or 0 if too little is known.  Timers see the
   kernel, too, but bring less samples than they should.  */
static double
find_wanted (const struct loading *loading, struct way *ways, size_t count,
	     const struct few *threads, size_t thread_count)
{
  bool by_timers = loading->process->sampler == GASP_RECORD_SAMPLER_TIMER;
  double ran = 0, looks = 0, ns = 0, wanted = 0;
  for (size_t i = 0; i < thread_count; i++)
    ran += time_left (&threads[i]);
  for (size_t i = 0; i < count; i++)
    {
      ran += ways[i].sample.given;
      ns += ways[i].sample.ns;
      looks += ways[i].sample.count;
    }
  for (size_t i = 0; i < count; i++)
    {
      double part = by_timers ? ran / ns : fmin (1, ran / ns);
      double all = ways[i].sample.ns * part;
      ways[i].wanted = fmax (0, all - ways[i].sample.given);
    }
  SORT (ways, count, by_wanted);
  for (size_t i = 0; i < count && i < MOST_WAYS; i++)
    wanted += ways[i].wanted;
  return looks < SOME ? 0 : wanted;
}

/* Gives the PART of FEW's time to WAY.  */
static void
give (struct loading *loading, const struct few *few, const struct way *way,
      double part)
{
  struct tree *tree = &few->thread->tree;
  uint32_t child = child_of_sample (loading, tree, few->node, few->root,
				    &way->sample);
  double variance = part * way->wanted / way->sample.count;
  add_estimate (&tree->nodes[child], part, 0, variance);
  tree->nodes[child].calls_at_least = true;
  tree->nodes[child].unsure += way->sample.caller == NO_CALLER ? part : 0;
  tree->nodes[few->node].self -= part;
  tree->nodes[few->node].running -= part;
}

/* Divides among COUNT WAYS the time of those of THREAD_COUNT THREADS, which
   execute the same, that have no samples.  */
static void
divide_group (struct loading *loading, struct way *ways, size_t count,
	      struct few *threads, size_t thread_count)
{
  double left = 0;
  double wanted = find_wanted (loading, ways, count, threads, thread_count);
  for (size_t i = 0; i < thread_count; i++)
    left += threads[i].is_unseen ? time_left (&threads[i]) : 0;
  for (size_t i = 0; i < thread_count && wanted > 0 && left > 0; i++)
    {
      double all = time_left (&threads[i]) * fmin (1, wanted / left);
      if (!threads[i].is_unseen || all <= 0)
	continue;
      expect_nodes (&threads[i].thread->tree, MOST_WAYS,
		    loading->profile->counter_count);
      for (size_t n = 0; n < count && n < MOST_WAYS; n++)
	if (ways[n].wanted > 0 && !ways[n].is_own)
	  give (loading, &threads[i], &ways[n],
		all * ways[n].wanted / wanted);
      seal_tree (&threads[i].thread->tree);
    }
}

void
divide_unseen (struct loading *loading)
{
  struct unseen all = { 0 };
  if (!loading->sampling || loading->sampling->are_few)
    return;
  for (uint32_t i = 0; i < loading->raw_count; i++)
    add_thread (&all, loading, i);
  SORT (all.threads, all.thread_count, by_function);
  all.way_count = JOIN (all.ways, all.way_count, by_sample, add_way);
  size_t thread = 0, way = 0;
  while (thread < all.thread_count)
    {
      uint64_t function = all.threads[thread].function;
      size_t threads_end = thread, ways_end = way;
      while (threads_end < all.thread_count
	     && all.threads[threads_end].function == function)
	threads_end++;
      while (ways_end < all.way_count
	     && all.ways[ways_end].function == function)
	ways_end++;
      divide_group (loading, all.ways + way, ways_end - way,
		    all.threads + thread, threads_end - thread);
      thread = threads_end;
      way = ways_end;
    }
  free (all.ways);
  free (all.threads);
}
