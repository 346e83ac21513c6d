/* of-functions.c - where time goes, by function.  See findings.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "findings/findings.h"
#include "base/arena.h"
#include "base/object/debuginfod.h"
#include "model/roles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A function that has less by itself does not stand out; and what is named
   beside it has at least so much.  Per cent.  */
#define TOP_PERCENT 25
#define NEXT_PERCENT 10
/* Beside what else stands out, it is worth a word if it is so much of all
   time; and if it stands out, too, of the time running.  */
#define LEAST_RUNNING_PERCENT 5
#define LEAST_TOP_PERCENT 1
enum { MOST_NAMED = 3 };
/* A function takes clearly more than another, with libraries, by this.  */
#define MORE_WITH_LIBRARIES 1.25

/* Returns whether PLACE may be named: of the program's own code, that is a
   function, also of a script, or the body of a construct, or WITH_EVENTS any
   event.  */
static bool
may_be_named (const struct place *place, bool with_events)
{
  if (place->kind == PLACE_FUNCTION
      || (place->kind == PLACE_EVENT
	  && (with_events || !model_of_tag (place->tag))))
    return true;
  enum role role = role_of_place (place);
  return role == ROLE_WORKSHARE || role == ROLE_MEMBER || role == ROLE_TASK;
}

/* Time of a function by itself, as the flat profile shows it, and how sure it
   is.  */
struct own_time { double time, variance; };

/* Returns whether TIME says little of where the next run spends it.  */
static bool
is_vague (struct own_time time)
{
  return error_of (time.variance) > time.time / 2;
}

static struct own_time
own_of_row (const struct report *report, const struct row *row)
{
  return (struct own_time) {
    shown_self (report, row->self, row->running),
    shown_self (report, row->self_variance, row->running_variance)
  };
}

static struct own_time
own_of_node (const struct report *report, const struct node *node)
{
  return (struct own_time) {
    shown_self (report, node->self, node->running),
    shown_self (report, node->self_variance, node->running_variance)
  };
}

/* Returns the time of all functions.  */
static double
own_of_all (const struct report *report)
{
  return shown_self (report, report->whole, report->running);
}

/* Returns whether PLACE is an allocation by UPC, which no rule is about: those
   of locks, and some of blocks, are done by all threads together.  */
static bool
is_shared_allocation (const struct place *place)
{
  enum role role = role_of_place (place);
  return role == ROLE_SHARED_ALLOCATE || role == ROLE_LOCK_ALLOCATE;
}

/* Returns the row with the most time after LAST, or the most if that is
   null.  */
static const struct row *
next_row (const struct report *report, const struct row *last)
{
  const struct row *best = NULL;
  double most = 0, before = last ? own_of_row (report, last).time : 0;
  for (size_t i = 0; i < report->flat.count; i++)
    {
      const struct row *row = &report->flat.rows[i];
      double own = own_of_row (report, row).time;
      bool is_behind = !last || own < before || (own == before && row > last);
      const struct place *place = known_place (report, row->place);
      /* Other findings have named what waits.  */
      if (is_behind
	  && may_be_named (place, !report->finding_count || is_call (place)
				  || is_shared_allocation (place))
	  && (!best || own > most))
	{
	  best = row;
	  most = own;
	}
    }
  return best;
}

/* Returns which nodes call a function that was switched off, by which what is
   called there may have been called; allocated.  */
static bool *
callers_of_unseen (const struct report *report, const struct tree *tree)
{
  bool *result = allocate (tree->count, sizeof *result);
  for (uint32_t i = 0; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[i];
      /* What an event does, its caller has called.  */
      if (node->parent != NO_NODE && node->calls && node->calls_at_least
	  && known_place (report, node->place)->kind == PLACE_FUNCTION)
	result[node->parent] = true;
    }
  return result;
}

/* A function's time in what it called: all, and what it is sure to have called
   itself.  */
struct called { double all, sure; };

/* Returns whether what is called at PLACE is in the row of AT: calls of an
   event are in one, wherever they are.  */
static bool
is_in_row (const struct report *report, uint32_t place, uint32_t at)
{
  const struct place *a = known_place (report, place);
  const struct place *row = known_place (report, at);
  return place == at || (row->kind == PLACE_EVENT && !is_construct (row)
			 && same_text (a->label, row->label));
}

