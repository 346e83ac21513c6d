/* annotate.c - a function's source lines, and its instructions, with the
   samples of each.  See figures.h.

   SPDX-License-Identifier: Apache-2.0

   Long stretches without samples are left out, unless all is wanted; objdump
   disassembles.  */

#include "base/arena.h"
#include "base/object/code.h"
#include "base/order.h"
#include "sums/source.h"
#include "search.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* How many rows without samples are shown before and after one with
   samples.  */
enum { AROUND = 4 };

/* ---- Whose samples.  */

/* Returns whether FUNCTION is the one that REPORT is about.  */
static bool
is_focused (const struct report *report, const struct code_function *function)
{
  return function && is_asked_for (report, function->label, function->name);
}

/* Returns the innermost of COUNT FRAMES that is of the function asked for; or
   null.  */
static const struct code_frame *
focused_frame (const struct report *report, const struct code_frame *frames,
	       size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (is_focused (report, frames[i].function))
      return &frames[i];
  return NULL;
}

bool
has_samples_of_function (const struct report *report)
{
  for (size_t i = 0; i < report->sampled_count; i++)
    if (focused_frame (report, report->sampled[i].frames,
		       report->sampled[i].frame_count))
      return true;
  return false;
}

/* ---- Source lines.  */

static struct annotated *
add_annotated (struct report *report, struct annotated row)
{
  struct annotated *added = &ONE_MORE (report->annotated,
				       report->annotated_count,
				       report->annotated_room);
  *added = row;
  return added;
}

/* The lines of one file.  */
struct lines_of_file {
  const char *file;
  unsigned int first, last;	/* of those to be shown */
  struct annotated *by_line;	/* to LAST; those to be shown have this FILE */
};
struct files { struct lines_of_file *items; size_t count, room; };

static struct lines_of_file *
file_named (struct files *files, const char *file)
{
  for (size_t i = 0; i < files->count; i++)
    if (!strcmp (files->items[i].file, file))
      return &files->items[i];
  ONE_MORE (files->items, files->count, files->room)
    = (struct lines_of_file) { .file = file };
  return &files->items[files->count - 1];
}

/* Returns line LINE of FILE, which is to be shown.  */
static struct annotated *
line_of (struct files *files, const char *file, unsigned int line)
{
  enum { MOST_LINES = 1 << 22 };
  static struct annotated nowhere;
  struct lines_of_file *of = file_named (files, file);
  if (line > MOST_LINES)
    return &nowhere;
  if (line > of->last)
    {
      struct annotated *more = allocate (2 * (size_t) line + 1, sizeof *more);
      if (of->by_line)
	memcpy (more, of->by_line, (of->last + 1) * sizeof *more);
      free (of->by_line);
      of->by_line = more;
      of->last = 2 * line;
    }
  of->by_line[line].file = file;
  of->by_line[line].line = line;
  return &of->by_line[line];
}

static void
show_lines (struct files *files, const char *file, unsigned int first,
	    unsigned int last)
{
  for (unsigned int line = first; line <= last && last - first < 1u << 20;
       line++)
    line_of (files, file, line);
}

/* Shows the functions of the profile that are asked for, from their first
   lines to their last.  */
static void
show_functions (const struct report *report, struct files *files)
{
  for (size_t i = 0; i < report->profile.place_count; i++)
    {
      const struct place *place = &report->profile.places[i];
      if (place->kind == PLACE_FUNCTION && place->file && place->line
	  && is_asked_for (report, place->label, place->name))
	show_lines (files, place->file, place->line,
		    place->end_line > place->line ? place->end_line
						  : place->line);
    }
}

/* Shows the lines from where FRAME's function begins: where it ends is not
   known to all records.  */
static void
show_up_to (const struct code_frame *frame, struct files *files)
{
  const struct code_function *function = frame->function;
  if (function->file && function->line && !strcmp (function->file, frame->file))
    show_lines (files, frame->file, function->line, frame->line);
}

