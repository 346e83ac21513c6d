/* paths.c - what a node of a thread's tree is in.  See figures.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/object/code.h"
#include "model/roles.h"
#include "sums/figures.h"

#include <stdlib.h>
#include <string.h>

uint32_t
function_of (const struct report *report, const struct tree *tree,
	     uint32_t index)
{
  const struct place *places = report->profile.places;
  while (places[tree->nodes[index].place].kind != PLACE_FUNCTION
	 && tree->nodes[index].parent != NO_NODE)
    index = tree->nodes[index].parent;
  return tree->nodes[index].place;
}

/* Returns whether PLACE is a function of C++'s library whose name says nothing
   to who uses it: "std::__detail::__platform_wait<int>".  */
static bool
is_detail (const struct place *place)
{
  return place->kind == PLACE_FUNCTION && strstr (place->label, "::__");
}

uint32_t
called_function (const struct report *report, const struct tree *tree,
		 uint32_t index)
{
  uint32_t innermost = function_of (report, tree, index), function = innermost;
  for (uint32_t i = index; i != NO_NODE; i = tree->nodes[i].parent)
    {
      uint32_t outer = function_of (report, tree, i);
      const struct place *places = report->profile.places;
      const char *file = places[outer].file;
      if (!file || !is_of_language (file))
	return !file ? innermost : is_detail (&places[function]) ? outer
	       : function;
      function = outer;
    }
  return innermost;
}

bool
is_communication (const struct report *report, const struct place *place)
{
  const char *rank = place->kind == PLACE_EVENT ? rank_of_tag (place->tag)
		     : NULL;
  return rank && report->peers.rank_name
	 && !strcmp (rank, report->peers.rank_name);
}

char *
path_text (const struct report *report, const struct tree *tree,
	   uint32_t index)
{
  enum { MOST = 64 };
  char *text = copy_string ("");
  for (size_t steps = 0; index && index != NO_NODE && steps < MOST; steps++)
    {
      const struct node *node = &tree->nodes[index];
      const struct place *place = &report->profile.places[node->place];
      char *longer
	= print_string ("%s%s%s", text, *text ? " < " : "",
			steps + 1 < MOST || !node->parent
			? place->label : "...");
      free (text);
      text = longer;
      index = node->parent;
    }
  return text;
}

bool
is_wanted_at (const struct report *report, const struct process *process,
	      uint32_t part, uint32_t node)
{
  if (node == NO_NODE)
    return !report->selection.threads.count;
  const struct thread *thread
    = report->profile.threads[process->first_thread + part];
  return thread_is_selected (&report->selection, thread)
	 && report->wanted[function_of (report, &thread->tree, node)] == TAKE;
}
