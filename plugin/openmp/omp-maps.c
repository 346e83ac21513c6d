/* omp-maps.c - report to the runtime what map clauses name.

   SPDX-License-Identifier: GPL-3.0-or-later

   libgomp gets addresses.  Their names are reported right before a construct:

     #pragma omp target map (to: p[0:n])     if (__gasp_omp_active)
       ...                                     __gasp_omp_map (p, n * 8, "p");
					     #pragma omp target map (to: p[0:n])
					       ...

   Not those of variables that may be in a register: they are small, and libgomp
   copies small ones together.  */

#include "gasp-plugin.h"
#include "openmp/omp.h"
#include "gomp-constants.h"
#include "gimplify-me.h"

/* The most statements through which an address is followed.  */
enum { STEPS_MOST = 24 };

/* The search for a name, from the construct at GSI on.  */
struct search
{
  gimple_stmt_iterator gsi;
  int steps;
};

static tree name_of (tree t, struct search *search);

/* Returns the name of DECL; without a number, if it is GCC's copy of a
   variable: "p.1".  */
static tree
name_of_decl (tree decl)
{
  tree name = DECL_NAME (decl);
  if (!name || !DECL_ARTIFICIAL (decl))
    return name;
  const char *text = IDENTIFIER_POINTER (name);
  size_t length = strcspn (text, ".");
  bool is_copy = length && text[length] && !startswith (text, "parm.")
		 && !startswith (text, "atmp.");
  return is_copy ? get_identifier_with_length (text, length) : NULL_TREE;
}

/* Returns whether FIELD is where an array of Fortran's says that its data
   is.  */
static bool
is_of_descriptor (tree field)
{
  tree next = DECL_CHAIN (field);
  return id_equal (DECL_NAME (field), "data") && next && DECL_NAME (next)
	 && id_equal (DECL_NAME (next), "offset");
}

/* Returns the name of what the statement before the construct that sets T, of a
   temporary descriptor, sets it to.  */
