/* updates.c - assignments that are done where the object is.

   SPDX-License-Identifier: GPL-3.0-or-later

     table[i] ^= x;     __upc_update_8 ((ulong) &table[i], x, '^');

   By itself the assignment is a read and a write.  Where the object is on
   another machine, the read costs a round trip, and the write is a further
   message.  If the program does not use the assignment's value, one message
   suffices: the thread that has the object reads and writes it, and this thread
   does not wait.  Messages between two threads keep their order, so this
   thread's other accesses to the object keep theirs.

   Numbers of other kinds than integers only with -ffast-math or the like, since
   the other thread has its own floating-point environment.  Not where the
   accesses may raise events, which would be two; nor where they are strict.  */

#include "upc/upc-plugin.h"

/* Returns whether EXPR is MYTHREAD, or that times something.  */
static bool
mythread_p (tree expr)
{
  STRIP_NOPS (expr);
  if (TREE_CODE (expr) == MULT_EXPR)
    return (mythread_p (TREE_OPERAND (expr, 0))
	    || mythread_p (TREE_OPERAND (expr, 1)));
  return upc_function_p (expr, UPC_MYTHREAD);
}

/* Returns whether REF can be reached at once, most likely: this thread's own
   part, or what a loop knows to be near.  */
static bool
own_p (tree ref)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF && mythread_p (TREE_OPERAND (ref, 1)))
      return true;
  return upc_told_p (ref);
}

/* Returns whether REF may be in a packed structure, and not be aligned.  */
static bool
packed_p (tree ref)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == COMPONENT_REF
	&& (TYPE_PACKED (TREE_TYPE (TREE_OPERAND (ref, 0)))
	    || DECL_PACKED (TREE_OPERAND (ref, 1))))
      return true;
  return false;
}

/* Returns whether the user is to see where arithmetic in TYPE overflows.  */
static bool
shows_overflow_p (tree type)
{
  return TYPE_OVERFLOW_TRAPS (type) || TYPE_OVERFLOW_SANITIZED (type);
}

/* Returns the function for numbers of TYPE, and the *TYPE of its argument;
   UPC_FUNCTIONS if there is none.  */
static enum upc_function
function_for (tree *type)
{
  tree plain = TYPE_MAIN_VARIANT (upc_private_type (*type));
  unsigned size = INTEGRAL_TYPE_P (plain) ? TYPE_PRECISION (plain) : 0;
  bool exact = flag_trapping_math || flag_rounding_math;
  if (TREE_CODE (plain) == INTEGER_TYPE && (size == 32 || size == 64)
      && tree_to_uhwi (TYPE_SIZE (plain)) == size
      && !shows_overflow_p (plain))
    {
      *type = size == 32 ? unsigned_type_node : long_unsigned_type_node;
      return size == 32 ? UPC_UPDATE_4 : UPC_UPDATE_8;
    }
  *type = plain;
  return (exact ? UPC_FUNCTIONS : plain == float_type_node ? UPC_UPDATE_FLOAT
	  : plain == double_type_node ? UPC_UPDATE_DOUBLE : UPC_FUNCTIONS);
}

/* Returns whether REF, at LOC, may be updated, apart from its type.  */
static bool
can_update_p (tree ref, location_t loc)
{
  tree type = TREE_TYPE (ref);
  return (upc_shared_p (type) && !TYPE_VOLATILE (type) && !TYPE_ATOMIC (type)
	  && TYPE_ALIGN (type) >= tree_to_uhwi (TYPE_SIZE (type))
	  && (TREE_CODE (ref) != COMPONENT_REF
	      || !DECL_BIT_FIELD_TYPE (TREE_OPERAND (ref, 1)))
	  && !packed_p (ref) && !own_p (ref)
	  && upc_mode_of (ref, loc) == ACCESS_RELAXED);
}

/* Returns whether EXPR is the value of REF.  What is saved in both is the
   same.  */
static bool
same_p (tree ref, tree expr)
{
  STRIP_NOPS (expr);
  return (TREE_TYPE (ref) == TREE_TYPE (expr)
	  && operand_equal_p (ref, expr, OEP_ADDRESS_OF));
}

/* An assignment to REF of REF OP VALUE.  OP is 0 if it is not such an
   assignment.  */
struct update
{
  tree ref, value;
  char op;
};
static const struct update none = { NULL_TREE, NULL_TREE, 0 };

