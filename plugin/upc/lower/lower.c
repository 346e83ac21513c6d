/* lower.c - the pass that turns shared references into C.

   SPDX-License-Identifier: GPL-3.0-or-later

     shared int x, *p;
     x = *p + 1;          _1 = __upc_local_phaseless ((ulong) p);
			  _2 = __upc_symbol (&x);
			  _3 = __upc_local_phaseless (_2);
			  *(int *) _3 = *(int *) _1 + 1;

   Statement by statement, in high GIMPLE: there every reference to memory is an
   operand, and no pass has yet reasoned about any.  The address is computed by
   address.c, what is done there by access.c.  verify.c sees that nothing is
   left.  */

#include "upc/upc-plugin.h"
#include "pass.h"

/* Returns the replacement for REF, which is read: computed where it stands,
   not where the statement does that it has become a part of.  */
static tree
read_at_its_place (tree ref)
{
  location_t outer = upc_work.loc;
  if (EXPR_HAS_LOCATION (ref))
    upc_work.loc = EXPR_LOCATION (ref);
  tree value = upc_read (ref);
  upc_work.loc = outer;
  return value;
}

/* ---- Assignments  */

/* Converts the pointer-to-shared P to a pointer-to-local.  If P is the address
   of a part of an object, GCC is shown which object, and that the address is
   not null.  By itself that would let GCC compute sizes from the distance to
   the proxy.  */
static tree
local_pointer (tree p)
{
  tree object = upc_objects_measured_p () ? NULL_TREE : upc_object_at (p);
  tree proxy = object ? build_fold_addr_expr (upc_proxy (object)) : NULL_TREE;
  if (object && upc_own_part_at_p (p))
    return upc_call (UPC_LOCAL_OWN, ptr_type_node, 1, proxy);
  tree value = upc_pointer_value (p);
  upc_check_cast (p);
  if (!object)
    return upc_call (UPC_LOCAL_OR_NULL, ptr_type_node, 1, value);
  if (upc_may_have_phase_p (TREE_TYPE (p)))
    value = upc_call (UPC_OFFSET, upc_bits_type (), 1, value);
  return upc_call (UPC_LOCAL_NAMED, ptr_type_node, 2, value, proxy);
}

/* Returns the value of what STMT computes from pointers-to-shared; null if it
   computes nothing of the kind.  */
static tree
pointer_result (gassign *stmt)
{
  enum tree_code code = gimple_assign_rhs_code (stmt);
  tree to = TREE_TYPE (gimple_assign_lhs (stmt));
  tree a = gimple_assign_rhs1 (stmt), b = gimple_assign_rhs2 (stmt);
  tree from = TREE_TYPE (a);
  if (upc_pointer_p (from) && upc_pointer_p (to))
    upc_note_pointer (gimple_assign_lhs (stmt), a, code == POINTER_PLUS_EXPR);
  if (code == POINTER_PLUS_EXPR && upc_pointer_p (to))
    return upc_move_for (gimple_assign_lhs (stmt), upc_pointer_value (a), b);
  if (code == POINTER_DIFF_EXPR && upc_pointer_p (from))
    return upc_subtract (a, b, from);
  bool conversion = (CONVERT_EXPR_CODE_P (code)
		     || code == ADDR_SPACE_CONVERT_EXPR);
  if (!conversion || !POINTER_TYPE_P (from) || !POINTER_TYPE_P (to))
    return NULL_TREE;
  if (upc_pointer_p (from))
    return upc_pointer_p (to) ? upc_convert (a, to) : local_pointer (a);
  /* An error has been given for any but null.  */
  return upc_pointer_p (to) ? build_zero_cst (upc_bits_type ()) : NULL_TREE;
}

/* Replaces the pointers-to-shared *A and *B by what is compared by CODE
   instead.  */
static void
lower_comparison (enum tree_code code, tree *a, tree *b)
{
  if (code == EQ_EXPR || code == NE_EXPR)
    {
      bool null = integer_zerop (*a) || integer_zerop (*b);
      tree x = null ? upc_pointer_value (*a) : upc_comparable (*a);
      *b = null ? upc_pointer_value (*b) : upc_comparable (*b);
      *a = x;
      return;
    }
  *a = upc_subtract (*a, *b, TREE_TYPE (*a));
  *b = build_zero_cst (long_integer_type_node);
}

static bool
compares_pointers_p (enum tree_code code, tree a, tree b)
{
  return (TREE_CODE_CLASS (code) == tcc_comparison
	  && (upc_pointer_p (TREE_TYPE (a)) || upc_pointer_p (TREE_TYPE (b))));
}