/* Returns whether PLACE is a function of the program's, or of a script's that
   its interpreter has compiled.  */
static bool
is_programs (const struct place *place)
{
  return has_source (place) || place->is_made;
}

/* Returns the place of the function, OF_PROGRAM or any, in which PLACE, a
   library's, has most of its time, or NO_NODE; and whether that has called it,
   in *IS_SURE.  */
static uint32_t
caller_of (const struct report *report, uint32_t place, bool of_program,
	   bool *is_sure)
{
  const struct tree *tree = &report->tree;
  struct called *sums = allocate (report->profile.place_count, sizeof *sums);
  bool *is_unsure = callers_of_unseen (report, tree);
  uint32_t most = NO_NODE;
  double all = 0;
  for (uint32_t i = 0; i < tree->count; i++)
    if (is_in_row (report, tree->nodes[i].place, place))
      {
	uint32_t at = tree->nodes[i].parent;
	while (at != NO_NODE && of_program
	       && !is_programs (known_place (report, tree->nodes[at].place)))
	  at = tree->nodes[at].parent;
	double own = own_of_node (report, &tree->nodes[i]).time;
	all += own;
	if (at == NO_NODE)
	  continue;
	uint32_t caller = tree->nodes[at].place;
	sums[caller].all += own;
	sums[caller].sure
	  += is_unsure[at] ? fmax (0, own - tree->nodes[i].unsure) : own;
	if (most == NO_NODE || sums[caller].all > sums[most].all)
	  most = caller;
      }
  bool is_clear = most != NO_NODE && sums[most].all > all / 2;
  *is_sure = is_clear && sums[most].sure > all / 2;
  free (is_unsure);
  free (sums);
  return is_clear ? most : NO_NODE;
}

/* Returns ", called from f (f.c:3)", or ", within" it, for ROW of a library; or
   "".  */
static const char *
caller_text (const struct report *report, const struct row *row)
{
  bool is_sure = false;
  const struct place *own = known_place (report, row->place);
  uint32_t caller = is_programs (own) ? NO_NODE
		    : caller_of (report, row->place, true, &is_sure);
  if (caller == NO_NODE && !own->location && !own->is_made)
    caller = caller_of (report, row->place, false, &is_sure);
  const struct place *place = known_place (report, caller);
  const char *verb = is_sure ? "called from" : "within";
  return is_construct (place)
	 ? arena_print (", %s %s", verb, construct_text (report, caller))
	 : place->kind != PLACE_FUNCTION ? ""
	 : arena_print (", %s %s%s", verb, function_words (place),
			at_place (report, caller));
}

/* Returns "61 % in f (f.c:3)".  */
static const char *
share_of_row (const struct report *report, const struct row *row)
{
  struct own_time own = own_of_row (report, row);
  return arena_print ("%s%s in %s%s%s",
		      is_estimate (own.time, own.variance) ? ESTIMATE_SIGN : "",
		      share_text (own.time, own_of_all (report)),
		      function_words (known_place (report, row->place)),
		      at_place (report, row->place), caller_text (report, row));
}

/* Returns the place of the program's function that node I of TREE is of, or
   that called it from nearest; or NO_NODE.  */
static uint32_t
place_in_program (const struct report *report, const struct tree *tree,
		  uint32_t i)
{
  while (i != NO_NODE
	 && !is_programs (known_place (report, tree->nodes[i].place)))
    i = tree->nodes[i].parent;
  return i == NO_NODE ? NO_NODE : tree->nodes[i].place;
}

/* Returns the place of the program's function that took most by itself and
   in functions of libraries that it called, and so much in *MOST; or
   NO_NODE.  */
static uint32_t
most_with_libraries (const struct report *report, struct own_time *most)
{
  const struct tree *tree = &report->tree;
  struct own_time *sums = allocate (report->profile.place_count, sizeof *sums);
  uint32_t best = NO_NODE;
  *most = (struct own_time) { 0, 0 };
  for (uint32_t i = 0; i < tree->count; i++)
    {
      if (!may_be_named (known_place (report, tree->nodes[i].place), false))
	continue;
      uint32_t place = place_in_program (report, tree, i);
      if (place == NO_NODE)
	continue;
      struct own_time *sum = &sums[place];
      struct own_time own = own_of_node (report, &tree->nodes[i]);
      sum->time += own.time;
      sum->variance += own.variance;
      if (sum->time >= most->time)
	{
	  *most = *sum;
	  best = place;
	}
    }
  free (sums);
  return best;
}

