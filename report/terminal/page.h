/* page.h - a table that fills the terminal, and keys to go about in it.

   SPDX-License-Identifier: Apache-2.0

   browse.c and top.c say what the rows are; page.c draws them by ncurses.
   Built without that, it says so.  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { PAGE_COLUMNS = 16 };

struct page_column
{
  const char *heading;
  bool is_text;			/* on the left, and may be cut */
  size_t width;			/* page.c's */
};

/* The contents of a row: a text for each column, allocated; its share of the
   whole, in per cent, for its colour; and whether it stands out.  */
struct page_line
{
  char *texts[PAGE_COLUMNS];
  double percent;
  bool is_marked;
};

struct page
{
  const char *title, *keys;	/* what the first and the last line say */
  struct page_column columns[PAGE_COLUMNS];
  size_t column_count, row_count;
  size_t sorted_by;		/* a column; or COLUMN_COUNT */
  size_t cursor, top;		/* rows: where the user is, and the first
				   shown */
  void (*line) (struct page *page, size_t row, struct page_line *line);
  /* Sort by SORTED_BY; null: rows stay as they are.  */
  void (*sort) (struct page *page);
  /* The first row from FROM on, or from there back, in which TEXT is; ROW_COUNT
     if there is none.  Null: in those that are shown.  */
  size_t (*find) (struct page *page, const char *text, size_t from, bool back);
  void *data;
};

/* User commands other than moving, sorting and searching.  Others are
   letters.  */
enum { PAGE_QUIT = 1, PAGE_ENTER, PAGE_BACK, PAGE_FOLD, PAGE_UNFOLD, PAGE_NEXT,
       PAGE_TIMEOUT };

/* Takes the terminal; ends the command, named so, if there is none.  */
extern void open_pages (const char *command);
extern void close_pages (void);

/* Shows PAGE, and the user goes about in it until something else is wanted, or
   TIMEOUT milliseconds have passed, if not negative.  */
extern int show_page (struct page *page, int timeout);

/* Writes PAGE's title and its first LIMIT rows, as text.  */
extern void print_page (FILE *out, struct page *page, size_t limit);

/* Shows TEXT, a line each, until a key is pressed.  */
extern void show_text (const char *const *lines, size_t count);

/* Shows TEXT in the last line, until the next key.  */
extern void say_on_page (const char *text);
