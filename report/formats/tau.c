/* tau.c - profiles for TAU's ParaProf and pprof.  See tables.h.

   SPDX-License-Identifier: Apache-2.0

   A directory with a file of lines for each thread,
   profile.NODE.CONTEXT.THREAD:

     "NAME [{FILE} {LINE}]" CALLS SUBROUTINES EXCLUSIVE INCLUSIVE 0 GROUP="..."

   in microseconds: first of each function and event, then of call paths, whose
   names are joined by " => ".  NODE is the rank of a process, or its
   number.  */

#include "tables/tables.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Figures of a function in a thread.  */
struct sums { uint64_t calls, below; double self, total; uint32_t open; };

static void
write_name (FILE *out, const struct place *place)
{
  const char *name
    = place->kind == PLACE_THREAD ? ".TAU application" : place->label;
  for (; *name; name++)
    putc (*name == '"' ? '\'' : (unsigned char) *name < 0x20 ? '_' : *name,
	  out);
  if (place->file && place->line)
    {
      fputs (" [{", out);
      for (const char *file = place->file; *file; file++)
	putc (*file == '"' || (unsigned char) *file < 0x20 ? '_' : *file, out);
      fprintf (out, "} {%u}]", place->line);
    }
}

static void
write_figures (FILE *out, uint64_t calls, uint64_t below, double self,
	       double total, const char *group)
{
  fprintf (out, "\" %llu %llu %.3f %.3f 0 GROUP=\"%s\"\n",
	   (unsigned long long) calls, (unsigned long long) below,
	   self > 0 ? self / 1000 : 0, total > 0 ? total / 1000 : 0, group);
}

/* Calls of others by NODE.  */
static uint64_t
calls_below (const struct tree *tree, uint32_t node)
{
  uint64_t calls = 0;
  for (uint32_t i = tree->nodes[node].child; i != NO_NODE;
       i = tree->nodes[i].sibling)
    calls += tree->nodes[i].calls;
  return calls;
}

/* Returns a thread's sums by place, allocated; the total of a recursion is
   counted once.  */
static struct sums *
add_up_thread (const struct report *report, const struct tree *tree,
	       const uint32_t *preorder)
{
  struct sums *sums = allocate (report->profile.place_count, sizeof *sums);
  uint32_t last = NO_NODE;
  for (uint32_t i = 0; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[preorder[i]];
      struct sums *s = &sums[node->place];
      for (; last != node->parent; last = tree->nodes[last].parent)
	sums[tree->nodes[last].place].open--;
      s->calls += node->parent == NO_NODE ? 1 : node->calls;
      s->below += calls_below (tree, preorder[i]);
      s->self += node->self;
      s->total += s->open++ ? 0 : node->total;
      last = preorder[i];
    }
  return sums;
}

/* Returns whether S is of a function that ran: of some, there are samples,
   and no count of calls.  */
static bool
has_figures (const struct sums *s)
{
  return s->calls || s->total > 0;
}

static void
write_path (FILE *out, const struct report *report, const struct tree *tree,
	    uint32_t node)
{
  size_t depth = tree->nodes[node].depth + 1;
  OWNED uint32_t *path = allocate (depth, sizeof *path);
  for (size_t i = depth; i-- > 0; node = tree->nodes[node].parent)
    path[i] = node;
  for (size_t i = 0; i < depth; i++)
    {
      fputs (i ? " => " : "\"", out);
      write_name (out, &report->profile.places[tree->nodes[path[i]].place]);
    }
}

/* Deeper paths are only in the functions' figures: a name has all of its
   callers.  */
enum { MOST_DEPTH = 500 };

static bool
has_line (const struct tree *tree, uint32_t node)
{
  return tree->nodes[node].depth && tree->nodes[node].depth <= MOST_DEPTH;
}

static bool
is_complete (const struct tree *tree)
{
  for (uint32_t i = 1; i < tree->count; i++)
    if (!has_line (tree, i))
      return false;
  return true;
}

static void
write_thread (FILE *out, const struct report *report, const struct tree *tree,
	      const uint32_t *preorder)
{
  OWNED struct sums *sums = add_up_thread (report, tree, preorder);
  size_t places = report->profile.place_count, count = 0;
  for (size_t i = 0; i < places; i++)
    count += has_figures (&sums[i]);
  for (uint32_t i = 0; i < tree->count; i++)
    count += has_line (tree, i);
  fprintf (out, "%zu templated_functions_MULTI_TIME\n"
	   "# Name Calls Subrs Excl Incl ProfileCalls # <metadata><attribute>"
	   "<name>Metric "
	   "Name</name><value>TIME</value></attribute></metadata>\n",
	   count);
  for (size_t i = 0; i < places; i++)
    if (has_figures (&sums[i]))
      {
	putc ('"', out);
	write_name (out, &report->profile.places[i]);
	write_figures (out, sums[i].calls, sums[i].below, sums[i].self,
		       sums[i].total, report->profile.places[i].kind == PLACE_EVENT
		       ? "TAU_EVENT" : "TAU_USER");
      }
  for (uint32_t i = 0; i < tree->count; i++)
    if (has_line (tree, preorder[i]))
      {
	const struct node *node = &tree->nodes[preorder[i]];
	write_path (out, report, tree, preorder[i]);
	write_figures (out, node->calls, calls_below (tree, preorder[i]),
		       node->self, node->total, "TAU_CALLPATH");
      }
  fputs ("0 aggregates\n", out);
}

/* Returns the number of THREAD's process: its rank, if all have one.  */
static int
node_of (const struct report *report, const struct thread *thread)
{
  int number = 0;
  bool ranked = true;
  for (size_t i = 0; i < report->process_count; i++)
    {
      ranked &= report->processes[i]->rank >= 0;
      if (report->processes[i] == thread->process)
	number = (int) i;
    }
  return !ranked ? number
	 : thread->process->peers.threads ? (int) thread->process->peers.rank
	 : thread->process->rank;
}

void
write_tau (const struct report *report, const char *directory)
{
  if (mkdir (directory, 0777) && errno != EEXIST)
    fail (EXIT_TROUBLE, "%s cannot be made: %s", directory, strerror (errno));
  bool complete = true;
  for (size_t i = 0; i < report->thread_count; i++)
    {
      const struct thread *thread = report->threads[i];
      complete &= is_complete (&report->thread_trees[i]);
      char *path = print_string ("%s/profile.%d.0.%u", directory,
				 node_of (report, thread), thread->number);
      FILE *out = fopen (path, "we");
      if (out)
	write_thread (out, report, &report->thread_trees[i],
		      report->thread_preorders[i]);
      if (!out || ferror (out) | fclose (out))
	fail (EXIT_TROUBLE, "%s cannot be written: %s", path, strerror (errno));
      free (path);
    }
  if (!complete)
    complain ("report: call paths of more than %d calls are left out; the "
	      "functions' own "
	      "figures are whole",
	      MOST_DEPTH);
}
