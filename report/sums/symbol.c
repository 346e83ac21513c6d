/* symbol.c - find the source lines of sampled addresses.  See figures.h.

   SPDX-License-Identifier: Apache-2.0

   addr2line does it, once for each file of code; where there is none, samples
   keep their addresses only.  */

#include "sums/figures.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const struct module *
module_of (const struct process *process, uint64_t pc)
{
  for (size_t i = 0; i < process->module_count; i++)
    if (pc >= process->modules[i].start && pc < process->modules[i].end)
      return &process->modules[i];
  return NULL;
}

/* The samples of the selected threads, with addresses within their module's
   file.  */
static void
collect (struct report *report, const struct process *process, size_t *room)
{
  for (size_t i = 0; i < process->sample_count; i++)
    {
      const struct sample *sample = &process->samples[i];
      const struct module *module = module_of (process, sample->pc);
      if (sample->thread != NO_NODE
	  && !thread_is_selected (&report->selection,
				  report->profile.threads
				  [process->first_thread + sample->thread]))
	continue;
      report->sampled = room_for_one (report->sampled, report->sampled_count,
				      room, sizeof *report->sampled);
      report->sampled[report->sampled_count++] = (struct sampled) {
	.pc = sample->pc - (module ? module->bias : 0),
	.module = module ? module->path : "", .count = sample->count
      };
    }
}

static int
by_address (const void *a, const void *b)
{
  const struct sampled *x = a, *y = b;
  int order = strcmp (x->module, y->module);
  return order ? order : x->pc < y->pc ? -1 : x->pc > y->pc;
}

/* The same address in several threads and paths becomes one.  */
static void
join_addresses (struct report *report)
{
  size_t kept = 0;
  if (report->sampled_count)
    qsort (report->sampled, report->sampled_count, sizeof *report->sampled,
	   by_address);
  for (size_t i = 0; i < report->sampled_count; i++)
    if (kept && !by_address (&report->sampled[kept - 1], &report->sampled[i]))
      report->sampled[kept - 1].count += report->sampled[i].count;
    else
      report->sampled[kept++] = report->sampled[i];
  report->sampled_count = kept;
}

/* Starts addr2line for MODULE with the addresses in INPUT; what it prints, or
   null.  */
static FILE *
start_addr2line (const char *module, FILE *input, pid_t *pid)
{
  int ends[2];
  char *argv[] = { "addr2line", "-f", "-C", "-e", (char *) module, NULL };
  if (pipe2 (ends, O_CLOEXEC))
    return NULL;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_adddup2 (&actions, fileno (input), 0);
  posix_spawn_file_actions_adddup2 (&actions, ends[1], 1);
  posix_spawn_file_actions_addopen (&actions, 2, "/dev/null", O_WRONLY, 0);
  int error = posix_spawnp (pid, argv[0], &actions, NULL, argv, environ);
  posix_spawn_file_actions_destroy (&actions);
  close (ends[1]);
  if (!error)
    return fdopen (ends[0], "r");
  close (ends[0]);
  return NULL;
}

/* Returns a line of IN, allocated; null if there is none or it says
   "unknown".  */
static char *
known_line (FILE *in)
{
  char *line = NULL;
  size_t room = 0;
  if (getline (&line, &room, in) > 0 && strncmp (line, "??", 2))
    {
      line[strcspn (line, "\n")] = '\0';
      return line;
    }
  free (line);
  return NULL;
}

/* Fills in SAMPLED from the two lines that IN has for it.  */
static void
read_place (FILE *in, struct sampled *sampled)
{
  sampled->function = known_line (in);
  char *place = known_line (in);
  char *colon = place ? strrchr (place, ':') : NULL;
  if (!colon)
    return;
  sampled->line = (unsigned) strtoul (colon + 1, NULL, 10);
  *colon = '\0';
  sampled->file = sampled->line ? place : NULL;
  if (sampled->file)
    sampled->location = print_string ("%s:%u", place, sampled->line);
}

/* Finds the lines of COUNT addresses of one module.  */
static void
find_lines (struct sampled *sampled, size_t count)
{
  pid_t pid;
  FILE *input = tmpfile ();
  if (!input || access (sampled->module, R_OK))
    {
      if (input)
	fclose (input);
      return;
    }
  for (size_t i = 0; i < count; i++)
    fprintf (input, "%#lx\n", (unsigned long) sampled[i].pc);
  rewind (input);
  FILE *in = start_addr2line (sampled->module, input, &pid);
  for (size_t i = 0; in && i < count; i++)
    read_place (in, &sampled[i]);
  if (in)
    {
      fclose (in);
      waitpid (pid, NULL, 0);
    }
  fclose (input);
}

/* Returns whether FILE as the compiler was given it is PATH as debug
   information has it.  */
static bool
same_file (const char *file, const char *path)
{
  while (!strncmp (file, "./", 2))
    file += 2;
  size_t file_length = strlen (file), length = strlen (path);
  return length >= file_length && !strcmp (path + length - file_length, file)
	 && (length == file_length || path[length - file_length - 1] == '/');
}

/* Counts SAMPLED in the row of its line, which is made if it is not there;
   without counter values, as no table of lines has them.  */
static void
count_line (struct report *report, const struct sampled *sampled,
	    size_t *room)
{
  struct rows *lines = &report->lines;
  for (size_t i = 0; i < lines->count; i++)
    {
      const struct place *place
	= &report->profile.places[lines->rows[i].place];
      if (place->line == sampled->line
	  && same_file (place->file, sampled->file))
	{
	  lines->rows[i].samples += sampled->count;
	  return;
	}
    }
  struct place place = { .kind = PLACE_LINE, .name = "",
			 .file = sampled->file, .line = sampled->line };
  lines->rows = room_for_one (lines->rows, lines->count, room,
			      sizeof *lines->rows);
  lines->rows[lines->count++] = (struct row) {
    .place = intern_place (&report->profile, &place),
    .samples = sampled->count
  };
}

static void
name_samples (struct report *report)
{
  struct naming *functions = allocate (report->sampled_count + 1,
				       sizeof *functions);
  for (size_t i = 0; i < report->sampled_count; i++)
    {
      const struct sampled *s = &report->sampled[i];
      functions[i] = (struct naming) { s->function ? s->function : "",
				       s->file, 0, NULL };
    }
  name_functions (functions, report->sampled_count);
  for (size_t i = 0; i < report->sampled_count; i++)
    if (report->sampled[i].function)
      report->sampled[i].label = functions[i].label;
  free (functions);
}

void
find_samples (struct report *report)
{
  size_t room = 0, line_room = report->lines.count;
  for (size_t i = 0; i < report->process_count; i++)
    collect (report, report->processes[i], &room);
  join_addresses (report);
  for (size_t i = 0, j; i < report->sampled_count; i = j)
    {
      for (j = i + 1; j < report->sampled_count; j++)
	if (strcmp (report->sampled[i].module, report->sampled[j].module))
	  break;
      find_lines (&report->sampled[i], j - i);
    }
  name_samples (report);
  for (size_t i = 0; i < report->lines.count; i++)
    report->lines.rows[i].samples = 0;
  for (size_t i = 0; i < report->sampled_count; i++)
    report->all_samples += report->sampled[i].count;
  for (size_t i = 0; i < report->sampled_count; i++)
    if (report->sampled[i].file)
      count_line (report, &report->sampled[i], &line_room);
}
