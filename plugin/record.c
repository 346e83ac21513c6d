/* record.c - the static facts of a function, as text.

   SPDX-License-Identifier: GPL-3.0-or-later

   Early passes know the facts, late ones write them out, perhaps in another
   process (-flto): so they travel in the IR, as one line.  sites.c turns it
   into a struct gasp_gcc_function.  */

#include "gasp-plugin.h"
#include "gasp_gcc.h"

/* Returns whether asm templates give C a meaning.  */
static bool
special_in_template (char c)
{
#ifdef ASSEMBLER_DIALECT
  return c == '%' || c == '{' || c == '|' || c == '}';
#else
  return c == '%';
#endif
}

char *
gasp_escape (const char *string)
{
  pretty_printer text;
  for (const unsigned char *p = (const unsigned char *) string; *p; p++)
    {
      char octal[8];
      if (special_in_template (*p))
	pp_character (&text, '%');
      if (*p == '"' || *p == '\\' || *p < ' ' || *p >= 127)
	{
	  snprintf (octal, sizeof octal, "\\%03o", *p);
	  pp_string (&text, octal);
	}
      else
	pp_character (&text, *p);
    }
  return xstrdup (pp_formatted_text (&text));
}

/* Returns the column of X.  gfortran counts some from 0.  */
static int
column_of (expanded_location x)
{
  return x.line && !x.column ? 1 : x.column;
}

const char *
gasp_describe (struct function *fun)
{
  tree fn = fun->decl;
  /* A coroutine's actor has no place in the source, but the coroutine.  */
  if (tree coroutine = gasp_coroutine_of (fn))
    fun = DECL_STRUCT_FUNCTION (coroutine);
  expanded_location start = expand_location (DECL_SOURCE_LOCATION (fun->decl));
  expanded_location end = expand_location (fun->function_end_locus);
  /* Some front ends do not know it, nor what imports a module in GCC 12.  */
  if (end.line <= 0 || !end.file)
    end = expand_location (DECL_SOURCE_LOCATION (fun->decl));
  unsigned flags
    = gasp_options.functions == FUNCTIONS_SOURCE ? GASP_GCC_SOURCE : 0;
  char *file
    = gasp_escape (start.file ? remap_macro_filename (start.file) : "");
  char *sig = gasp_escape (gasp_signature (fn));
  char *text = xasprintf ("%d %d %d %d %u\t%s\t%s", start.line,
			  column_of (start), end.line, column_of (end), flags,
			  file, sig);
  const char *result = ggc_strdup (text);
  free (file);
  free (sig);
  free (text);
  return result;
}