/* Returns the library's function that took most of those called from CALLER,
   and so much in *MOST; or NO_NODE.  *IS_UNSURE is set if some may have been
   called by way of what was switched off.  */
static uint32_t
most_of_libraries (const struct report *report, uint32_t caller, double *most,
		   bool *is_unsure)
{
  const struct tree *tree = &report->tree;
  bool *are_unsure = callers_of_unseen (report, tree);
  double *sums = allocate (report->profile.place_count, sizeof *sums);
  uint32_t best = NO_NODE;
  *most = 0;
  *is_unsure = false;
  for (uint32_t i = 0; i < tree->count; i++)
    {
      uint32_t place = tree->nodes[i].place, parent = tree->nodes[i].parent;
      if (parent != NO_NODE && tree->nodes[parent].place == caller
	  && are_unsure[parent]
	  && tree->nodes[i].unsure > tree->nodes[i].self / 2)
	*is_unsure = true;
      if (is_programs (known_place (report, place))
	  || !may_be_named (known_place (report, place), false)
	  || place_in_program (report, tree, i) != caller)
	continue;
      sums[place] += own_of_node (report, &tree->nodes[i]).time;
      if (sums[place] > *most)
	{
	  *most = sums[place];
	  best = place;
	}
    }
  free (sums);
  free (are_unsure);
  return best;
}

/* Returns "; 29 % is in f (f.c:3)" of ROW, if it stands out by itself, too, and
   is not of PLACE; or "".  */
static const char *
beside_text (const struct report *report, const struct row *row,
	     uint32_t place)
{
  double own = own_of_row (report, row).time;
  return (row->place != place && known_place (report, row->place)->location
	  && own >= own_of_all (report) * TOP_PERCENT / 100)
	 ? arena_print ("; %s", share_of_row (report, row)) : "";
}

/* Finds the function that took more than all others together with the
   libraries that it calls, clearly more than ROW's, which took most by itself.
   Returns whether that is FINDING.  */
static bool
find_top_with_libraries (const struct report *report, const struct row *row,
			 struct finding *finding)
{
  struct own_time most;
  bool is_unsure;
  double own = own_of_row (report, row).time, all = own_of_all (report), part;
  uint32_t place = most_with_libraries (report, &most);
  if (place == NO_NODE || is_vague (most)
      || most.time < MORE_WITH_LIBRARIES * own
      || most.time < all * TOP_PERCENT / 100)
    return false;
  uint32_t library = most_of_libraries (report, place, &part, &is_unsure);
  if (library == NO_NODE)
    return false;
  const char *words = function_words (known_place (report, library));
  finding->gain = most.time;
  finding->of = all;
  finding->estimated = is_estimate (most.time, most.variance);
  finding->place = place;
  finding->function = known_place (report, place)->label;
  finding->text
    = arena_print ("Most time%s is %s%s in %s%s, with the library functions "
		   "%s: %s %s %s%s.",
		   report->shows_waiting ? " running" : "",
		   finding->estimated ? ESTIMATE_SIGN : "",
		   share_text (most.time, all),
		   finding->function, at_place (report, place),
		   is_unsure ? "called from there" : "that it calls",
		   words, words == known_place (report, library)->label
			  ? "has" : "have",
		   share_text (part, all), beside_text (report, row, place));
  return true;
}

/* Returns whether MODULE is a program of REPORT that no package has
   installed.  */
static bool
is_own_program (const struct report *report, const char *module)
{
  for (size_t i = 0; i < report->process_count; i++)
    {
      const char *path = report->processes[i]->program;
      if (!strcmp (base_name (path), module))
	return strncmp (path, "/usr/", 5) && strncmp (path, "/bin/", 5);
    }
  return false;
}

/* Returns a sentence that says what would name the functions of MODULE, which
   may be null, or "".  Sets FINDING's command if there is one that does.  */
