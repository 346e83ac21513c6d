/* call-sites.c - allocation calls that stay what they are until there is a
   tool.

   SPDX-License-Identifier: GPL-3.0-or-later

     call malloc                  SITE: call malloc

   Where the processor lets libgasp put another call in a call's place,
   calls.c need not rewrite it: no argument is added, and with no tool the
   program's own call is all there is.  What libgasp has to know is in an
   entry beside the code (shared/site.h).

   Between calls.c, on GIMPLE, and this, on finished instructions, the call is
   one of a function of its own, whose name nobody can spell and whose
   attribute identifies the call: so no pass makes one call of two that stand at
   different places, or knows what malloc does.  */

#include "call-table.h"		/* first: GCC's headers forbid its words */
#include "gasp-plugin.h"
#include "site.h"

/* The attribute: a list of the function called, the row of the table, line,
   column and file of the call.  */
static const char site_mark[] = "gasp call site";

/* Returns whether the arguments that WHAT adds to a call are passed in
   registers, so that the call does not notice them.  */
static bool
fits_registers (const struct gasp_call *what)
{
  size_t count = strlen (what->args) + 3;
  return count + (what->how == NEW || what->how == DELETE) <= 6;
}

/* Returns whether a call of FN, which is WHAT, can be left as it is.  */
bool
gasp_call_can_stay (tree fn, const struct gasp_call *what)
{
  return (what->how <= DELETE && fits_registers (what)
	  && gasp_can_patch_call (fn));
}

/* Records in SITE the call that is made through it instead of FN.  */
void
gasp_describe_call_site (tree site, tree fn, const struct gasp_call *what,
			 expanded_location x)
{
  const char *file = x.file ? remap_macro_filename (x.file) : "";
  tree facts = build_tree_list (NULL_TREE, build_string (strlen (file) + 1,
							 file));
  const int numbers[] = { x.column, x.line, (int) (what - gasp_calls) };
  for (int number : numbers)
    facts = tree_cons (NULL_TREE, build_int_cst (integer_type_node, number),
		       facts);
  facts = tree_cons (NULL_TREE, fn, facts);
  DECL_ATTRIBUTES (site) = tree_cons (get_identifier (site_mark), facts,
				      NULL_TREE);
}

/* Returns a name that no call has had.  */
const char *
gasp_call_site_name (void)
{
  static unsigned count;
  char name[32];
  snprintf (name, sizeof name, "gasp call %u", count++);
  return ggc_strdup (name);
}

static tree
next_fact (tree *facts)
{
  tree fact = TREE_VALUE (*facts);
  *facts = TREE_CHAIN (*facts);
  return fact;
}

/* Returns where in INSN the called function is, if that is a symbol; else
   null.  */
static rtx *
called_symbol (rtx_insn *insn)
{
  rtx call = CALL_P (insn) ? get_call_rtx_from (insn) : NULL_RTX;
  if (!call || !MEM_P (XEXP (call, 0)))
    return NULL;
  rtx *address = &XEXP (XEXP (call, 0), 0);
  return GET_CODE (*address) == SYMBOL_REF ? address : NULL;
}

/* Makes the symbol at WHERE in INSN FN's own.  */
static void
restore_callee (rtx_insn *insn, rtx *where, tree fn)
{
  rtx symbol = XEXP (DECL_RTL (fn), 0);
  if (rtx note = find_reg_note (insn, REG_CALL_DECL, NULL_RTX))
    if (XEXP (note, 0) == *where)
      XEXP (note, 0) = symbol;
  *where = symbol;
  assemble_external (fn);
}

/* Writes the text of SITE, without the part that depends on the processor.  */
static void
print_entry (pretty_printer *text, unsigned site, tree facts)
{
  const struct gasp_call *what
    = &gasp_calls[tree_to_shwi (next_fact (&facts))];
  int line = tree_to_shwi (next_fact (&facts));
  int column = tree_to_shwi (next_fact (&facts));
  const char *file = TREE_STRING_POINTER (next_fact (&facts));
  bool takes_operator = what->how == NEW || what->how == DELETE;
  unsigned label = *file ? gasp_string_label (text, gasp_escape (file)) : 0;
  char *place = xasprintf (".LGSPc%u", site);
  pp_printf (text, ".pushsection gasp_calls,\"a?o\",@progbits,%s\n\t"
	     ".p2align 2\n\t.long %s-.\n\t", gasp_link (place), place);
  free (place);
  gasp_print_offset (text, what->variant);
  if (*file)
    pp_printf (text, ".long .LGSPs%u-., %d\n\t", label, line);
  else
    pp_printf (text, ".long 0, %d\n\t", line);
  pp_printf (text, ".2byte %d\n\t.byte %d, %d\n\t.popsection\n\t",
	     gasp_short_column (column), (int) strlen (what->args),
	     takes_operator);
}

static void
write_site (rtx_insn *insn, rtx *where, tree facts)
{
  static unsigned count;
  pretty_printer text;
  unsigned site = count++;
  restore_callee (insn, where, next_fact (&facts));
  print_entry (&text, site, facts);
  gasp_print_call_start (&text, site);
  gasp_emit_text_before (insn, pp_formatted_text (&text));
}

void
gasp_write_call_site (rtx_insn *insn)
{
  if (rtx *where = called_symbol (insn))
    if (tree fn = SYMBOL_REF_DECL (*where))
      if (tree mark = lookup_attribute (site_mark, DECL_ATTRIBUTES (fn)))
	write_site (insn, where, TREE_VALUE (mark));
}
