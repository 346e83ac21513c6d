/* page.c - see page.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "terminal/page.h"
#include "formats/text.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Lines as texts  */

enum { LEAST_TEXT = 12 };

static void
free_line (const struct page *page, struct page_line *line)
{
  for (size_t i = 0; i < page->column_count; i++)
    free (line->texts[i]);
}

static struct page_line
line_of (struct page *page, size_t row)
{
  struct page_line line = { .percent = -1 };
  page->line (page, row, &line);
  return line;
}

/* Makes columns as wide as their cells in LINES; texts share the rest, the
   last one first.  */
static void
measure (struct page *page, const struct page_line *lines, size_t count,
	 size_t room)
{
  size_t sum = 0;
  for (size_t j = 0; j < page->column_count; j++)
    {
      struct page_column *column = &page->columns[j];
      size_t heading
	= (clean_width (column->heading)
	   + (page->sort && j == page->sorted_by && !column->is_text));
      if (column->is_text || column->width < heading)
	column->width = heading;
      for (size_t i = 0; i < count; i++)
	if (clean_width (lines[i].texts[j]) > column->width)
	  column->width = clean_width (lines[i].texts[j]);
      sum += column->width + 2;
    }
  while (sum > room + 1)
    {
      struct page_column *widest = NULL;
      for (size_t j = 0; j < page->column_count; j++)
	if (page->columns[j].is_text && page->columns[j].width > LEAST_TEXT
	    && (!widest || page->columns[j].width > widest->width))
	  widest = &page->columns[j];
      if (!widest)
	return;
      widest->width--;
      sum--;
    }
}

void
print_page (FILE *out, struct page *page, size_t limit)
{
  size_t count = page->row_count < limit ? page->row_count : limit;
  void (*sort) (struct page *) = page->sort;
  OWNED struct page_line *lines = allocate (count + 1, sizeof *lines);
  for (size_t i = 0; i < count; i++)
    lines[i + 1] = line_of (page, i);
  for (size_t j = 0; j < page->column_count; j++)
    lines[0].texts[j] = copy_string (page->columns[j].heading);
  page->sort = NULL;		/* nothing says what it is sorted by */
  measure (page, lines, count + 1, text_width ());
  fprintf (out, "%s\n", page->title);
  for (size_t i = 0; i <= count; i++)
    {
      size_t blanks = 0;
      for (size_t j = 0; j < page->column_count; j++)
	{
	  const struct page_column *column = &page->columns[j];
	  size_t own = clean_width (lines[i].texts[j]);
	  size_t pad = own < column->width ? column->width - own : 0;
	  fprintf (out, "%*s", (int) (blanks + (column->is_text ? 0 : pad)),
		   "");
	  print_text (out, lines[i].texts[j], column->width, true);
	  blanks = 2 + (column->is_text ? pad : 0);
	}
      fputc ('\n', out);
      free_line (page, &lines[i]);
    }
  page->sort = sort;
}

#ifdef HAVE_NCURSES

#include <ncurses.h>

enum { HEAD_LINES = 2, FOOT_LINES = 1 };
enum { PAIR_HOT = 1, PAIR_WARM, PAIR_TITLE };

static char searched[80];
static const char *said;
static bool is_open;

void
close_pages (void)
{
  if (is_open)
    endwin ();
  is_open = false;
}

void
open_pages (const char *command)
{
  const char *term = getenv ("TERM");
  if (!isatty (STDIN_FILENO) || !isatty (STDOUT_FILENO))
    fail (EXIT_USAGE, "%s: this needs a terminal", command);
  if (!term || !newterm (NULL, stdout, stdin))
    fail (EXIT_TROUBLE, "%s: ncurses does not know the terminal '%s' (TERM)",
	  command, term ? term : "");
  is_open = true;
  atexit (close_pages);
  cbreak ();
  noecho ();
  keypad (stdscr, TRUE);
  set_escdelay (50);
  curs_set (0);
  if (!has_colors () || (getenv ("NO_COLOR") && *getenv ("NO_COLOR")))
    return;
  start_color ();
  use_default_colors ();
  init_pair (PAIR_HOT, COLOR_RED, -1);
  init_pair (PAIR_WARM, COLOR_YELLOW, -1);
  init_pair (PAIR_TITLE, COLOR_CYAN, -1);
}

/* ---- Drawing  */

/* Puts TEXT, cleaned and cut to WIDTH columns, at the cursor.  */
static void
put_text (const char *text, size_t width, bool at_end)
{
  char *clean = NULL;
  size_t size;
  FILE *out = open_memstream (&clean, &size);
  if (!out)
    return;
  print_fitted (out, text, width, at_end);
  fclose (out);
  addstr (clean);
  free (clean);
}

static size_t
body_lines (void)
{
  return LINES > HEAD_LINES + FOOT_LINES
	 ? (size_t) (LINES - HEAD_LINES - FOOT_LINES) : 1;
}