static const char *
advise_to_name (const struct report *report, const char *module,
		struct finding *finding)
{
  if (!module || downloads_debuginfo)
    return "";
  if (is_own_program (report, module))
    return arena_print ("  %s was stripped: link it without -s, and do not run "
			"strip.", module);
  finding->option = "--debuginfod";
  return arena_print ("  The debugging symbols of %s would name them: install "
		      "the package that has these, or download them.", module);
}

/* Returns a sentence that says what would name the functions that programs of
   REPORT made as they ran, or "".  Sets FINDING's command if there is one.  */
static const char *
advise_to_list (const struct report *report, struct finding *finding)
{
  static const struct { const char *program, *option, *options; } makers[] = {
    { "java", "DumpPerfMapAtExit",
      "-XX:+UnlockDiagnosticVMOptions -XX:+DumpPerfMapAtExit" },
  };
  for (size_t i = 0; i < report->process_count; i++)
    for (size_t j = 0; j < COUNT_OF (makers); j++)
      {
	const struct process *p = report->processes[i];
	size_t name = strcspn (p->arguments, " ");
	if (strcmp (base_name (p->program), makers[j].program)
	    || strstr (p->arguments, makers[j].option))
	  continue;
	finding->command = arena_print ("gasp run %.*s %s%s", (int) name,
					p->arguments, makers[j].options,
					p->arguments + name);
	return "  Its functions have names with:";
      }
  return "";
}

/* Returns how a sentence begins that goes on with where the most of the time
   is: OWN.  */
static const char *
opening (const struct report *report, struct own_time own)
{
  const char *running = report->shows_waiting ? " running" : "";
  if (is_vague (own) && report->all_samples)
    return arena_print ("%s sample%s too few to say where the time%s goes: "
			"perhaps", count_text ((double) report->all_samples),
			report->all_samples == 1 ? " is" : "s are", running);
  return arena_print ("%s time%s is",
		      own.time >= own_of_all (report) * TOP_PERCENT / 100
		      ? "Most"
		      : !report->finding_count
		      ? "Nothing stands out: the most"
		      : "No function stands out: the most", running);
}

/* Finds that most time is in no function that is known.  Returns whether that
   is FINDING.  */
static bool
find_unseen (const struct report *report, struct finding *finding)
{
  double own = report->tree.count
	       ? own_of_node (report, &report->tree.nodes[0]).time : 0;
  double all = own_of_all (report);
  if (report->finding_count || !(own > all / 2))
    return false;
  finding->gain = own;
  finding->of = all;
  finding->text
    = arena_print ("%s of the time%s is outside of instrumented functions, and "
		   "no samples say where.", share_text (own, all),
		   report->shows_waiting ? " running" : "");
  return true;
}

bool
find_top (const struct report *report, struct finding *finding)
{
  const struct row *row = next_row (report, NULL), *next = row;
  struct own_time own = row ? own_of_row (report, row)
			: (struct own_time) { 0, 0 };
  double all = own_of_all (report);
  if (find_unseen (report, finding))
    return true;
  if (!(own.time > 0))
    return false;
  bool stands_out = own.time >= all * TOP_PERCENT / 100;
  double least = stands_out ? LEAST_TOP_PERCENT : LEAST_RUNNING_PERCENT;
  if (find_top_with_libraries (report, row, finding))
    return true;
  if (report->finding_count
      && (is_vague (own) || own.time < all * NEXT_PERCENT / 100
	  || own.time < time_but_ready (report) * least / 100))
    return false;
  finding->gain = own.time;
  finding->of = all;
  finding->estimated = is_estimate (own.time, own.variance);
  finding->place = row->place;
  finding->function = known_place (report, row->place)->label;
  const char *text = share_of_row (report, row);
  for (int i = 1; i < MOST_NAMED && stands_out; i++)
    {
      next = next_row (report, next);
      if (!next || own_of_row (report, next).time < all * NEXT_PERCENT / 100
	  || is_vague (own_of_row (report, next)))
	break;
      const char *longer
	= arena_print ("%s, %s", text, share_of_row (report, next));
      text = longer;
    }
  const char *module = stripped_module (known_place (report, row->place));
  bool is_made = !strcmp (finding->function, "(" MADE_CODE ")");
  finding->text = arena_print ("%s %s.%s", opening (report, own), text,
			       is_made ? advise_to_list (report, finding)
			       : is_vague (own) ? ""
			       : advise_to_name (report, module, finding));
  return true;
}
