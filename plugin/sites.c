/* sites.c - probes become sites: NOPs, with entries elsewhere (site-records.c).

   SPDX-License-Identifier: GPL-3.0-or-later

   An emitted function, before and after:

     f:                           f:
                                    SITE (ENTER)
       test %edi, %edi              test %edi, %edi
       je   1f                      je   1f
                                    SITE (TAIL)
       jmp  g                       jmp  g
     1: ...                       1: ...
                                    SITE (LEAVE)
       ret                          ret
     2: ...  (a landing pad)      2: SITE (RESUME)
                                    ...

   A SITE is one NOP (target-*.c).  In source mode the sites are where the
   probes of functions.c have come to be after optimisation, as many times as
   code was copied; but the first of a function that was not inlined goes to
   its very entry, where the stack pointer identifies the frame, or to where
   that becomes the frame pointer, without optimisation: gasp-target.h.  In
   emitted mode the ends are there then, too.  */

#include "gasp-plugin.h"
#include "pass.h"
#include "site.h"

/* A probe in GIMPLE: "#gasp <kind> <description>".  Volatile, so that it
   stays in order with calls and other probes; nothing else is ordered by
   it.  */
static const char probe_mark[] = "#gasp ";

gimple *
gasp_build_probe (enum gasp_probe kind, const char *description,
		  location_t loc)
{
  char *text = xasprintf ("%s%d %s", probe_mark, kind, description);
  vec<tree, va_gc> *clobbers = NULL;
  vec_safe_push (clobbers,
		 build_tree_list (NULL_TREE,
				  build_string (strlen (gasp_probe_register),
						gasp_probe_register)));
  gasm *probe = gimple_build_asm_vec (ggc_strdup (text), NULL, NULL, clobbers,
				      NULL);
  free (text);
  gimple_asm_set_volatile (probe, true);
  gimple_asm_set_inline (probe, true);
  gimple_set_location (probe, loc);
  return probe;
}

/* Returns the ASM_OPERANDS of the probe that INSN is, or null.  */
static rtx
probe_of (rtx_insn *insn)
{
  if (!NONJUMP_INSN_P (insn))
    return NULL_RTX;
  rtx op = extract_asm_operands (PATTERN (insn));
  return (op && startswith (ASM_OPERANDS_TEMPLATE (op), probe_mark)
	  ? op : NULL_RTX);
}

bool
gasp_is_probe (rtx_insn *insn)
{
  return probe_of (insn) != NULL_RTX;
}

/* Returns whether the function of DESCRIPTION is one of the source.  */
static bool
is_source_mode (const char *description)
{
  unsigned flags;
  sscanf (description, "%*d %*d %*d %*d %u", &flags);
  return flags & GASP_GCC_SOURCE;
}

/* Returns the template of a site of KIND for the function that DESCRIPTION is
   of, which has FLAGS.  */
static const char *
site_text (const char *description, unsigned kind, unsigned flags = 0,
	   enum gasp_frame frame = GASP_FRAME)
{
  static unsigned count;
  pretty_printer text;
  unsigned site = count++;
  gasp_print_entry (&text, site, kind, description, flags);
  gasp_print_site (&text, site, frame);
  gasp_unit_needs_runtime = true;
  (is_source_mode (description) ? gasp_unit_has_source
   : gasp_unit_has_emitted) = true;
  return ggc_strdup (pp_formatted_text (&text));
}

static rtx
asm_of (const char *text)
{
  rtx op = gen_rtx_ASM_OPERANDS (VOIDmode, ggc_strdup (text), "", 0,
				 rtvec_alloc (0), rtvec_alloc (0),
				 rtvec_alloc (0), UNKNOWN_LOCATION);
  MEM_VOLATILE_P (op) = 1;
  return op;
}

void
gasp_emit_text_before (rtx_insn *insn, const char *text)
{
  emit_insn_before (asm_of (text), insn);
}

void
gasp_emit_text_behind (rtx_insn *insn, const char *text)
{
  emit_insn_after (asm_of (text), insn);
}

/* Returns the instruction that is a site, where FRAME is left.  */
static rtx
site_of (const char *description, unsigned kind, unsigned flags,
	 enum gasp_frame frame = GASP_FRAME)
{
  rtx op = asm_of (site_text (description, kind, flags, frame));
  return gasp_site_pattern (op, kind, flags & GASP_GCC_FREE);
}

/* Puts a site before INSN, where FRAME is left.  */
static void
emit_site_before (rtx_insn *insn, const char *description, unsigned kind,
		  unsigned flags, enum gasp_frame frame = GASP_FRAME)
{
  emit_insn_before (site_of (description, kind, flags, frame), insn);
}

static rtx_insn *
first_insn (void)
{
  rtx_insn *insn = get_insns ();
  while (insn && (NOTE_P (insn) || DEBUG_INSN_P (insn)
		  || gasp_must_come_first (insn)))
    insn = NEXT_INSN (insn);
  return insn;
}