static void
draw_cells (const struct page *page, int y, const char *const *texts)
{
  int x = 0;
  for (size_t j = 0; j < page->column_count && x < COLS; j++)
    {
      const struct page_column *column = &page->columns[j];
      size_t own = clean_width (texts[j]);
      size_t pad = own < column->width && !column->is_text
		   ? column->width - own : 0;
      move (y, x + (int) pad);
      /* The end of a name, or of a place, is what sets it apart.  */
      put_text (texts[j], column->width, strchr (texts[j], ' '));
      x += (int) column->width + 2;
    }
}

static void
draw_head (const struct page *page)
{
  const char *headings[PAGE_COLUMNS];
  for (size_t j = 0; j < page->column_count; j++)
    headings[j] = (page->sort && j == page->sorted_by
		   ? print_string ("%s%s", page->columns[j].is_text ? "" : "*",
				   page->columns[j].heading)
		   : page->columns[j].heading);
  attron (A_BOLD | COLOR_PAIR (PAIR_TITLE));
  move (0, 0);
  put_text (page->title, (size_t) COLS, true);
  attroff (A_BOLD | COLOR_PAIR (PAIR_TITLE));
  attron (A_UNDERLINE);
  draw_cells (page, 1, headings);
  attroff (A_UNDERLINE);
  if (page->sort && page->sorted_by < page->column_count)
    free ((char *) headings[page->sorted_by]);
}

static void
draw_line (const struct page *page, int y, const struct page_line *line,
	   bool here)
{
  int look = (here ? A_REVERSE : A_NORMAL) | (line->is_marked ? A_BOLD : 0);
  if (has_colors () && line->percent >= 10)
    look |= COLOR_PAIR (PAIR_HOT);
  else if (has_colors () && line->percent >= 2)
    look |= COLOR_PAIR (PAIR_WARM);
  attron (look);
  if (here)
    mvhline (y, 0, ' ' | A_REVERSE, COLS);
  draw_cells (page, y, (const char *const *) line->texts);
  attroff (look);
}

/* Draws TEXT from line Y on, broken between words.  Returns the next line.  */
static int
draw_wrapped (int y, const char *text)
{
  while (*text && y < LINES - FOOT_LINES)
    {
      size_t length = strlen (text), width = (size_t) COLS;
      if (length > width)
	for (length = width; length > 0 && text[length] != ' ';)
	  length--;
      OWNED char *part
	= print_string ("%.*s", (int) (length ? length : width), text);
      move (y++, 0);
      put_text (part, width, true);
      text += strlen (part) + strspn (text + strlen (part), " ");
    }
  return y;
}

/* Draws what was cut of LINE below the rows, from line Y on.  */
static void
draw_rest (const struct page *page, int y, const struct page_line *line)
{
  for (size_t j = 0; j < page->column_count; j++)
    if (page->columns[j].is_text
	&& clean_width (line->texts[j]) > page->columns[j].width)
      y = draw_wrapped (y + 1, line->texts[j]);
}

static void
draw_foot (const struct page *page)
{
  move (LINES - 1, 0);
  attron (A_DIM);
  put_text (said ? said : page->keys, COLS > 16 ? (size_t) COLS - 16 : 1, true);
  attroff (A_DIM);
  mvprintw (LINES - 1, COLS > 15 ? COLS - 15 : 0, "%7zu/%zu",
	    page->row_count ? page->cursor + 1 : 0, page->row_count);
}

/* Keeps the cursor among the rows, and the visible part around it.  */
static void
stay_inside (struct page *page)
{
  size_t lines = body_lines ();
  if (page->cursor >= page->row_count)
    page->cursor = page->row_count ? page->row_count - 1 : 0;
  if (page->top > page->cursor)
    page->top = page->cursor;
  if (page->cursor >= page->top + lines)
    page->top = page->cursor - lines + 1;
}

static void
draw (struct page *page)
{
  size_t lines = body_lines (), count = 0;
  stay_inside (page);
  OWNED struct page_line *shown = allocate (lines, sizeof *shown);
  while (count < lines && page->top + count < page->row_count)
    {
      shown[count] = line_of (page, page->top + count);
      count++;
    }
  measure (page, shown, count, (size_t) COLS);
  erase ();
  draw_head (page);
  for (size_t i = 0; i < count; i++)
    {
      bool is_here = page->top + i == page->cursor;
      draw_line (page, HEAD_LINES + (int) i, &shown[i], is_here);
      if (is_here)
	draw_rest (page, HEAD_LINES + (int) count, &shown[i]);
      free_line (page, &shown[i]);
    }
  draw_foot (page);
  refresh ();
}

void
say_on_page (const char *text)
{
  said = text;
}

