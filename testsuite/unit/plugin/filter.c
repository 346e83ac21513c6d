/* Rules of which functions and files are instrumented (filter.c), without GCC.

   SPDX-License-Identifier: Apache-2.0  */

/* In place of gasp-plugin.h, and of GCC's headers: what filter.c needs.  */
#define GASP_PLUGIN_H
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct function_decl
{
  const char *name, *signature;
} * tree;
#define DECL_ASSEMBLER_NAME(fn) (fn)
#define IDENTIFIER_POINTER(id) ((id)->name)
#define ACONCAT(strings) concat strings
static bool in_lto_p, flag_generate_lto;

template <typename T> struct vec
{
  T rows[64];
  unsigned used;
  void
  safe_push (const T &row)
  {
    rows[used++] = row;
  }
  unsigned
  length () const
  {
    return used;
  }
  bool
  is_empty () const
  {
    return used == 0;
  }
  T &
  operator[] (unsigned i)
  {
    return rows[i];
  }
};

static bool
startswith (const char *text, const char *prefix)
{
  return strncmp (text, prefix, strlen (prefix)) == 0;
}

static char *
xstrndup (const char *text, size_t length)
{
  return strndup (text, length);
}

static const char *
lbasename (const char *path)
{
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

static const char *
ggc_strdup (const char *text)
{
  return text;
}

static const char *
concat (const char *a, const char *b, const char *)
{
  static char text[200];
  snprintf (text, sizeof text, "%s%s", a, b);
  return text;
}

static int errors;

static void
error (const char *, ...)
{
  errors++;
}

static const char *
gasp_signature (tree fn)
{
  return fn->signature;
}

static const char *
gasp_qualified_name (tree fn)
{
  return fn->signature;
}

static bool
gasp_read_lines (const char *, const char *,
		 bool (*) (char *, const char *, int))
{
  return true;
}

#include <filter.c>
#include "unit.h"

static bool
parse (const char *text)
{
  char line[200];
  snprintf (line, sizeof line, "%s", text);
  return parse_line (line, "rules", 1);
}

/* Whether a function called NAME, of FILE, is instrumented.  */
static bool
takes (const char *name, const char *file)
{
  struct function_decl fn = { name, name };
  bool included;
  return !gasp_filtered (&fn, file, &included);
}

static void
test_without_rules (void)
{
  rules.used = 0;
  CHECK (takes ("f", "a.c"));
}

/* Commas within brackets belong to the name.  */
static void
test_lists (void)
{
  rules.used = 0;
  CHECK (gasp_add_filter ("exclude-functions", "f,g(int, int),,h<a, b>,"));
  CHECK_NUMBER (rules.length (), 3);
  CHECK_TEXT (rules[0].glob, "f");
  CHECK_TEXT (rules[1].glob, "g(int, int)");
  CHECK_TEXT (rules[2].glob, "h<a, b>");
  CHECK (!rules[0].include && !rules[0].files);
  gasp_add_filter ("include-files", "a.c");
  CHECK (rules[3].include && rules[3].files);
  gasp_add_filter ("include-files", "");
  CHECK_NUMBER (rules.length (), 4);
}

static void
test_lines (void)
{
  rules.used = 0;
  errors = 0;
  CHECK (parse ("") && parse ("# a remark") && parse ("  \t\n")
	 && parse (" #"));
  CHECK_NUMBER (rules.length (), 0);
  CHECK (parse ("include function main\n"));
  CHECK (parse ("  exclude\tfile  dir/a b.c\r\n"));
  CHECK_NUMBER (rules.length (), 2);
  CHECK_TEXT (rules[0].glob, "main");
  CHECK_TEXT (rules[1].glob, "dir/a b.c");
  CHECK (rules[1].files && !rules[1].include);
  static const char *const wrong[] = { "include",
				       "include function",
				       "include functions f",
				       "omit function f",
				       "includefunction f",
				       "function f",
				       "include function   ",
				       "includeeeeeeeeeeeeeeee function f" };
  for (const char *line : wrong)
    CHECK (!parse (line));
  CHECK_NUMBER (errors, 8);
  CHECK_NUMBER (rules.length (), 2);
}

/* What is excluded is out, whatever includes it; where there are inclusions of
   a kind, the rest of that kind is out.  */
static void
test_what_is_taken (void)
{
  rules.used = 0;
  gasp_add_filter ("exclude-functions", "slow*");
  CHECK (takes ("f", "a.c"));
  CHECK (!takes ("slow_f", "a.c"));
  gasp_add_filter ("include-functions", "s*");
  CHECK (!takes ("f", "a.c"));
  CHECK (takes ("sort", "a.c"));
  CHECK (!takes ("slow_f", "a.c"));
  gasp_add_filter ("include-files", "b.c");
  CHECK (!takes ("sort", "a.c"));
  CHECK (takes ("sort", "dir/b.c"));
  CHECK (!takes ("f", "dir/b.c"));
}

static void
test_names_of_files (void)
{
  rules.used = 0;
  gasp_add_filter ("exclude-files", "dir/*.c");
  CHECK (!takes ("f", "dir/a.c"));
  CHECK (takes ("f", "other/a.c"));
  gasp_add_filter ("exclude-files", "a.c");
  CHECK (!takes ("f", "other/a.c"));
  CHECK (takes ("*f", "ba.c"));
}

UNIT (test_without_rules, test_lists, test_lines, test_what_is_taken,
      test_names_of_files);