static void
count_samples (const struct report *report, struct files *files)
{
  for (size_t i = 0; i < report->sampled_count; i++)
    {
      const struct sampled *s = &report->sampled[i];
      const struct code_frame *frame
	= focused_frame (report, s->frames, s->frame_count);
      if (!frame || !frame->file)
	continue;
      show_up_to (frame, files);
      struct annotated *line = line_of (files, frame->file, frame->line);
      bool is_inlined = frame != s->frames;
      *(is_inlined ? &line->inlined_count : &line->count) += s->count;
      *(is_inlined ? &line->inlined_time : &line->time) += s->time;
    }
}

/* Returns whether something near INDEX of COUNT rows has samples, as COUNTED
   tells of a row.  */
static bool
is_near (size_t index, size_t count,
	 bool (*counted) (const void *rows, size_t row), const void *rows)
{
  size_t from = index > AROUND ? index - AROUND : 0;
  for (size_t i = from; i < count && i <= index + AROUND; i++)
    if (counted (rows, i))
      return true;
  return false;
}

static bool
line_is_counted (const void *rows, size_t row)
{
  const struct annotated *line = (const struct annotated *) rows + row;
  return line->count || line->inlined_count;
}

/* Adds the lines of OF that are to be shown, with their text, to REPORT; a row
   without a line stands for those that are left out.  */
static void
add_lines (struct report *report, const struct lines_of_file *of)
{
  struct source source;
  bool readable = read_source (report, of->file, &source);
  size_t hidden = 0, rows = of->by_line ? of->last + 1u : 0;
  bool begun = false;
  for (size_t line = 1; line < rows; line++)
    {
      const struct annotated *row = &of->by_line[line];
      bool shown = row->file
		   && (report->whole_source || !of->by_line[line - 1].file
		       || is_near (line, rows, line_is_counted, of->by_line));
      if (!shown)
	{
	  hidden += row->file || begun;
	  continue;
	}
      if (hidden && begun)
	add_annotated (report, (struct annotated) { .file = of->file,
						    .code = "..." });
      hidden = 0;
      begun = true;
      struct annotated *added = add_annotated (report, *row);
      added->code = readable && line <= source.count
		    ? expand_tabs (source.lines[line - 1]) : NULL;
    }
  if (!readable)
    add_remark (report, print_string ("the source %s is not at hand: "
				      "--source=DIR looks for it in DIR",
				      of->file));
  else if (source.note)
    add_remark (report, print_string ("%s: %s", of->file, source.note));
  if (readable)
    free_source (&source);
}

static void
annotate_source (struct report *report)
{
  struct files files = { 0 };
  show_functions (report, &files);
  count_samples (report, &files);
  for (size_t i = 0; i < files.count; i++)
    {
      add_lines (report, &files.items[i]);
      free (files.items[i].by_line);
    }
  free (files.items);
}

/* ---- Instructions.  */

/* Starts objdump for SYMBOL of the file MODULE; what it prints, or null.  */
static FILE *
start_objdump (const char *module, const struct code_symbol *symbol, pid_t *pid)
{
  int ends[2];
  char *start = print_string ("--start-address=%#llx",
			      (unsigned long long) symbol->start);
  char *stop = print_string ("--stop-address=%#llx", (unsigned long long)
			     (symbol->start + symbol->size));
  char *argv[]
    = { "objdump",	 "-d", "-C", "--no-show-raw-insn", start, stop, "--",
	(char *) module, NULL };
  if (pipe2 (ends, O_CLOEXEC))
    return NULL;
  bool is_started = start_command (argv, STDIN_FILENO, ends[1], pid);
  close (ends[1]);
  free (start);
  free (stop);
  if (is_started)
    return fdopen (ends[0], "r");
  close (ends[0]);
  return NULL;
}

/* Reads an instruction, "  401136:	mov    %rsp,%rbp", of LINE, which is
   changed.  */
static bool
read_instruction (char *line, struct instruction *instruction)
{
  char *end;
  if (*line != ' ')
    return false;
  instruction->address = strtoull (line, &end, 16);
  if (*end != ':' || end[1] != '\t')
    return false;
  line = end + 2;
  line[strcspn (line, "\n")] = '\0';
  for (char *tab; (tab = strchr (line, '\t')); )
    *tab = ' ';
  instruction->text = arena_copy (line);
  return true;
}

ORDER (by_address, struct sampled, TEXT (module) RISING (pc))