void
show_text (const char *const *lines, size_t count)
{
  erase ();
  for (size_t i = 0; i < count && (int) i < LINES - 1; i++)
    {
      move ((int) i, 1);
      put_text (lines[i], (size_t) COLS - 1, true);
    }
  mvaddstr (LINES - 1, 0, "Press a key to go on.");
  refresh ();
  timeout (-1);
  getch ();
}

/* ---- Searching  */

static size_t
find_shown (struct page *page, const char *text, size_t from, bool back)
{
  for (size_t row = from; row < page->row_count; row += back ? -1 : 1)
    {
      struct page_line line = line_of (page, row);
      bool found = false;
      for (size_t j = 0; j < page->column_count; j++)
	found |= page->columns[j].is_text && strcasestr (line.texts[j], text);
      free_line (page, &line);
      if (found)
	return row;
    }
  return page->row_count;
}

/* Goes to the next row that matches the search, or the one before.  */
static void
search (struct page *page, bool back)
{
  if (!*searched || !page->row_count)
    {
      said = *searched ? "There is nothing here."
	     : "Nothing was searched for: / searches.";
      return;
    }
  size_t from = page->cursor + (back ? -1 : 1);
  size_t found = (page->find ? page->find : find_shown) (page, searched, from,
							 back);
  if (found < page->row_count)
    page->cursor = found;
  else
    said = back ? "Not found above." : "Not found below.";
}

static void
ask_and_search (struct page *page)
{
  move (LINES - 1, 0);
  clrtoeol ();
  addstr ("/");
  echo ();
  curs_set (1);
  timeout (-1);
  getnstr (searched, sizeof searched - 1);
  curs_set (0);
  noecho ();
  if (*searched)
    search (page, false);
}

/* ---- Keys  */

static void
sort_by_next (struct page *page, int step)
{
  if (!page->sort)
    said = "This table has an order of its own.";
  else
    {
      size_t at = page->sorted_by + (size_t) step;
      page->sorted_by = at < page->column_count ? at
			: step < 0 ? page->column_count - 1 : 0;
      page->cursor = page->top = 0;
      page->sort (page);
    }
}

/* Goes ROWS down, or up.  */
static void
go (struct page *page, long rows)
{
  if (rows < 0 && page->cursor < (size_t) -rows)
    page->cursor = 0;
  else
    page->cursor += (size_t) rows;
  stay_inside (page);
}

struct meaning { int key, means; };

static const struct meaning meanings[] = {
  { 'q', PAGE_QUIT }, { '\n', PAGE_ENTER }, { '\r', PAGE_ENTER },
  { KEY_ENTER, PAGE_ENTER }, { 27, PAGE_BACK }, { KEY_BACKSPACE, PAGE_BACK },
  { 127, PAGE_BACK }, { '\b', PAGE_BACK }, { KEY_LEFT, PAGE_FOLD },
  { '-', PAGE_FOLD }, { KEY_RIGHT, PAGE_UNFOLD }, { '+', PAGE_UNFOLD },
  { '\t', PAGE_NEXT }, { ERR, PAGE_TIMEOUT },
};

/* Does what KEY says; false if that is not for a page by itself.  */
static bool
obey (struct page *page, int key)
{
  long lines = (long) body_lines ();
  switch (key)
    {
    case KEY_DOWN: case 'j': go (page, 1); break;
    case KEY_UP: case 'k': go (page, -1); break;
    case KEY_NPAGE: case ' ': go (page, lines); break;
    case KEY_PPAGE: go (page, -lines); break;
    case KEY_HOME: case 'g': page->cursor = 0; break;
    case KEY_END: case 'G': page->cursor = page->row_count; break;
    case '<': sort_by_next (page, -1); break;
    case '>': sort_by_next (page, 1); break;
    case '/': ask_and_search (page); break;
    case 'n': search (page, false); break;
    case 'N': search (page, true); break;
    case KEY_RESIZE: break;
    default: return false;
    }
  return true;
}

int
show_page (struct page *page, int milliseconds)
{
  for (;;)
    {
      draw (page);
      timeout (milliseconds);
      int key = getch ();
      if (key == ERR && milliseconds < 0)
	return PAGE_QUIT;
      if (key != ERR)
	said = NULL;
      if (key != ERR && obey (page, key))
	continue;
      for (size_t i = 0; i < COUNT_OF (meanings); i++)
	if (meanings[i].key == key)
	  return meanings[i].means;
      return key;
    }
}

#else

void
open_pages (const char *command)
{
  fail (EXIT_TROUBLE, "%s: gasp was built without ncurses: install the package "
	"libncurses-dev, and build it again", command);
}

void close_pages (void) { }
void say_on_page (const char *text __attribute__ ((unused))) { }

int
show_page (struct page *page __attribute__ ((unused)),
	   int milliseconds __attribute__ ((unused)))
{
  return PAGE_QUIT;
}

void
show_text (const char *const *lines __attribute__ ((unused)),
	   size_t count __attribute__ ((unused)))
{
}

#endif