/* By enum gasp_probe.  */
static const unsigned probe_sites[] = {
  GASP_SITE_ENTER_INLINED, GASP_SITE_LEAVE, GASP_SITE_RESUME
};

/* Gives the probe OP of INSN its text, in source mode.  *OWN is the
   description of the function that contains it, before that function's own
   first probe.  That is the first of its description, as it was the first
   statement; its site goes to FIRST.  The containing function has FLAGS.

   Where it is does not go with it: GCC would write that in a comment, as it
   stands in a #line directive, and a line feed in a file's name ends it.  */
static void
write_probe (rtx_insn *insn, rtx op, const char **own, rtx_insn *first,
	     unsigned flags)
{
  const char *text = ASM_OPERANDS_TEMPLATE (op) + strlen (probe_mark);
  unsigned kind = *text - '0';
  const char *description = text + 2;
  if (kind == PROBE_ENTER && *own && !strcmp (description, *own))
    {
      emit_site_before (gasp_entry_goes_before (first), description,
			GASP_SITE_ENTER, flags);
      delete_insn (insn);
      *own = NULL;
      return;
    }
  ASM_OPERANDS_TEMPLATE (op) = site_text (description, probe_sites[kind],
					  flags);
  ASM_OPERANDS_SOURCE_LOCATION (op) = UNKNOWN_LOCATION;
}

/* Returns whether the function being compiled calls nothing, as far as can be
   seen: an asm may.  */
static bool
is_leaf (void)
{
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (CALL_P (insn)
	|| (NONDEBUG_INSN_P (insn) && asm_noperands (PATTERN (insn)) >= 0))
      return false;
  return true;
}

/* Adds to LABELS where the function being compiled continues after its callees
   were left: its landing pads, and the targets of nonlocal gotos and
   __builtin_longjmp.  */
static void
find_resumed (hash_set<rtx_insn *> *labels)
{
  eh_landing_pad pad;
  unsigned i;
  for (rtx_insn_list *list = nonlocal_goto_handler_labels; list;
       list = list->next ())
    labels->add (list->insn ());
  if (vec<eh_landing_pad, va_gc> *pads = cfun->eh->lp_array)
    FOR_EACH_VEC_ELT (*pads, i, pad)
      if (pad && pad->landing_pad && LABEL_P (pad->landing_pad))
	labels->add (as_a <rtx_insn *> (pad->landing_pad));
}

/* Puts a site after INSN, in emitted mode, if the function of DESCRIPTION,
   which has FLAGS, continues there after its callees were left.  */
static void
write_resume (rtx_insn *insn, const char *description, unsigned flags,
	      hash_set<rtx_insn *> *labels)
{
  if (CALL_P (insn) ? !find_reg_note (insn, REG_SETJMP, NULL_RTX)
      : !LABEL_P (insn) || !labels->contains (insn))
    return;
  rtx_insn *last = insn;
  for (rtx_insn *next = NEXT_INSN (insn);
       next && (NOTE_P (next) || DEBUG_INSN_P (next)
		|| gasp_must_come_first (next));
       next = NEXT_INSN (next))
    if (gasp_must_come_first (next))
      last = next;
  emit_insn_after (site_of (description, GASP_SITE_RESUME, flags), last);
}

static bool
is_tail_call (rtx_insn *insn)
{
  return CALL_P (insn) && SIBLING_CALL_P (insn);
}

static bool
is_return (rtx_insn *insn)
{
  return JUMP_P (insn) && returnjump_p (insn);
}

/* Emits the site that belongs before INSN, in emitted mode, if any does.  INSN
   is in the function of DESCRIPTION, which has FLAGS.  IS_FRAMED: what
   goes_by_pointer returns for it.  */
static void
write_site (rtx_insn *insn, const char *description, unsigned flags,
	    bool is_framed)
{
  if (is_tail_call (insn))
    emit_site_before (insn, description, GASP_SITE_TAIL, flags, GASP_NO_FRAME);
  else if (is_return (insn) && is_framed)
    emit_site_before (gasp_pointer_is_taken_back (insn), description,
		      GASP_SITE_LEAVE, flags, GASP_FRAME_POINTER);
  else if (is_return (insn))
    emit_site_before (insn, description, GASP_SITE_LEAVE, flags, GASP_NO_FRAME);
}

/* Returns whether the sites at the entry and the ends of the function being
   compiled, in emitted mode, are where the frame pointer is there, which is the
   position of the frame then.  Debuggers want the first so.  It is not, if the
   function is left in other ways, or CONTINUES after its callees were left,
   where the stack may end there as well.  */
static bool
goes_by_pointer (rtx_insn *first, bool continues)
{
  rtx_insn *entry = gasp_entry_goes_before (first);
  if (!entry || entry == first
      || (continues && !reg_mentioned_p (stack_pointer_rtx, PATTERN (entry))))
    return false;
  for (rtx_insn *insn = entry; insn; insn = NEXT_INSN (insn))
    if (is_tail_call (insn)
	|| (is_return (insn) && !gasp_pointer_is_taken_back (insn)))
      return false;
  return true;
}

