/* of-collectors.c - what stands out of garbage collection.  See findings.h.

   SPDX-License-Identifier: Apache-2.0

   A collector is spread over many functions, and threads of its own, none of
   which has much by itself.  */

#include "findings/findings.h"
#include "base/arena.h"

#include <fnmatch.h>
#include <stdlib.h>

/* The least part of the time running that is worth a word: per cent.  */
#define COLLECTING_PERCENT 10

/* A function or thread whose name matches NAMES, with all that it calls, is of
   the collector of OWNER; MEMORY lets it run less often.  */
struct collector { const char *owner, *names, *memory; };

static const struct collector collectors[] = {
  { "Go's runtime", "runtime.@(gc@(Drain|BgMark|Assist|Start)|bgsweep)*",
    "GOGC=200 in the environment" },
  { "OCaml's runtime", "caml_@(gc_dispatch|empty_minor_heap|minor_collection"
    "|major_collection_slice|compact_heap)*",
    "OCAMLRUNPARM=s=1M,o=200 in the environment" },
  { "Haskell's runtime", "@(GarbageCollect|scheduleDoGC|gcWorkerThread)",
    "+RTS -A64m on the command line, if it is linked with -rtsopts" },
  { "V8", "v8::internal::@(Heap::CollectGarbage|Scavenger|ConcurrentMarking"
    "|MarkCompactCollector|Sweeper)*", "node --max-semi-space-size=64" },
  { "Java's virtual machine", "@(GC Thread|G1 @(Conc|Refine|Main))*",
    "a larger -Xmx" },
  { "D's runtime", "core.internal.gc.*Gcx.@(fullcollect|mark|sweep)*",
    "--DRT-gcopt=minPoolSize:64 on the command line" },
  { "Lua", "luaC_@(step|fullgc)", "collectgarbage (\"setpause\", 400)" },
  { "PHP", "zend_gc_collect_cycles", "php -d zend.enable_gc=0" },
  { "Python", "gc_collect_*", "gc.set_threshold (50000)" },
  { "Ruby", "gc_@(start|marks|sweep)*",
    "RUBY_GC_HEAP_GROWTH_FACTOR=3 in the environment" },
  { "Boehm's library", "GC_@(try_to_collect|collect_a_little|stopped_mark)*",
    "GC_FREE_SPACE_DIVISOR=1 in the environment" },
};

/* The time of one of these: all, and the MOST that one function, at PLACE,
   took.  */
struct collected { double time, variance, most; uint32_t place; };

/* Returns the row of the table that NAME is in, or COUNT_OF (collectors).  */
static size_t
collector_called (const char *name)
{
  size_t i = 0;
  while (i < COUNT_OF (collectors)
	 && (!name || fnmatch (collectors[i].names, name, FNM_EXTMATCH)))
    i++;
  return i;
}

/* Adds to COLLECTED, by collector, what THREAD with the tree TREE spent.  */
static void
add_thread (const struct report *report, const struct thread *thread,
	    const struct tree *tree, struct collected *collected)
{
  size_t *of_node = allocate (tree->count, sizeof *of_node);
  size_t of_thread = collector_called (thread->name);
  for (uint32_t i = 0; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[i];
      of_node[i] = node->parent == NO_NODE ? of_thread : of_node[node->parent];
      if (of_node[i] == COUNT_OF (collectors))
	of_node[i] = collector_called (known_place (report,
						    node->place)->label);
      if (of_node[i] == COUNT_OF (collectors))
	continue;
      struct collected *sum = &collected[of_node[i]];
      double own = shown_self (report, node->self, node->running);
      sum->time += own;
      sum->variance += shown_self (report, node->self_variance,
				   node->running_variance);
      if (own > sum->most)
	{
	  sum->most = own;
	  sum->place = node->place;
	}
    }
  free (of_node);
}

bool
find_collecting (const struct report *report, struct finding *finding)
{
  struct collected collected[COUNT_OF (collectors)] = { 0 };
  for (size_t t = 0; t < report->thread_count; t++)
    add_thread (report, report->threads[t], &report->thread_trees[t],
		collected);
  size_t most = 0;
  for (size_t i = 1; i < COUNT_OF (collectors); i++)
    if (collected[i].time > collected[most].time)
      most = i;
  const struct collected *of = &collected[most];
  double all = shown_self (report, report->whole, report->running);
  if (!(of->time >= all * COLLECTING_PERCENT / 100)
      || error_of (of->variance) > of->time / 2)
    return false;
  finding->gain = of->time;
  finding->of = all;
  finding->estimated = is_estimate (of->time, of->variance);
  finding->place = of->place;
  finding->function = known_place (report, of->place)->label;
  finding->text
    = arena_print ("%s%s of the time%s is garbage collection by %s: fewer "
		   "allocations, or more memory by %s, make it rarer.",
		   finding->estimated ? ESTIMATE_SIGN : "",
		   share_text (of->time, all),
		   report->shows_waiting ? " running" : "",
		   collectors[most].owner, collectors[most].memory);
  return true;
}