/* Returns what was sampled at ADDRESS of MODULE, or null.  */
static const struct sampled *
sampled_at (const struct report *report, const char *module, uint64_t address)
{
  const struct sampled key = { .module = module, .pc = address };
  size_t at = FIRST_FROM (report->sampled_count, i,
			  by_address (&report->sampled[i], &key) < 0);
  return at < report->sampled_count && !by_address (&report->sampled[at], &key)
	 ? &report->sampled[at] : NULL;
}

struct instructions { struct instruction *items; size_t count, room; };

/* Adds INSTRUCTION of CODE to ALL, if it is of the function asked for.  */
static void
add_instruction (struct report *report, struct instructions *all,
		 struct code *code, struct instruction instruction)
{
  size_t count;
  OWNED struct code_frame *frames
    = find_frames (code, instruction.address, &count);
  const struct sampled *sampled
    = sampled_at (report, instruction.module, instruction.address);
  if (focused_frame (report, frames, count))
    {
      instruction.frame = frames[0];
      if (frames[0].file)
	instruction.frame.file
	  = file_in_profile (report, frames[0].file);
      instruction.count = sampled ? sampled->count : 0;
      instruction.time = sampled ? sampled->time : 0;
      ONE_MORE (all->items, all->count, all->room) = instruction;
    }
}

static bool
disassemble (struct report *report, const struct sampled *sampled,
	     const struct code_symbol *symbol, struct instructions *all)
{
  pid_t pid;
  char *line = NULL;
  size_t room = 0;
  FILE *in = start_objdump (sampled->module, symbol, &pid);
  struct instruction instruction = { .module = sampled->module };
  if (!in)
    return false;
  while (getline (&line, &room, in) > 0)
    if (read_instruction (line, &instruction))
      add_instruction (report, all, sampled->code, instruction);
  free (line);
  fclose (in);
  waitpid (pid, NULL, 0);
  return true;
}

/* Notes the source line of each instruction whose line is not that of the
   one before.  */
static void
note_lines_of (struct report *report, struct instructions *all)
{
  const struct instruction *before = NULL;
  for (size_t i = 0; i < all->count; before = &all->items[i++])
    {
      struct instruction *one = &all->items[i];
      const char *file = one->frame.file;
      if (!file || (before && before->address && before->frame.file == file
		    && before->frame.line == one->frame.line))
	continue;
      one->source = arena_print ("%s:%u", shown_file (report, file),
				 one->frame.line);
    }
}

static bool
instruction_is_counted (const void *rows, size_t row)
{
  return ((const struct instruction *) rows)[row].count;
}

/* Makes ALL, with a gap for each long stretch without samples, REPORT's.  */
static void
take_instructions (struct report *report, const struct instructions *all)
{
  bool gap = false;
  size_t room = 0;
  for (size_t i = 0; i < all->count; i++)
    {
      bool shown
	= report->whole_source
	  || is_near (i, all->count, instruction_is_counted, all->items);
      if (!shown && gap)
	continue;
      gap = !shown;
      ONE_MORE (report->instructions, report->instruction_count, room)
	= shown ? all->items[i]
	  : (struct instruction) { .text = "...",
				   .module = all->items[i].module };
    }
}

static void
annotate_instructions (struct report *report)
{
  struct instructions all = { 0 };
  struct code_symbol symbol = { 0, 0, NULL };
  const char *module = NULL;
  for (size_t i = 0; i < report->sampled_count; i++)
    {
      const struct sampled *s = &report->sampled[i];
      bool known = module && !strcmp (module, s->module)
		   && s->pc - symbol.start < symbol.size;
      if (known || !focused_frame (report, s->frames, s->frame_count)
	  || !find_symbol (s->code, s->pc, &symbol))
	continue;
      module = s->module;
      if (!symbol.size)
	symbol.size = s->pc - symbol.start + 1;
      if (disassemble (report, s, &symbol, &all))
	continue;
      add_remark (report,
		  copy_string ("objdump disassembles: install binutils"));
      break;
    }
  note_lines_of (report, &all);
  take_instructions (report, &all);
  free (all.items);
}

void
annotate (struct report *report)
{
  if (report->function && report->wants_source)
    annotate_source (report);
  if (report->function && report->wants_instructions)
    annotate_instructions (report);
}