/* Returns whether FN is the body of a parallel region: no function of the
   source, though it has the attributes of the one that it was taken from.
   Only the name says so.  */
static bool
is_outlined (tree fn)
{
  return strstr (IDENTIFIER_POINTER (DECL_NAME (fn)), "._omp_fn") != NULL;
}

/* Returns whether FN is a part of a function that became one of its own.  */
static bool
is_part (tree fn)
{
  cgraph_node *node = cgraph_node::get (fn);
  return (node && node->split_part) || is_outlined (fn);
}

/* A function that only passes its arguments on has fewer instructions, without
   optimisation.  */
enum { FEW_INSTRUCTIONS = 40 };

/* Returns whether the function being compiled does little: it has no loop,
   and few instructions.  */
static bool
is_small (void)
{
  int count = 0;
  hash_set<rtx> labels;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    {
      if (LABEL_P (insn))
	labels.add (insn);
      else if (JUMP_P (insn) && JUMP_LABEL (insn)
	       && labels.contains (JUMP_LABEL (insn)))
	return false;
      count += NONDEBUG_INSN_P (insn);
    }
  return count < FEW_INSTRUCTIONS;
}

/* Returns whether FN is a library's, instantiated for the program, of a kind
   that there are too many of: what would be measured of them is mostly the
   measuring.  So is a part of any, since only the whole is seen to be little
   or not.  */
static bool
is_librarys_trifle (tree fn)
{
  if (!lookup_attribute (GASP_INSTANCE, DECL_ATTRIBUTES (fn)))
    return false;
  if (is_part (fn))
    return true;
  if (!is_small ())
    return false;
  gasp_functions_done--;
  gasp_left_out (fn, "it is small, of a template in a system header");
  return true;
}

/* Returns the description of the function that FUN is, or is a part of, if it
   is instrumented.  */
static const char *
description_of (function *fun)
{
  tree mark = lookup_attribute (GASP_FUNCTION, DECL_ATTRIBUTES (fun->decl));
  if (!mark || is_librarys_trifle (fun->decl))
    return NULL;
  return TREE_STRING_POINTER (TREE_VALUE (TREE_VALUE (mark)));
}

/* Returns the flags of the sites of the function being compiled.  */
static unsigned
flags_of_sites (bool emitted)
{
  unsigned flags = gasp_registers_are_few () ? GASP_GCC_FEW : 0;
  if (emitted && gasp_registers_are_free ())
    flags |= GASP_GCC_FREE;
  if (emitted && is_leaf ())
    flags |= GASP_GCC_LEAF;
  return flags;
}

/* Writes the sites of the function being compiled, which is, or is a part of,
   that of DESCRIPTION, if it is instrumented.  A part has no calls of its
   own.  Where tail recursion has become a loop, the loop begins with a label,
   and sites after it are passed in each iteration.  */
static void
write_sites (const char *description)
{
  bool resumes = (description && !is_source_mode (description)
		  && !crtl->calls_eh_return);
  const char *own = is_part (current_function_decl) ? NULL : description;
  bool emitted = own && resumes;
  unsigned flags = flags_of_sites (emitted);
  rtx_insn *first = first_insn (), *next;
  const char *pending = own;
  hash_set<rtx_insn *> resumed;
  if (resumes)
    find_resumed (&resumed);
  gasp_begin_entries ();
  if (first && flags & GASP_GCC_FEW)
    gasp_tell_registers_are_few (first);
  bool continues = !resumed.is_empty () || cfun->calls_setjmp;
  bool is_framed = emitted && first && goes_by_pointer (first, continues);
  if (is_framed)
    flags &= ~(GASP_GCC_LEAF | (crtl->drap_reg ? GASP_GCC_FREE : 0));
  if (emitted && first)
    emit_site_before (is_framed ? gasp_entry_goes_before (first) : first, own,
		      GASP_SITE_ENTER, flags);
  for (rtx_insn *insn = first; insn; insn = next)
    {
      next = NEXT_INSN (insn);
      if (LABEL_P (insn))
	pending = NULL;
      else if (NOTE_P (insn)
	       && NOTE_KIND (insn) == NOTE_INSN_SWITCH_TEXT_SECTIONS)
	gasp_begin_other_part ();
      else if (rtx op = probe_of (insn))
	write_probe (insn, op, &pending, first, flags);
      else if (emitted)
	write_site (insn, own, flags, is_framed);
      if (resumes)
	write_resume (insn, description, flags, &resumed);
      if (gasp_patches_calls)
	gasp_write_call_site (insn);
      gasp_write_call_place (insn);
    }
}

static void
execute (function *fun)
{
  write_sites (description_of (fun));
}

GASP_PASS (gasp_make_sites, rtl_opt_pass, RTL_PASS,
	   "gasp_sites", 0, gasp_each_function, execute)
