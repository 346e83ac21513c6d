/* of-recording.c - what recording did to the figures.  See findings.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "findings/findings.h"
#include "record.h"
#include "base/arena.h"
#include "base/install.h"
#include "model/addresses.h"

#include <fnmatch.h>
#include <string.h>

/* Thresholds of a report: recording that took so much of the time with it, in
   per cent, and more than a budget allows a short program; and waiting for a
   processor, in per cent of the time running, if it is a quarter of that of all
   time, too.  */
#define RECORDING_PERCENT 33
#define RECORDING_LEAST 50e6	/* ns */
#define READY_PERCENT 25
/* Processor time of programs without records that is worth a word: per cent of
   that of all, and ns.  */
#define OTHERS_PERCENT 10
#define OTHERS_LEAST 100e6

bool
find_recording (const struct report *report, struct finding *finding)
{
  double cost = recording_cost (report);
  double with = time_but_ready (report) + cost;
  if (cost < with * RECORDING_PERCENT / 100 || !(cost > RECORDING_LEAST))
    return false;
  finding->text
    = arena_print ("Recording took %s of this run, %s, which is in no "
		   "function's time but made the program slower.",
		   share_text (cost, with), time_text (cost));
  finding->command = "gasp run --budget=10% ...";
  return true;
}

bool
find_full_record (const struct report *report, struct finding *finding)
{
  for (size_t i = 0; i < report->messages.count; i++)
    {
      const struct item *item = &report->messages.items[i];
      const char *text = item->process->notes[item->index].text;
      if (!text || !strstr (text, GASP_RECORD_MERGES))
	continue;
      finding->text
	= arena_print ("The record of this run became full%s: call paths that "
		       "came later are one line for each function, whose "
		       "total does not have what it called.",
		       in_process (report, item->process));
      finding->command = "gasp run --record-limit=4G ...";
      return true;
    }
  return false;
}

/* Returns the process of REPORT that waited for most of what is not
   recorded.  */
static const struct process *
most_children (const struct report *report)
{
  const struct process *most = report->processes[0];
  for (size_t i = 1; i < report->process_count; i++)
    if (report->processes[i]->children > most->children)
      most = report->processes[i];
  return most;
}

bool
find_other_programs (const struct report *report, struct finding *finding)
{
  double time = time_not_recorded (report);
  double all = report->running + time;
  if (time < all * OTHERS_PERCENT / 100 || time < OTHERS_LEAST)
    return false;
  bool is_any = records_programs (report);
  finding->gain = time;
  finding->of = all;
  finding->leads = time > report->running;
  finding->text
    = arena_print ("Programs that this one started had %s on processors, %s of "
		   "all: that is in none of these figures, as %s not recorded.",
		   time_text (time), share_text (time, all),
		   is_any ? "shells and static programs are" : "they are");
  if (!is_any)
    finding->command = arena_print ("gasp run env %s",
				    most_children (report)->arguments);
  return true;
}

/* Interpreters of which an EXAMPLE makes each call of a script's function an
   event: a script that runs another one, or a module that is compiled first and
   has these OPTIONS.  */
static const struct host
{
  const char *program, *example, *options;
} hosts[] = {
  { "python3*", "python.py", NULL },
  { "ruby*", "ruby.rb", NULL },
  { "perl*", "perl.c", "-I. -MGasp" },
  { "lua", "lua.c", "-l gasp" },
  { "lua5.[2-9]", "lua.c", "-l gasp" },
};

/* Returns the one at PATH, or null.  */
static const struct host *
host_at (const char *path)
{
  for (size_t i = 0; i < COUNT_OF (hosts); i++)
    if (!fnmatch (hosts[i].program, base_name (path), 0))
      return &hosts[i];
  return NULL;
}

/* Returns where the example for HOST is.  */
static const char *
example_for (const struct host *host)
{
  return arena_print ("%s/%s", installed ("share/doc/gasp/examples/hosts"),
		      host->example);
}

const char *
host_script (const char *path)
{
  const struct host *host = host_at (path);
  return host && !host->options ? example_for (host) : NULL;
}

/* Interpreters that name a script's functions for samples if they are asked to,
   by OPTIONS: the PROGRAM, a MODULE of those that can, what is in front of
   these names, and what is said where these are missing.  */
static const struct interpreter
{
  const char *program, *module, *prefix, *options, *without;
} interpreters[] = {
  { "python3*", "*python3.1[2-9]*", "py::", "-X perf",
    "Functions of the script are in no samples" },
  { "node*", "node*", "JS:~", "--perf-basic-prof "
			      "--interpreted-frames-native-stack",
    "Not all functions of the script have names" },
  { "php*", "php*", "JIT$", "-d opcache.enable_cli=1 -d opcache.jit=1205 "
		    "-d opcache.jit_buffer_size=64M -d opcache.jit_debug=16",
    "Functions of the script are in no samples" },
};