/* Makes VALUE the right side of STMT.  */
static void
set_value (gassign *stmt, tree value)
{
  value = upc_value (fold_convert (TREE_TYPE (gimple_assign_lhs (stmt)),
				   value));
  gimple_assign_set_rhs_from_tree (upc_work.gsi, value);
}

/* Lowers STMT, which assigns an existing value, perhaps of a pointer to an
   array to a pointer to its elements, which are the same until there are no
   spaces.  */
static void
lower_copy (gassign *stmt)
{
  tree value = gimple_assign_rhs1 (stmt), other = upc_operand (value);
  if (value == other)
    return;
  upc_note_pointer (gimple_assign_lhs (stmt), value, false);
  set_value (stmt, other);
}

static void
lower_computation (gassign *stmt)
{
  enum tree_code code = gimple_assign_rhs_code (stmt);
  tree a = gimple_assign_rhs1 (stmt), b = gimple_assign_rhs2 (stmt);
  if (b && compares_pointers_p (code, a, b))
    {
      lower_comparison (code, &a, &b);
      gimple_assign_set_rhs_with_ops (upc_work.gsi, code, a, b);
    }
  else if (tree value = pointer_result (stmt))
    set_value (stmt, value);
  else if (gimple_assign_single_p (stmt))
    lower_copy (stmt);
  else
    for (unsigned i = 1; i < gimple_num_ops (stmt); i++)
      if (gimple_op (stmt, i))
	gimple_set_op (stmt, i, upc_operand (gimple_op (stmt, i)));
}

/* Returns whether STMT does nothing but compute a value in a register from
   others.  */
static bool
computes_value_p (gimple *stmt)
{
  tree to = is_gimple_assign (stmt) ? gimple_assign_lhs (stmt) : NULL_TREE;
  if (is_gimple_debug (stmt) || gimple_code (stmt) == GIMPLE_NOP)
    return true;
  if (!to || !is_gimple_reg (to) || gimple_has_volatile_ops (stmt))
    return false;
  for (unsigned i = 1; i < gimple_num_ops (stmt); i++)
    if (upc_shared_reference_p (gimple_op (stmt, i)))
      return false;
  return true;
}

static tree
find_operand (tree *where, int *, void *what)
{
  return *where == what ? *where : NULL_TREE;
}

/* Returns the statement soon after the current one that writes REF, which that
   reads, as in REF += x, in the same line; or null.  */
static gimple *
find_update (tree ref)
{
  enum { SOON = 8 };
  gimple_stmt_iterator at = *upc_work.gsi;
  int line = gimple_lineno (gsi_stmt (at));
  for (int i = 0; i < SOON; i++)
    {
      gsi_next (&at);
      gimple *stmt = gsi_end_p (at) ? NULL : gsi_stmt (at);
      if (stmt && gimple_assign_single_p (stmt)
	  && gimple_lineno (stmt) == line
	  && operand_equal_p (gimple_assign_lhs (stmt), ref, 0))
	return upc_shared_reference_p (gimple_assign_rhs1 (stmt)) ? NULL : stmt;
      if (!stmt || !computes_value_p (stmt))
	return NULL;
      tree to = gimple_get_lhs (stmt);
      if (to && walk_tree (&ref, find_operand, to, NULL))
	return NULL;
    }
  return NULL;
}

/* Has the accesses of STMT, from FROM or to TO, checked: once, if what is read
   is written right after.  */
static void
check_assignment (gimple *stmt, tree from, tree to)
{
  if (from)
    {
      gimple *update = upc_work.checked ? find_update (from) : NULL;
      if (update)
	upc_work.updated = update;
      upc_check_read (from, update);
    }
  if (to && stmt != upc_work.updated)
    upc_check_write (to, false);
}

static void
lower_assignment (gassign *stmt)
{
  tree from = gimple_assign_rhs1 (stmt), to = gimple_assign_lhs (stmt);
  bool reads = (gimple_assign_single_p (stmt)
		&& upc_shared_reference_p (from));
  bool writes = upc_shared_reference_p (to);
  if (gimple_clobber_p (stmt))
    return;
  check_assignment (stmt, reads ? from : NULL_TREE, writes ? to : NULL_TREE);
  if (reads && writes && upc_copy (stmt))
    {
      gsi_replace (upc_work.gsi, gimple_build_nop (), false);
      return;
    }
  if (reads)
    gimple_assign_set_rhs1 (stmt, read_at_its_place (from));
  else if (gimple_assign_single_p (stmt)
	   && TREE_CODE (from) == CONSTRUCTOR)
    {
      for (unsigned i = 0; i < CONSTRUCTOR_NELTS (from); i++)
	CONSTRUCTOR_ELT (from, i)->value
	  = upc_operand (CONSTRUCTOR_ELT (from, i)->value);
    }
  else
    lower_computation (stmt);
  if (writes)
    gimple_assign_set_lhs (as_a <gassign *> (gsi_stmt (*upc_work.gsi)),
			   upc_write (to));
}

