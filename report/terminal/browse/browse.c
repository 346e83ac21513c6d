/* browse.c - gasp browse: go about in a profile, on the terminal.

   SPDX-License-Identifier: Apache-2.0

   What is shown is a stack of pages: any table of the report, a call tree, a
   function with its callers and callees, a source file with the figures of its
   lines.  Enter goes from a row to what it is about, Backspace goes back.  */

#include "commands/commands.h"
#include "findings/findings.h"
#include "terminal/browse/view.h"

#include <stdlib.h>
#include <string.h>

static struct text_list sources;
static struct selection selection;

static struct view *stack[64];
static size_t depth;

/* ---- The list of tables  */

/* Returns whether TABLE is of one run and has rows, and is not shown on pages
   of another kind.  */
static bool
is_listed (const struct table *table)
{
  return !in_list ("diff,callers,callees,function", table->view)
	 && strcmp (table->name, "thread-tree") && table->rows (&browsed);
}

static void
list_line (struct page *page, size_t row, struct page_line *line)
{
  const struct view *view = page->data;
  const struct table *table = &tables[view->order[row]];
  line->texts[0] = title_of (&browsed, table);
  line->texts[1] = print_string ("%zu", table->rows (&browsed));
}

static struct view *
list_view (void)
{
  static const struct page_column columns[] = {
    { "table", true, 0 }, { "rows", false, 0 }
  };
  struct view *view = new_view (KIND_TABLES, copy_string ("All that was "
							  "recorded"));
  view->order = allocate (table_count, sizeof *view->order);
  for (size_t i = 0; i < table_count; i++)
    if (is_listed (&tables[i]))
      view->order[view->page.row_count++] = i;
  view->page.line = list_line;
  view->page.keys = "Enter: show it  ?: help  q: quit";
  SET_COLUMNS (view, columns);
  return view;
}

static struct view *
whole_tree (void)
{
  return tree_view (&browsed.tree, browsed.preorder, copy_string ("Call tree"));
}

static struct view *
view_of (const struct table *table)
{
  return !strcmp (table->name, "tree") ? whole_tree () : table_view (table);
}

/* ---- Going about  */

static void
free_view (struct view *view)
{
  free_source (&view->source);
  free ((char *) view->page.title);
  free (view->fields);
  free (view->order);
  free (view->unfolded);
  free (view->nodes);
  free (view->rows);
  free (view->amounts);
  free (view->own_preorder);
  free (view->edges);
  free (view->lines);
  free (view);
}

/* Shows VIEW, if it is one; the first page that was shown is forgotten if
   there are too many.  */
static void
push (struct view *view)
{
  if (!view)
    return;
  if (depth == COUNT_OF (stack))
    {
      free_view (stack[0]);
      memmove (stack, stack + 1, --depth * sizeof *stack);
    }
  stack[depth++] = view;
}

static void
pop (void)
{
  if (depth > 1)
    free_view (stack[--depth]);
  else
    say_on_page ("This is the first page: q quits.");
}

static void
push_function (const struct subject *subject)
{
  size_t row = subject->function ? flat_row_of (subject->function)
	       : browsed.flat.count;
  if (row == browsed.flat.count)
    say_on_page ("This row is about no function.");
  else
    push (function_view (row));
}

static void
push_thread (long thread)
{
  push (tree_view (&browsed.thread_trees[thread],
		   browsed.thread_preorders[thread],
		   print_string ("Call tree of thread %u (%s)",
				 browsed.threads[thread]->number,
				 browsed.threads[thread]->name)));
}

/* Goes to what the row at the cursor is about.  */
static void
enter (struct view *view)
{
  size_t row = view->page.cursor;
  if (view->kind == KIND_TABLES)
    {
      push (view_of (&tables[view->order[row]]));
      return;
    }
  struct subject subject = view->subject (view, row);
  if (view->kind == KIND_FUNCTION && row == view->callers)
    subject.function = NULL;
  if (subject.thread >= 0)
    push_thread (subject.thread);
  else if (subject.function || view->kind == KIND_SOURCE)
    push_function (&subject);
  else if (subject.file)
    push (source_view (subject.file, subject.line));
  else
    say_on_page ("This row leads nowhere.");
}

static void
show_source (const struct view *view)
{
  struct subject subject = { 0 };
  if (view->subject && view->page.row_count)
    subject = view->subject (view, view->page.cursor);
  if (subject.file)
    push (source_view (subject.file, subject.line));
  else
    say_on_page ("Where this is in the source is not known.");
}