bool
has_module (const struct process *p, const char *glob)
{
  for (size_t i = 0; i < p->module_count; i++)
    if (!fnmatch (glob, base_name (p->modules[i].path), 0))
      return true;
  return false;
}

/* Returns the one that P runs, or null.  */
static const struct interpreter *
interpreter_of (const struct process *p)
{
  for (size_t i = 0; i < COUNT_OF (interpreters); i++)
    if (!fnmatch (interpreters[i].program, base_name (p->program), 0)
	&& has_module (p, interpreters[i].module))
      return &interpreters[i];
  return NULL;
}

/* Returns whether REPORT has names of functions from INTERPRETER.  */
static bool
has_names_from (const struct report *report,
		const struct interpreter *interpreter)
{
  for (size_t i = 0; interpreter && i < report->flat.count; i++)
    if (!strncmp (known_place (report, report->flat.rows[i].place)->label,
		  interpreter->prefix, strlen (interpreter->prefix)))
      return true;
  return false;
}

/* Returns the process of REPORT that runs most of the time, of those that
   interpret scripts; or null.  */
static const struct process *
process_of_script (const struct report *report)
{
  const struct process *longest = NULL;
  for (size_t i = 0; i < report->process_count; i++)
    if ((host_at (report->processes[i]->program)
	 || interpreter_of (report->processes[i]))
	&& (!longest || report->processes[i]->duration > longest->duration))
      longest = report->processes[i];
  return longest;
}

/* Returns how to have the functions of the script of P, which INTERPRETER runs,
   if that is not null.  */
static const char *
advice_for_script (const struct process *p,
		   const struct interpreter *interpreter)
{
  if (interpreter)
    return "ask the interpreter for their names:";
  const struct host *host = host_at (p->program);
  return arena_print ("%srecord their calls, which takes some microseconds "
		      "each:",
		      host->options
		      ? arena_print ("compile %s, as it says, and ",
				     example_for (host)) : "");
}

bool
find_script (const struct report *report, struct finding *finding)
{
  const double least = 20e6;
  const struct process *p = process_of_script (report);
  /* If the interpreter itself is instrumented, its functions are wanted, not
     the script's.  */
  if (!p || may_be_instrumented (p->program))
    return false;
  const struct interpreter *interpreter = interpreter_of (p);
  const struct host *host = host_at (p->program);
  size_t name = strcspn (p->arguments, " ");
  const char *script = p->arguments + name + (p->arguments[name] != '\0');
  if (report->events.count || report->running < least || !*script
      || has_names_from (report, interpreter))
    return false;
  bool has_options = *script == '-' && strncmp (script, "-m ", 3) != 0;
  finding->text
    = arena_print ("%s.  To have them, %s", interpreter
		   ? interpreter->without : interpreters[0].without,
		   advice_for_script (p, interpreter));
  finding->command
    = arena_print ("gasp run %s%.*s %s %s", interpreter ? "" : "--exact ",
		   (int) name, p->arguments,
		   interpreter ? interpreter->options
		   : host->options ? host->options : example_for (host),
		   has_options ? "SCRIPT ..." : script);
  finding->gain = report->running;
  return true;
}

/* Finds Go's threads, which most of the time wait for something to do.  */
bool
find_go_threads (const struct report *report, struct finding *finding)
{
  const struct tree *tree = &report->tree;
  struct { double calls, waiting; } all = { 0, 0 };
  for (uint32_t i = 0; i < tree->count; i++)
    if (is_of_go (known_place (report, tree->nodes[i].place)))
      {
	finding->place = tree->nodes[i].place;
	all.calls += (double) tree->nodes[i].calls;
	all.waiting += tree->nodes[i].waiting;
      }
  if (!(all.calls > 0))
    return false;
  finding->gain = 1;
  finding->function = known_place (report, finding->place)->label;
  finding->text
    = arena_print ("%.0f thread%s of Go's runtime waited %s outside of C, "
		   "which is as a rule for goroutines to run and no fault.",
		   all.calls, all.calls > 1 ? "s" : "",
		   time_text (all.waiting));
  return true;
}

bool
is_busy_machine (const struct report *report)
{
  double ready = time_ready (report);
  return ready >= report->running * READY_PERCENT / 100
	 && ready >= report->whole * READY_PERCENT / 100 / 4 && ready > 0;
}

bool
find_busy_machine (const struct report *report, struct finding *finding)
{
  if (!is_busy_machine (report))
    return false;
  finding->text
    = report->thread_count < 2
      ? arena_print ("The program waited %s for a processor: the machine was "
		     "busy.", time_text (time_ready (report)))
      : arena_print ("Threads that could run waited %s for a processor: the "
		     "machine was busy, or has fewer processors than the "
		     "program has threads.  Other waits may come from that, "
		     "too.",
		     time_text (time_ready (report)));
  return true;
}