/* ---- Other statements  */

static void
lower_condition (gcond *stmt)
{
  tree a = gimple_cond_lhs (stmt), b = gimple_cond_rhs (stmt);
  if (!compares_pointers_p (gimple_cond_code (stmt), a, b))
    return;
  lower_comparison (gimple_cond_code (stmt), &a, &b);
  gimple_cond_set_lhs (stmt, a);
  gimple_cond_set_rhs (stmt, b);
}

/* Returns what replaces ARG, an operand that is a value, or an object that is
   read.  */
static tree
lower_argument (tree arg)
{
  if (upc_shared_reference_p (arg))
    upc_check_read (arg, false);
  return (upc_shared_reference_p (arg) ? read_at_its_place (arg)
	  : upc_operand (arg));
}

/* Functions that <upc.h> declares, and what computes the same in line.  */
static const struct
{
  const char *name;
  enum upc_function inlined;
} inlined[] = {
  { "upc_threadof", UPC_THREADOF },
  { "upc_phaseof", UPC_PHASEOF },
  { "upc_addrfield", UPC_ADDRFIELD },
};

static void
use_inlined (gcall *stmt)
{
  tree fn = gimple_call_fndecl (stmt);
  if (!fn || !DECL_EXTERNAL (fn) || gimple_call_num_args (stmt) != 1)
    return;
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fn));
  for (size_t i = 0; i < ARRAY_SIZE (inlined); i++)
    if (!strcmp (name, inlined[i].name)
	&& upc_pointer_p (TREE_TYPE (gimple_call_arg (stmt, 0))))
      if (tree other = upc_function (inlined[i].inlined, upc_work.loc))
	{
	  gimple_call_set_arg (stmt, 0,
			       upc_pointer_value (gimple_call_arg (stmt, 0)));
	  gimple_call_set_fndecl (stmt, other);
	  gimple_call_set_fntype (stmt, TREE_TYPE (other));
	  return;
	}
}

/* Raises the event where a profiled upc_forall begins or ends.  */
static void
announce_forall (gcall *stmt)
{
  tree fn = gimple_call_fndecl (stmt);
  bool enter = upc_function_p (fn, UPC_FORALL_ENTER);
  if (!upc_work.profiled || (!enter && !upc_function_p (fn, UPC_FORALL_LEAVE))
      || !gasp_event_wanted ("GASP_UPC_FORALL"))
    return;
  auto_vec<tree> args;
  upc_push_place (&args);
  upc_emit (enter ? UPC_FORALL_START : UPC_FORALL_END, !enter, args);
}

static void
lower_call (gcall *stmt)
{
  for (unsigned i = 0; i < gimple_call_num_args (stmt); i++)
    {
      tree arg = gimple_call_arg (stmt, i), other = lower_argument (arg);
      if (arg != other)
	gimple_call_set_arg (stmt, i, other);
    }
  announce_forall (stmt);
  tree to = gimple_call_lhs (stmt);
  if (to && upc_shared_reference_p (to))
    upc_check_write (to, true);
  if (to && upc_shared_reference_p (to))
    gimple_call_set_lhs (stmt, upc_write (to));
  use_inlined (stmt);
}

static void
lower_return (greturn *stmt)
{
  if (tree value = gimple_return_retval (stmt))
    gimple_return_set_retval (stmt, lower_argument (value));
}

/* Lowers an operand of asm: assembler text needs an address.  */
static void
lower_asm_operand (tree operand)
{
  tree value = TREE_VALUE (operand);
  if (!upc_shared_reference_p (value))
    TREE_VALUE (operand) = upc_operand (value);
  else if (!upc_options.distant)
    TREE_VALUE (operand) = upc_in_place (value);
}

static void
lower_asm (gasm *stmt)
{
  for (unsigned i = 0; i < gimple_asm_noutputs (stmt); i++)
    lower_asm_operand (gimple_asm_output_op (stmt, i));
  for (unsigned i = 0; i < gimple_asm_ninputs (stmt); i++)
    lower_asm_operand (gimple_asm_input_op (stmt, i));
}

