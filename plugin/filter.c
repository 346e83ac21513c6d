/* filter.c - rules for which functions and files are instrumented.

   SPDX-License-Identifier: GPL-3.0-or-later

   A rule includes or excludes functions or source files by a glob pattern.
   Functions match by signature, by qualified name or by assembler name.
   What is excluded is out.  Where there are inclusions of a kind, the rest
   of that kind is out.

   Only the whole program knows whether an inclusion has included anything.  So
   each unit has the inclusions in a section that is not loaded, with the sign
   of whether they have matched there; the linker keeps one of each, and gasp
   run and gasp report look at what has come of them
   (report/base/object/inspect.c).  */

#include "gasp-plugin.h"
#include "site.h"
#include <fnmatch.h>

struct rule
{
  bool include;
  bool files;
  char *glob;
  bool met;			/* in this unit */
};

static vec<rule> rules;

static void
add_rule (bool include, bool files, const char *glob, size_t length)
{
  struct rule rule = { include, files, xstrndup (glob, length), false };
  if (length)
    rules.safe_push (rule);
}

/* Adds rules for GLOBS, which are separated by commas outside of parentheses
   and angle brackets.  KIND is include-functions, exclude-files, ...  */
bool
gasp_add_filter (const char *kind, const char *globs)
{
  bool include = startswith (kind, "include");
  bool files = strstr (kind, "file") != NULL;
  int depth = 0;
  const char *start = globs;
  for (const char *p = globs;; p++)
    {
      depth += (*p && strchr ("(<", *p)) - (*p && strchr (")>", *p));
      if (*p && (*p != ',' || depth > 0))
	continue;
      add_rule (include, files, start, p - start);
      if (!*p)
	return true;
      start = p + 1;
    }
}

/* Adds the rule in LINE, "include|exclude function|file GLOB"; the glob goes
   to its end.  */
static bool
parse_line (char *line, const char *file, int number)
{
  line += strspn (line, " \t");
  line[strcspn (line, "\r\n")] = '\0';
  if (!*line || *line == '#')
    return true;
  char verb[16], kind[16];
  int at = 0;
  if (sscanf (line, "%15s %15s %n", verb, kind, &at) == 2 && line[at]
      && (!strcmp (verb, "include") || !strcmp (verb, "exclude"))
      && (!strcmp (kind, "function") || !strcmp (kind, "file")))
    {
      add_rule (*verb == 'i', !strcmp (kind, "file"), line + at,
		strlen (line + at));
      return true;
    }
  error ("%s:%d: %qs is not a rule; one is %<include|exclude function|file "
	 "GLOB%>", file, number, line);
  return false;
}

bool
gasp_read_filter (const char *file)
{
  return gasp_read_lines (file, "filter file", parse_line);
}

static bool
matches (const struct rule *rule, tree fn, const char *signature,
	 const char *file)
{
  if (rule->files)
    return (fnmatch (rule->glob, file, 0) == 0
	    || fnmatch (rule->glob, lbasename (file), 0) == 0);
  const char *asm_name
    = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fn));
  return (fnmatch (rule->glob, gasp_qualified_name (fn), 0) == 0
	  || fnmatch (rule->glob, signature, 0) == 0
	  || fnmatch (rule->glob, asm_name + (*asm_name == '*'), 0) == 0);
}

const char *
gasp_filtered (tree fn, const char *file, bool *included)
{
  const char *signature = rules.is_empty () ? NULL : gasp_signature (fn);
  bool asked[2] = { false, false }, met[2] = { false, false };
  *included = false;
  for (unsigned i = 0; i < rules.length (); i++)
    {
      struct rule *rule = &rules[i];
      bool match = matches (rule, fn, signature, file);
      rule->met |= match;
      if (match && !rule->include)
	return ggc_strdup (ACONCAT (("excluded by the filter ", rule->glob,
				     NULL)));
      asked[rule->files] |= rule->include;
      met[rule->files] |= rule->include && match;
    }
  *included = met[false] || met[true];
  if ((asked[false] && !met[false]) || (asked[true] && !met[true]))
    return "not included by the filter";
  return NULL;
}

/* Prints GLOB as it stands in .string "...".  */
static void
print_glob (FILE *file, const char *glob)
{
  for (const unsigned char *p = (const unsigned char *) glob; *p; p++)
    if (*p == '"' || *p == '\\' || *p < ' ' || *p >= 127)
      fprintf (file, "\\%03o", *p);
    else
      putc (*p, file);
}

/* Writes the including rules and whether they matched into a section of the
   object.  Not with link-time optimisation, where the code written here is not
   the code that is linked.  */
void
gasp_print_inclusions (FILE *file)
{
  if (in_lto_p || flag_generate_lto)
    return;
  for (unsigned i = 0; i < rules.length (); i++)
    if (rules[i].include)
      {
	fprintf (file,
		 "\t.pushsection\t" GASP_INCLUSIONS ",\"MS\",@progbits,1\n"
		 "\t.string\t\"%c%c",
		 rules[i].met ? GASP_INCLUSION_MET : GASP_INCLUSION_UNMET,
		 rules[i].files ? GASP_INCLUSION_FILES
				: GASP_INCLUSION_FUNCTIONS);
	print_glob (file, rules[i].glob);
	fprintf (file, "\"\n\t.popsection\n");
      }
}