static struct update
of_assignment (tree ref, tree value)
{
  STRIP_NOPS (value);
  if (!BINARY_CLASS_P (value) || shows_overflow_p (TREE_TYPE (value)))
    return none;
  tree a = TREE_OPERAND (value, 0), b = TREE_OPERAND (value, 1);
  bool first = same_p (ref, a);
  tree other = first ? b : a;
  if (!first && !same_p (ref, b))
    return none;
  switch (TREE_CODE (value))
    {
    case PLUS_EXPR: return { ref, other, '+' };
    case MINUS_EXPR: return first ? update { ref, other, '-' } : none;
    case MULT_EXPR: return { ref, other, '*' };
    case BIT_AND_EXPR: return { ref, other, '&' };
    case BIT_IOR_EXPR: return { ref, other, '|' };
    case BIT_XOR_EXPR: return { ref, other, '^' };
    default: return none;
    }
}

/* Returns the update in EXPR, an assignment followed by its value, which is
   saved for both, as types/expressions.c leaves assignments and ++ in front; a
   part of a statement may have that value once more.  Returns none if it is
   not one.  */
static struct update
of_pair (tree expr)
{
  tree assignment = TREE_OPERAND (expr, 0), value = TREE_OPERAND (expr, 1);
  STRIP_NOPS (value);
  if (TREE_CODE (assignment) != MODIFY_EXPR || TREE_CODE (value) != SAVE_EXPR
      || TREE_OPERAND (assignment, 1) != value)
    return none;
  return of_assignment (TREE_OPERAND (assignment, 0), TREE_OPERAND (value, 0));
}

static struct update
of_expression (tree expr, bool statement)
{
  switch (TREE_CODE (expr))
    {
    case POSTINCREMENT_EXPR:
      return { TREE_OPERAND (expr, 0), TREE_OPERAND (expr, 1), '+' };
    case POSTDECREMENT_EXPR:
      return { TREE_OPERAND (expr, 0), TREE_OPERAND (expr, 1), '-' };
    case COMPOUND_EXPR: return statement ? of_pair (expr) : none;
    default: return none;
    }
}

static void
visit (tree *where, bool statement)
{
  bool pair = TREE_CODE (*where) == COMPOUND_EXPR;
  location_t loc = EXPR_LOCATION (pair ? TREE_OPERAND (*where, 0) : *where);
  struct update update = of_expression (*where, statement);
  tree type = update.op && update.value ? TREE_TYPE (update.ref) : NULL_TREE;
  enum upc_function function = type ? function_for (&type) : UPC_FUNCTIONS;
  if (function == UPC_FUNCTIONS || !can_update_p (update.ref, loc))
    return;
  if (tree fn = upc_function (function, loc))
    *where = build_call_expr_loc (loc, fn, 3, upc_place_expression (update.ref),
				  fold_convert (type, update.value),
				  build_int_cst (integer_type_node, update.op));
}

void
upc_make_updates (tree fn)
{
  if (upc_options.distant && optimize && !gasp_options.instrument)
    upc_walk_unused (fn, visit);
}

/* ---- With -fupc-check, where what is read and written is checked once, if it
   can be seen to be the same (lower.c): its index is computed once.  */

static void
save_indices (tree ref)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF)
      TREE_OPERAND (ref, 1) = save_expr (TREE_OPERAND (ref, 1));
  if (INDIRECT_REF_P (ref))
    TREE_OPERAND (ref, 0) = save_expr (TREE_OPERAND (ref, 0));
}

static void
share_indices (tree *where, bool)
{
  struct update update = of_expression (*where, true);
  if (TREE_CODE (*where) != COMPOUND_EXPR || !update.op
      || !upc_shared_p (TREE_TYPE (update.ref)))
    return;
  tree saved = TREE_OPERAND (TREE_OPERAND (*where, 0), 1);
  tree value = TREE_OPERAND (saved, 0);
  STRIP_NOPS (value);
  bool first = same_p (update.ref, TREE_OPERAND (value, 0));
  tree *its = &TREE_OPERAND (value, first ? 0 : 1);
  while (CONVERT_EXPR_P (*its))
    its = &TREE_OPERAND (*its, 0);
  save_indices (update.ref);
  *its = update.ref;
}

void
upc_share_indices (tree fn)
{
  upc_walk_unused (fn, share_indices);
}