/* Lowers #pragma omp atomic, which needs an address.  */
static void
lower_atomic (gomp_atomic_load *stmt)
{
  tree address = gimple_omp_atomic_load_rhs (stmt);
  if (!upc_pointer_p (TREE_TYPE (address)))
    return;
  if (upc_options.distant)
    sorry_at (upc_work.loc,
	      "UPC: %<#pragma omp atomic%> on a shared object, by "
	      "%<--conduit=loopback%>; see %<upc_atomic.h%>");
  tree type = upc_private_type (TREE_TYPE (TREE_TYPE (address)));
  gimple_omp_atomic_load_set_rhs
    (stmt, upc_call (UPC_LOCAL, build_pointer_type (type), 1,
		     upc_pointer_value (address)));
}

static void
lower_statement (gimple *stmt)
{
  switch (gimple_code (stmt))
    {
    case GIMPLE_ASSIGN: lower_assignment (as_a <gassign *> (stmt)); break;
    case GIMPLE_COND: lower_condition (as_a <gcond *> (stmt)); break;
    case GIMPLE_CALL: lower_call (as_a <gcall *> (stmt)); break;
    case GIMPLE_RETURN: lower_return (as_a <greturn *> (stmt)); break;
    case GIMPLE_ASM: lower_asm (as_a <gasm *> (stmt)); break;
    case GIMPLE_OMP_ATOMIC_LOAD:
      lower_atomic (as_a <gomp_atomic_load *> (stmt));
      break;
    default: break;
    }
}

/* ---- The walk  */

static tree visit (gimple_stmt_iterator *gsi, bool *handled,
		   struct walk_stmt_info *wi);

static void
walk (gimple_seq *seq)
{
  struct walk_stmt_info wi;
  memset (&wi, 0, sizeof wi);
  walk_gimple_seq_mod (seq, visit, NULL, &wi);
}

/* Temporaries are declared in the innermost block: in an OpenMP region, each
   thread has its own.  */
static void
walk_bind (gbind *bind)
{
  gbind *outer = upc_work.bind;
  upc_work.bind = bind;
  walk (gimple_bind_body_ptr (bind));
  upc_work.bind = outer;
}

/* Walks REGION, one of #pragma pupc's; regions.c removes it later.  */
static void
walk_region (gtry *region, bool on)
{
  bool outer = upc_work.profiled;
  upc_work.profiled = on && gasp_options.instrument;
  walk (gimple_try_eval_ptr (region));
  upc_work.profiled = outer;
}

static tree
visit (gimple_stmt_iterator *gsi, bool *handled, struct walk_stmt_info *)
{
  gimple *stmt = gsi_stmt (*gsi);
  int region = gasp_region (stmt);
  *handled = true;
  if (gbind *bind = dyn_cast <gbind *> (stmt))
    walk_bind (bind);
  else if (region >= 0)
    walk_region (as_a <gtry *> (stmt), region);
  else if (gimple_has_substatements (stmt))
    *handled = false;
  else
    {
      upc_work.gsi = gsi;
      if (gimple_has_location (stmt))
	upc_work.loc = gimple_location (stmt);
      upc_work.strict_read = upc_work.strict_write = false;
      push_gimplify_context (false, false);
      lower_statement (stmt);
      upc_fence_around ();
      pop_gimplify_context (upc_work.bind);
    }
  return NULL_TREE;
}

/* Empties FN, which cannot be compiled: nothing that is left of it may confuse
   GCC.  */
static void
give_up (tree fn)
{
  gimple_set_body (fn, NULL);
  gbind *bind = gimple_build_bind (NULL_TREE, NULL, DECL_INITIAL (fn));
  gimple_set_body (fn, bind);
}

static void
execute (function *fun)
{
  tree fn = fun->decl;
  bool included;
  memset (&upc_work, 0, sizeof upc_work);
  upc_work.loc = DECL_SOURCE_LOCATION (fn);
  upc_work.profiled = (gasp_options.instrument && !DECL_ARTIFICIAL (fn)
		       && !gasp_why_excluded (fn, &included));
  upc_work.checked = upc_options.check && !DECL_ARTIFICIAL (fn);
  gimple_seq body = gimple_body (fn);
  walk (&body);
  gimple_set_body (fn, body);
  upc_forget_moves ();
  upc_forget_pointers ();
  if (!upc_verify (body))
    give_up (fn);
}

GASP_PASS (upc_make_lower, gimple_opt_pass, GIMPLE_PASS,
	   "gasp_upc", PROP_gimple_any, gasp_each_function, execute)