static void
push_hot_lines (void)
{
  if (browsed.hot_count)
    push (table_view (find_table ("hot-lines")));
  else
    say_on_page ("There are no samples: " HOW_TO_SAMPLE ".");
}

static void
push_findings (void)
{
  if (browsed.finding_count)
    push (table_view (find_table ("findings")));
  else
    say_on_page ("Nothing stands out.");
}

static const char *const help[] = {
  "gasp browse",
  "",
  "Up, Down, j, k      a row up or down",
  "PageUp, PageDown    a page; Space too",
  "Home, End, g, G     the first and the last row",
  "Enter               what the row is about: a function with its callers and",
  "                    callees, and then its source; a thread's call tree",
  "Backspace, Escape   back",
  "s                   the source, with the figures of each line",
  "/ n N               search; once more; and upwards",
  "< >                 sort by the column to the left, or to the right",
  "",
  "f, c, w             functions (flat profile); call tree; what stands out",
  "m                   memory: where it is allocated",
  "t                   threads",
  "l                   the hottest lines, if there are samples",
  "v, Tab              all tables",
  "",
  "In a call tree:",
  "Right, +            unfold",
  "Left, -             fold; or go to the caller",
  "*                   unfold all below that took 1 % of the time",
  "h                   unfold what took most, down to where it is spent",
  "i                   of a path, with all below: total time, and of that "
  "running,",
  "                    waiting, and waiting for a processor, in turn",
  "",
  "q                   quit",
  "",
  ESTIMATE_SIGN " marks a time that may be wrong by more than 5 %.",
};

static void
obey (struct view *view, int key)
{
  if (view->kind == KIND_TREE && view->page.row_count)
    obey_in_tree (view, key);
  if (view->kind == KIND_SOURCE && key == 'h')
    go_to_hottest_line (view);
  switch (key)
    {
    case PAGE_ENTER:
      if (view->page.row_count)
	enter (view);
      break;
    case PAGE_BACK: pop (); break;
    case 's': show_source (view); break;
    case 'f': push (table_view (find_table ("flat"))); break;
    case 'c': push (whole_tree ()); break;
    case 'm': push (table_view (find_table ("allocations"))); break;
    case 't': push (table_view (find_table ("threads"))); break;
    case 'l': push_hot_lines (); break;
    case 'w': push_findings (); break;
    case 'v': case PAGE_NEXT: push (list_view ()); break;
    case '?': show_text (help, COUNT_OF (help)); break;
    }
}

static const struct option_row options[] = {
  SELECTION_OPTIONS (selection),
  { "process", 'p', "PROCESS", "show only this process", OPTION_LIST,
    &selection.processes },
  { "source", 'S', "DIR", "look for source files in DIR, too", OPTION_LIST,
    &sources },
};

/* Returns the flat profile, whose title is what stands out most, or else the
   hottest line.  */
static struct view *
first_view (void)
{
  struct view *view = table_view (find_table ("flat"));
  const char *line = hottest_line_text (&browsed);
  const char *title = view->page.title;
  view->page.title
    = browsed.finding_count
      ? print_string ("%s - %s", title, browsed.findings[0].text)
      : *line ? print_string ("%s - hottest line: %s", title, line)
      : copy_string (title);
  free ((char *) title);
  return view;
}

static int
browse (const struct command *command, int argc, char **argv)
{
  argc = parse_options (command, argc, argv);
  if (argc > 2)
    fail (EXIT_USAGE, "browse: '%s': one directory is enough", argv[2]);
  browsed.selection = selection;
  browsed.sources = sources;
  browsed.directory = argc == 2 ? argv[1] : newest_run ("browse");
  if (!load_report (&browsed, browsed.directory))
    return EXIT_TROUBLE;
  find_findings (&browsed);
  open_pages ("browse");
  push (first_view ());
  for (int key; (key = show_page (&stack[depth - 1]->page, -1)) != PAGE_QUIT; )
    obey (stack[depth - 1], key);
  close_pages ();
  return EXIT_FINE;
}

const struct command browse_command = {
  "browse", "[OPTION]... [DIRECTORY|FILE]", "go about in a profile, on the "
					    "terminal",
  "Shows the functions of a run, by default of the newest in the present "
  "directory.  Arrow keys move, Enter goes to callers and callees, s to the "
  "source, c to the call tree, w to what stands out, v to all other tables; "
  "/ searches, ? shows all keys, q quits.", options, COUNT_OF (options), false,
  browse, "  gasp browse --exclude='std::*' gasp-out"
};
