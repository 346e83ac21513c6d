/* who.c - threads and processes as sentences name them.  See findings.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "findings/findings.h"

#include "base/arena.h"
#include "base/util.h"

#include <string.h>

/* Returns whether A comes after B: by ranks, and in a process by numbers.  */
static bool
is_behind (const struct thread *a, const struct thread *b)
{
  return a->process == b->process ? a->number > b->number
	 : a->process->rank > b->process->rank;
}

/* Adds THREAD in its order.  */
void
add_who (struct who *who, const struct thread *thread)
{
  size_t at = who->count++;
  if (at >= MOST_WHO)
    return;
  for (; at && is_behind (who->threads[at - 1], thread); at--)
    who->threads[at] = who->threads[at - 1];
  who->threads[at] = thread;
}

static bool
runs_other_program (const struct report *report)
{
  for (size_t i = 1; i < report->process_count; i++)
    if (strcmp (report->processes[i]->program, report->processes[0]->program))
      return true;
  return false;
}

static bool
runs_elsewhere (const struct report *report)
{
  for (size_t i = 1; i < report->process_count; i++)
    if (strcmp (report->processes[i]->host, report->processes[0]->host))
      return true;
  return false;
}

/* Returns "MPI rank 2, " for PROCESS, or "" if it has none.  */
static const char *
rank_words (const struct process *process)
{
  const char *word = process->peers.threads ? process->peers.rank_name : NULL;
  return process->rank < 0 ? ""
	 : arena_print ("%s %s, ", word ? word : "rank",
			rank_text (process->rank));
}

/* Returns "rank 2, pid 471": what PROCESS can be selected by.  */
static const char *
process_words (const struct report *report, const struct process *process)
{
  bool named = runs_other_program (report), placed = runs_elsewhere (report);
  return arena_print ("%s%s%spid %d%s%s", rank_words (process),
		      named ? base_name (process->program) : "",
		      named ? ", " : "", process->pid, placed ? " on " : "",
		      placed ? process->host : "");
}

const char *
in_process (const struct report *report, const struct process *process)
{
  return report->process_count < 2 ? ""
	 : arena_print (" (%s)", process_words (report, process));
}

const char *
process_text (const struct report *report, const struct process *process)
{
  return arena_print ("%s (%spid %d%s%s)", base_name (process->program),
		      rank_words (process), process->pid,
		      runs_elsewhere (report) ? " on " : "",
		      runs_elsewhere (report) ? process->host : "");
}

const char *
thread_words (const struct thread *thread)
{
  const char *program = base_name (thread->process->program);
  bool is_named = thread->name && *thread->name
		  && strncmp (thread->name, program, strlen (thread->name));
  return arena_print (is_named ? "%u '%s'" : "%u", thread->number,
		      thread->name);
}

const char *
team_words (const struct thread *thread)
{
  uint32_t number = thread_in_team (thread);
  return !thread_has_team (thread) || number == thread->number ? ""
	 : arena_print (", number %u of its team", number);
}

/* Returns whether those of WHO are the initial threads of processes, among
   several.  */
static bool
are_processes (const struct report *report, const struct who *who)
{
  for (size_t i = 0; i < who->count; i++)
    if (who->threads[i]->number)
      return false;
  return report->process_count > 1;
}

/* Returns "1, 2 and 3" for the threads of WHO, which are in one process.  */
static const char *
threads_words (const struct who *who)
{
  const char *text = thread_words (who->threads[0]);
  for (size_t i = 1; i < who->count; i++)
    {
      const char *longer
	= arena_print ("%s%s%s", text, i + 1 == who->count ? " and " : ", ",
		       thread_words (who->threads[i]));
      text = longer;
    }
  return text;
}

static bool
are_in_one_process (const struct who *who)
{
  for (size_t i = 1; i < who->count; i++)
    if (who->threads[i]->process != who->threads[0]->process)
      return false;
  return true;
}

const char *
who_text (const struct report *report, const struct who *who)
{
  const char *text = NULL;
  if (!who->count || who->count > MOST_WHO)
    return "";
  bool processes = are_processes (report, who);
  const struct process *first = who->threads[0]->process;
  if (!processes && are_in_one_process (who))
    return arena_print (" (%s%s%s)", threads_words (who),
			report->process_count > 1 ? " of " : "",
			report->process_count > 1
			? process_words (report, first) : "");
  for (size_t i = 0; i < who->count; i++)
    {
      const struct thread *thread = who->threads[i];
      const char *process = process_words (report, thread->process);
      const char *one = processes ? process
			: arena_print ("thread %s of %s", thread_words (thread),
				       process);
      const char *longer = text ? arena_print ("%s; %s", text, one) : one;
      text = longer;
    }
  return arena_print (" (%s)", text);
}
