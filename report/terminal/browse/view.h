/* view.h - the pages of gasp browse, and what they are made of.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "terminal/page.h"
#include "sums/records.h"
#include "sums/source.h"
#include "formats/text.h"

/* The subject of a row, as far as it has one.  */
struct subject { const char *function, *file; uint32_t line; long thread; };

enum kind { KIND_TABLE, KIND_TREE, KIND_FUNCTION, KIND_SOURCE, KIND_TABLES };

/* A page and what it is made of.  */
struct view
{
  struct page page;
  enum kind kind;
  struct subject (*subject) (const struct view *view, size_t row);
  /* Of tables: */
  const struct table *table;
  struct column *fields;
  struct row_fields texts;	/* of these */
  size_t field_count, field[PAGE_COLUMNS]; /* of each column */
  size_t *order;
  /* Of call trees: */
  const struct tree *tree;
  const uint32_t *preorder;
  bool *unfolded;
  uint32_t *nodes, *rows;	/* the nodes shown, and where each node is */
  unsigned measure;		/* what is shown of nodes with all below, */
  double *amounts;		/* which is that, unless it is total time; */
  uint32_t *own_preorder;	/* and PREORDER by it, or null */
  /* Of functions: */
  const struct edge **edges;
  size_t callers;
  uint32_t function;		/* a row of the flat profile */
  /* Of source files: */
  struct source source;
  const struct row **lines;	/* by line, or null */
  const char *file;
};

/* The report that is looked at.  */
extern struct report browsed;

/* ---- view.c */

/* Returns a page of KIND with TITLE, which is the page's from now on.  */
extern struct view *new_view (enum kind kind, char *title);
extern void add_column (struct view *view, const char *heading, bool is_text);
/* Gives VIEW these columns; "self" gets the heading that the report gives
   it.  */
extern void set_columns (struct view *view, const struct page_column *columns,
			 size_t count);
#define SET_COLUMNS(view, columns) \
  set_columns (view, columns, COUNT_OF (columns))

extern const struct place *browsed_place (uint32_t number);
extern struct subject subject_of_place (const struct place *place);
/* Returns TIME as text, with the sign of an estimate if it is one.  */
extern char *estimated_time (double time, double variance);
/* Returns the time of something by itself, or while its threads ran.  */
extern char *own_time (double self, double self_variance, double running,
		       double running_variance);
/* Returns TIME's part of the whole, in per cent.  */
extern char *browsed_percent_text (double time);
extern double browsed_percent (double time);

/* ---- Pages: tables.c, tree.c, functions.c, source.c */

extern struct view *table_view (const struct table *table);

extern struct view *tree_view (const struct tree *tree,
			       const uint32_t *preorder, char *title);
/* Obeys KEY, which the page leaves to us, in a call tree.  */
extern void obey_in_tree (struct view *view, int key);

/* Returns the row of the flat profile with the function NAME; or how many there
   are.  */
extern size_t flat_row_of (const char *name);
/* Returns the page of the function in this row of the flat profile.  */
extern struct view *function_view (size_t row);

/* Returns the page of FILE, the cursor at LINE if that is not 0; null, with a
   message on the page, if the file is not at hand.  */
extern struct view *source_view (const char *file, uint32_t line);
extern void go_to_hottest_line (struct view *view);