static tree
name_of_set (tree t, struct search *search)
{
  gimple_stmt_iterator gsi = search->gsi;
  for (gsi_prev (&gsi); !gsi_end_p (gsi); gsi_prev (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (is_gimple_assign (stmt)
	  && operand_equal_p (gimple_assign_lhs (stmt), t, 0))
	return name_of (gimple_assign_rhs1 (stmt), search);
    }
  return NULL_TREE;
}

static tree
name_of_component (tree t, struct search *search)
{
  tree field = TREE_OPERAND (t, 1);
  tree outer = name_of (TREE_OPERAND (t, 0), search);
  if (!DECL_NAME (field))
    return outer;
  if (is_of_descriptor (field))
    return outer ? outer : name_of_set (t, search);
  if (!outer || id_equal (outer, "this"))
    return DECL_NAME (field);
  char *both = concat (IDENTIFIER_POINTER (outer), ".",
		       IDENTIFIER_POINTER (DECL_NAME (field)), NULL);
  tree name = get_identifier (both);
  free (both);
  return name;
}

/* Returns the name of what the statement that sets T computes it from.  */
static tree
name_of_ssa (tree t, struct search *search)
{
  gimple *stmt = SSA_NAME_DEF_STMT (t);
  if (SSA_NAME_VAR (t) && !DECL_ARTIFICIAL (SSA_NAME_VAR (t)))
    return DECL_NAME (SSA_NAME_VAR (t));
  if (!stmt || !is_gimple_assign (stmt) || !POINTER_TYPE_P (TREE_TYPE (t)))
    return NULL_TREE;
  return name_of (gimple_assign_rhs1 (stmt), search);
}

/* Returns the name of T or of what it points to, an identifier; null if it has
   none.  */
static tree
name_of (tree t, struct search *search)
{
  if (search->steps++ == STEPS_MOST)
    return NULL_TREE;
  switch (TREE_CODE (t))
    {
    case VAR_DECL: case PARM_DECL: case RESULT_DECL:
      return name_of_decl (t);
    case SSA_NAME:
      return name_of_ssa (t, search);
    case COMPONENT_REF:
      return name_of_component (t, search);
    case MEM_REF: case INDIRECT_REF: case ARRAY_REF: case ARRAY_RANGE_REF:
    case NOP_EXPR: case CONVERT_EXPR: case VIEW_CONVERT_EXPR:
    case NON_LVALUE_EXPR: case POINTER_PLUS_EXPR: case ADDR_EXPR:
    case REALPART_EXPR: case IMAGPART_EXPR: case SAVE_EXPR:
      return name_of (TREE_OPERAND (t, 0), search);
    default:
      return NULL_TREE;
    }
}

/* Returns whether CLAUSE maps data, and not only a pointer to some.  */
static bool
is_data (tree clause)
{
  switch (OMP_CLAUSE_CODE (clause))
    {
    case OMP_CLAUSE_TO: case OMP_CLAUSE_FROM:
      return true;
    case OMP_CLAUSE_MAP:
      break;
    default:
      return false;
    }
  switch (OMP_CLAUSE_MAP_KIND (clause))
    {
    case GOMP_MAP_POINTER: case GOMP_MAP_TO_PSET: case GOMP_MAP_ALWAYS_POINTER:
    case GOMP_MAP_FIRSTPRIVATE_POINTER: case GOMP_MAP_FIRSTPRIVATE_REFERENCE:
    case GOMP_MAP_ATTACH: case GOMP_MAP_DETACH: case GOMP_MAP_ATTACH_DETACH:
    case GOMP_MAP_FORCE_DETACH: case GOMP_MAP_STRUCT: case GOMP_MAP_RELEASE:
    case GOMP_MAP_DELETE:
      return false;
    default:
      return true;
    }
}

/* Returns whether the address of T is known, without making a variable one that
   has an address.  */
static bool
has_address (tree t)
{
  tree base = get_base_address (t);
  if (!base || (DECL_P (base) && DECL_HAS_VALUE_EXPR_P (base)))
    return false;
  return !VAR_P (base) ? TREE_CODE (base) == MEM_REF
			 || TREE_CODE (base) == INDIRECT_REF
		       : is_global_var (base) || TREE_ADDRESSABLE (base)
			 || !is_gimple_reg_type (TREE_TYPE (base));
}

/* Returns whether T is the object that C++ calls *this.  */
static bool
is_this (tree t)
{
  if (TREE_CODE (t) != MEM_REF && TREE_CODE (t) != INDIRECT_REF)
    return false;
  tree pointer = TREE_OPERAND (t, 0);
  if (TREE_CODE (pointer) == SSA_NAME)
    pointer = SSA_NAME_VAR (pointer);
  return pointer && TREE_CODE (pointer) == PARM_DECL && DECL_NAME (pointer)
	 && id_equal (DECL_NAME (pointer), "this");
}

/* Returns the name of what CLAUSE maps.  That of the pointer may only be in the
   clause after it.  */
static tree
name_of_clause (tree clause, gimple_stmt_iterator gsi)
{
  struct search search = { gsi, 0 }, again = search;
  tree next = OMP_CLAUSE_CHAIN (clause);
  tree name = name_of (OMP_CLAUSE_DECL (clause), &search);
  if (!name && is_this (OMP_CLAUSE_DECL (clause)))
    return get_identifier ("*this");
  if (name || !next || OMP_CLAUSE_CODE (next) != OMP_CLAUSE_MAP
      || is_data (next))
    return name;
  return name_of (OMP_CLAUSE_DECL (next), &again);
}

/* Has *T computed before the construct at the iterator DATA, if that is to be
   done once: in what only a tool needs, it would not be done without one.
   Returns *T if it cannot be computed twice.  */
static tree
compute_once (tree *t, int *walk_subtrees, void *data)
{
  gimple_stmt_iterator *gsi = (gimple_stmt_iterator *) data;
  if (TREE_CODE (*t) != SAVE_EXPR)
    return TREE_CODE (*t) == CALL_EXPR || TREE_CODE (*t) == TARGET_EXPR
	   || TREE_THIS_VOLATILE (*t) ? *t : NULL_TREE;
  *walk_subtrees = 0;
  if (!SAVE_EXPR_RESOLVED_P (*t))
    force_gimple_operand_gsi (gsi, *t, true, NULL_TREE, true, GSI_SAME_STMT);
  return NULL_TREE;
}

static bool
is_repeatable (tree *t, gimple_stmt_iterator *gsi)
{
  return !walk_tree (t, compute_once, gsi, NULL);
}

static tree
size_of (tree clause)
{
  tree size = OMP_CLAUSE_SIZE (clause);
  return size ? fold_convert (size_type_node, unshare_expr (size))
	 : build_zero_cst (size_type_node);
}

static tree
call_for (tree clause, gimple_stmt_iterator gsi)
{
  tree decl = OMP_CLAUSE_DECL (clause);
  if (!is_data (clause) || OMP_CLAUSE_HAS_ITERATORS (clause) || !decl
      || error_operand_p (decl) || !has_address (decl)
      || !is_repeatable (&OMP_CLAUSE_DECL (clause), &gsi)
      || !is_repeatable (&OMP_CLAUSE_SIZE (clause), &gsi))
    return NULL_TREE;
  tree name = name_of_clause (clause, gsi);
  if (!name)
    return NULL_TREE;
  tree text = build_string_literal (IDENTIFIER_LENGTH (name) + 1,
				    IDENTIFIER_POINTER (name));
  tree address = fold_convert (ptr_type_node,
			       build_fold_addr_expr (unshare_expr (decl)));
  tree call = gasp_omp_call_map (address, size_of (clause), text);
  SET_EXPR_LOCATION (call, gimple_location (gsi_stmt (gsi)));
  return call;
}

void
gasp_omp_name_maps (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  location_t loc = gimple_location (stmt);
  tree all = NULL_TREE;
  for (tree c = gimple_omp_target_clauses (stmt); c; c = OMP_CLAUSE_CHAIN (c))
    if (tree call = call_for (c, *gsi))
      all = all ? build2 (COMPOUND_EXPR, void_type_node, all, call) : call;
  if (all)
    gsi_insert_before (gsi, gasp_omp_if_active (all, loc), GSI_SAME_STMT);
}
