/* attributes.c - declarations get their layouts.

   SPDX-License-Identifier: GPL-3.0-or-later

   For  shared [4] int *p, a[8];  and  int *shared [2] q;  the parser sees

     __upc_shared __attribute__ ((upc_block ((4), 0))) int *p, a[8];
     __attribute__ ((upc_block (UPC_BLOCK_NONE, 0)))
       int *__upc_shared __attribute__ ((upc_pshared ((2), 0))) q;

   The keyword puts types into UPC_SPACE, which stays on all that the front end
   builds of them.  The attributes of a declaration's specifiers come to the
   declaration last, when its type is whole: that of upc_block goes through
   the type and gives what is in UPC_SPACE its layout, from upc_pshared where
   a pointer has that.  */

#include "upc/upc-plugin.h"

/* A declaration, or the name of a type, while its type is being finished.  */
struct finishing
{
  tree node;			/* the declaration or type */
  location_t loc;
  HOST_WIDE_INT block;		/* a UPC_BLOCK_* or the user's */
  enum upc_mode mode;
  bool pending;			/* something waits for the layout */
  bool used;			/* for anything */
  bool keep_magic;		/* in a typedef THREADS waits for its use */
  bool by_typedef;		/* the specifiers name a shared type */
  bool by_default;		/* the outermost layout is not specified */
  int errors;			/* so far */
};

/* ---- Arguments  */

/* Finds THREADS in an expression, for walk_tree.  */
static tree
find_threads (tree *where, int *, void *)
{
  return *where == upc_threads () ? *where : NULL_TREE;
}

static void
complain_about_block (tree arg, location_t loc)
{
  if (walk_tree_without_duplicates (&arg, find_threads, NULL))
    error_at (loc, "a block size that depends on %<THREADS%> needs a number of "
	      "threads that is known at translation time "
	      "(%<-fupc-threads=N%>)");
  else
    error_at (loc, "the block size in a layout qualifier is not an integer "
	      "constant expression");
}

/* Returns the block size that ARG stands for; UPC_BLOCK_DEFAULT, with an
   error, if it can be none.  */
static HOST_WIDE_INT
read_block (tree arg, location_t loc)
{
  loc = EXPR_LOC_OR_LOC (arg, loc);
  if (arg == error_mark_node)
    return UPC_BLOCK_DEFAULT;
  STRIP_ANY_LOCATION_WRAPPER (arg);
  tree value = c_fully_fold (arg, false, NULL, false);
  STRIP_TYPE_NOPS (value);
  if (TREE_CODE (value) == CONST_DECL
      || (VAR_P (value) && C_CONSTEXPR_P (value)))
    value = DECL_INITIAL (value);
  if (TREE_CODE (value) != INTEGER_CST)
    complain_about_block (value, loc);
  else if (tree_fits_shwi_p (value) && tree_to_shwi (value) >= UPC_BLOCK_FIRST
	   && tree_to_shwi (value) <= UPC_BLOCK_LAST)
    return tree_to_shwi (value);
  else if (tree_int_cst_sgn (value) < 0)
    error_at (loc, "the block size %qE is negative", value);
  else if (compare_tree_int (value, UPC_MAX_BLOCK_SIZE) > 0)
    error_at (loc, "the block size %qE is above %<UPC_MAX_BLOCK_SIZE%>, which "
	      "is %d", value, UPC_MAX_BLOCK_SIZE);
  else
    return tree_to_shwi (value);
  return UPC_BLOCK_DEFAULT;
}

static enum upc_mode
read_mode (tree arg, location_t loc)
{
  HOST_WIDE_INT mode = tree_to_shwi (arg);
  if (mode == (UPC_MODE_STRICT | UPC_MODE_RELAXED))
    error_at (loc, "both %<strict%> and %<relaxed%> in one declaration");
  return mode == UPC_MODE_STRICT ? ACCESS_STRICT
	 : mode == UPC_MODE_RELAXED ? ACCESS_RELAXED : ACCESS_DEFAULT;
}

/* Returns the mode of the shared type to which ARG is a pointer, if there is
   one.  */
static enum upc_mode
mode_of_target (tree arg)
{
  tree type = arg && arg != error_mark_node ? TREE_TYPE (arg) : NULL_TREE;
  return (type && POINTER_TYPE_P (type) && upc_shared_p (TREE_TYPE (type))
	  ? upc_layout_of (TREE_TYPE (type)).mode : ACCESS_DEFAULT);
}

/* Returns the mode that the specifiers' attribute ARGS has, or the type that
   they name.  */
static enum upc_mode
read_modes (tree args, location_t loc)
{
  enum upc_mode mode = read_mode (TREE_VALUE (args), loc);
  enum upc_mode named = TREE_CHAIN (args)
			? mode_of_target (TREE_VALUE (TREE_CHAIN (args)))
			: ACCESS_DEFAULT;
  if (mode == ACCESS_DEFAULT || named == ACCESS_DEFAULT || mode == named)
    return mode == ACCESS_DEFAULT ? named : mode;
  error_at (loc, "both %<strict%> and %<relaxed%> in one declaration");
  return mode;
}

/* ---- Types  */

static bool
pending_p (const_tree type)
{
  return TYPE_ADDR_SPACE (type) == UPC_SPACE && !VOID_TYPE_P (type);
}

/* Returns whether the initialiser of DECL will complete its type.  */
static bool
completed_later_p (const_tree decl)
{
  return (VAR_P (decl) && DECL_INITIAL (decl) == error_mark_node
	  && TREE_CODE (TREE_TYPE (decl)) == ARRAY_TYPE
	  && !COMPLETE_TYPE_P (TREE_TYPE (decl)));
}

static void
complain_about_star_of_pointer (const struct finishing *f)
{
  error_at (f->loc, "the layout qualifier %<[*]%> in the declaration of a "
	    "pointer");
}

static unsigned HOST_WIDE_INT
even_block (const struct finishing *f)
{
  tree type = DECL_P (f->node) ? TREE_TYPE (f->node) : f->node;
  HOST_WIDE_INT block = upc_even_block (type);
  if (completed_later_p (f->node))
    return UPC_BLOCK_OPEN;
  /* The pointer itself may be distributed.  */
  if (POINTER_TYPE_P (type) && !pending_p (type))
    complain_about_star_of_pointer (f);
  else if (TREE_CODE (f->node) == TYPE_DECL)
    error_at (f->loc, "the layout qualifier %<[*]%> in a %<typedef%>");
  else if (block < 0)
    error_at (f->loc, "the layout qualifier %<[*]%> of an array whose size is "
	      "not known");
  else if (block > UPC_MAX_BLOCK_SIZE)
    error_at (f->loc, "the layout qualifier %<[*]%> stands for a block size of "
	      "%wd here, above %<UPC_MAX_BLOCK_SIZE%>, which is %d",
	      block, UPC_MAX_BLOCK_SIZE);
  else
    return block;
  return 1;
}

/* Returns the block size that BLOCK, of F, stands for.  */
static unsigned HOST_WIDE_INT
resolve_block (HOST_WIDE_INT block, const struct finishing *f)
{
  switch (block)
    {
    case UPC_BLOCK_STAR: return even_block (f);
    case UPC_BLOCK_DEFAULT: case UPC_BLOCK_NONE: return 1;
    case UPC_BLOCK_INDEFINITE: return 0;
    default: return block;
    }
}

/* The typedefs of types that are shared without a layout qualifier.  */
static hash_set<tree> *unspecified;

/* Returns whether TYPE is shared by a typedef that specifies no block size,
   so that the declaration which names it may (UPC 1.3, 6.5).  */
static bool
unspecified_p (const_tree type)
{
  tree name = upc_shared_p (type) ? TYPE_NAME (type) : NULL_TREE;
  while (name && TREE_CODE (name) == TYPE_DECL && DECL_ORIGINAL_TYPE (name)
	 && !(unspecified && unspecified->contains (name)))
    name = TYPE_NAME (DECL_ORIGINAL_TYPE (name));
  return name && unspecified && unspecified->contains (name);
}

/* Remembers the typedef F if it leaves the block size of its type open.  */
static void
note_typedef (const struct finishing *f)
{
  if (TREE_CODE (f->node) != TYPE_DECL || !f->by_default)
    return;
  if (!unspecified)
    unspecified = new hash_set<tree>;
  unspecified->add (upc_keep (f->node));
}

/* Returns TYPE, which is in UPC_SPACE, with its layout.  */
static tree
give_layout (tree type, struct finishing *f)
{
  f->used = true;
  f->by_default = f->block == UPC_BLOCK_DEFAULT;
  if (TYPE_ATOMIC (type))
    {
      sorry_at (f->loc,
		"UPC: %<_Atomic%> shared objects; see %<upc_atomic.h%>");
      type = build_qualified_type (type, TYPE_QUALS (type)
				   & ~TYPE_QUAL_ATOMIC);
    }
  return upc_type_with_layout (type, resolve_block (f->block, f), f->mode);
}

/* Returns TYPE, which is shared already, with the mode that stood without
   "shared".  */
static tree
give_mode (tree type, struct finishing *f)
{
  enum upc_mode old = upc_layout_of (type).mode;
  f->used = true;
  if (old != ACCESS_DEFAULT && old != f->mode)
    error_at (f->loc, "both %<strict%> and %<relaxed%> in one declaration");
  return upc_type_with_layout (type, upc_block_of (type), f->mode);
}

static bool
wants_mode_p (tree type, const struct finishing *f)
{
  return (f->mode != ACCESS_DEFAULT && !f->used
	  && (f->block == UPC_BLOCK_NONE || !f->pending)
	  && TYPE_ADDR_SPACE (type) > UPC_SPACE);
}

/* Returns the attribute that stands after the "*" of pointer TYPE.  */
static tree
own_attribute (tree type)
{
  return lookup_attribute (UPC_WORD_POINTER, TYPE_ATTRIBUTES (type));
}

/* Returns whether TYPE, or what it is made of, waits for the specifiers'
   layout.  */
static bool
waits_p (tree type)
{
  for (; POINTER_TYPE_P (type) || TREE_CODE (type) == ARRAY_TYPE;
       type = TREE_TYPE (type))
    if (pending_p (type) && !own_attribute (type))
      return true;
  return pending_p (type);
}

static tree finish_type (tree type, struct finishing *f);

/* Returns POINTER, without attributes and space, to TARGET.  */
static tree
plain_pointer (tree pointer, tree target)
{
  tree plain = build_pointer_type_for_mode (target, TYPE_MODE (pointer),
					    TYPE_REF_CAN_ALIAS_ALL (pointer));
  return build_qualified_type (plain, TYPE_QUALS_NO_ADDR_SPACE (pointer));
}

static void
complain_about_two_blocks (location_t loc)
{
  error_at (loc, "more than one block size in one declaration");
}

/* Reads OWN, the attributes of a pointer, into F.  */
static void
read_own (tree own, struct finishing *f)
{
  bool two = false;
  f->block = UPC_BLOCK_DEFAULT;
  for (; own; own = lookup_attribute (UPC_WORD_POINTER, TREE_CHAIN (own)))
    {
      tree args = TREE_VALUE (own);
      HOST_WIDE_INT block = read_block (TREE_VALUE (args), f->loc);
      two |= (f->block != UPC_BLOCK_DEFAULT
	      && resolve_block (block, f) != resolve_block (f->block, f));
      f->block = block;
      f->mode = read_mode (TREE_VALUE (TREE_CHAIN (args)), f->loc);
    }
  if (two)
    complain_about_two_blocks (f->loc);
}

/* Returns TYPE, a pointer in UPC_SPACE, with the layout that its own
   attributes give, or, if it is a typedef's name, those of the specifiers.  */
static tree
finish_shared_pointer (tree type, tree target, struct finishing *f)
{
  tree own = own_attribute (type);
  if (!own && f->block == UPC_BLOCK_NONE)
    return type;
  tree plain = plain_pointer (type, target);
  if (!own)
    return give_layout (plain, f);
  struct finishing g = *f;
  read_own (own, &g);
  type = give_layout (plain, &g);
  f->by_default = g.by_default;
  return type;
}

static void
complain_about_mode (enum upc_mode mode, location_t loc)
{
  error_at (loc, "%qs without %<shared%>",
	    mode == ACCESS_STRICT ? "strict" : "relaxed");
}

/* Returns TYPE, a pointer that is not shared, without the attribute of its
   own, and complains about that.  */
static tree
finish_mode_without_shared (tree type, tree target, const struct finishing *f)
{
  struct finishing g = *f;
  read_own (own_attribute (type), &g);
  complain_about_mode (g.mode, f->loc);
  return plain_pointer (type, target);
}

/* Complains about F's block size if TARGET, which a pointer points to, is
   shared and can't have it, and replaces it then.  */
static void
check_block_of_target (tree target, struct finishing *f)
{
  if (TYPE_ADDR_SPACE (target) != UPC_SPACE)
    return;
  if (VOID_TYPE_P (target))
    {
      f->used = true;
      if (f->block != UPC_BLOCK_DEFAULT && f->block != UPC_BLOCK_NONE)
	error_at (f->loc, "a layout qualifier for %<void%>: pointers to "
		  "%<shared void%> have none");
      /* A second attribute has nothing left to complain about.  */
      f->block = UPC_BLOCK_NONE;
    }
  else if (f->block == UPC_BLOCK_STAR)
    {
      complain_about_star_of_pointer (f);
      f->block = 1;
    }
}

static tree
finish_pointer (tree type, struct finishing *f)
{
  check_block_of_target (TREE_TYPE (type), f);
  tree target = finish_type (TREE_TYPE (type), f);
  if (pending_p (type))
    return finish_shared_pointer (type, target, f);
  if (own_attribute (type) && !TYPE_ADDR_SPACE (type))
    return finish_mode_without_shared (type, target, f);
  if (wants_mode_p (type, f))
    return give_mode (type, f);
  if (target == TREE_TYPE (type))
    return type;
  f->by_default = false;
  tree pointer = build_pointer_type_for_mode (target, TYPE_MODE (type),
					      TYPE_REF_CAN_ALIAS_ALL (type));
  return build_qualified_type (pointer, TYPE_QUALS (type));
}

static tree
finish_array (tree type, struct finishing *f)
{
  tree element = finish_type (TREE_TYPE (type), f);
  if (upc_magic_p (type) && !f->keep_magic)
    return upc_array_of_threads (type, element, f->loc);
  return (element == TREE_TYPE (type) ? type : upc_array_of (type, element));
}

static tree
finish_function (tree type, struct finishing *f)
{
  tree result = TREE_TYPE (type);
  /* GCC drops the qualifiers of results that are pointers.  */
  bool shared_pointer = POINTER_TYPE_P (result) && own_attribute (result);
  result = shared_pointer ? plain_pointer (result, TREE_TYPE (result))
	   : finish_type (result, f);
  if (shared_pointer || (upc_shared_p (result) && !VOID_TYPE_P (result)))
    {
      error_at (f->loc, "the result of a function is declared as shared");
      result = upc_private_type (result);
    }
  if (result == TREE_TYPE (type))
    return type;
  tree function = build_function_type (result, TYPE_ARG_TYPES (type));
  if (TYPE_ATTRIBUTES (type))
    function = build_type_attribute_variant (function, TYPE_ATTRIBUTES (type));
  return build_qualified_type (function, TYPE_QUALS (type));
}

static tree
finish_type (tree type, struct finishing *f)
{
  switch (TREE_CODE (type))
    {
    case POINTER_TYPE: return finish_pointer (type, f);
    case ARRAY_TYPE: return finish_array (type, f);
    case FUNCTION_TYPE: return finish_function (type, f);
    case VOID_TYPE: case ERROR_MARK: return type;
    default:
      if (wants_mode_p (type, f))
	return give_mode (type, f);
      if (pending_p (type) && f->block != UPC_BLOCK_NONE)
	return give_layout (type, f);
      return type;
    }
}

/* ---- Handlers  */

static void
finish_declaration (tree decl, tree type)
{
  TREE_TYPE (decl) = type;
  if (!VAR_P (decl) || !upc_shared_p (type))
    {
      upc_expect_initialiser (decl);
      return;
    }
  upc_set_size (decl);
  DECL_IGNORED_P (decl) = 1;
  upc_expect_initialiser (decl);
}

/* Returns whether NODE is a function or, at last, a pointer to functions: GCC
   drops the qualifiers of their results.  */
static bool
returns_something_p (tree node)
{
  tree type = DECL_P (node) ? TREE_TYPE (node) : node;
  while (POINTER_TYPE_P (type) || TREE_CODE (type) == ARRAY_TYPE)
    type = TREE_TYPE (type);
  return FUNC_OR_METHOD_TYPE_P (type);
}

/* Returns the shared type that F's is or points to; null if there is none.  */
static tree
outermost_shared (const struct finishing *f)
{
  tree type = DECL_P (f->node) ? TREE_TYPE (f->node) : f->node;
  while (POINTER_TYPE_P (type) && !upc_shared_p (type))
    type = TREE_TYPE (type);
  return upc_shared_p (type) ? type : NULL_TREE;
}

/* Complains about a block size in the specifiers that nothing took, unless it
   is that of the type.  */
static void
complain_about_block_of_type (const struct finishing *f)
{
  tree type = outermost_shared (f);
  const char *sharing = type ? upc_sharing (type) : NULL;
  if (type && resolve_block (f->block, f) == upc_block_of (type))
    return;
  if (sharing)
    error_at (f->loc, "more than one block size: the type is %qs already",
	      sharing);
  else
    complain_about_two_blocks (f->loc);
}

/* Returns whether TYPE, or what it is made of, is shared.  */
static bool
shared_within_p (const_tree type)
{
  for (; POINTER_TYPE_P (type) || TREE_CODE (type) == ARRAY_TYPE
	 || FUNC_OR_METHOD_TYPE_P (type); type = TREE_TYPE (type))
    if (upc_shared_p (type))
      return true;
  return upc_shared_p (type);
}

/* Complains about a function whose result is shared by the name of a type,
   without a "*".  */
static void
complain_about_result (const struct finishing *f)
{
  tree type = DECL_P (f->node) ? TREE_TYPE (f->node) : f->node;
  if (f->by_typedef && returns_something_p (f->node) && !shared_within_p (type))
    error_at (f->loc, "the result of a function is declared as shared");
}

static void
complain_if_unused (const struct finishing *f)
{
  if (f->used || f->errors != errorcount)
    return;
  complain_about_result (f);
  if (f->block != UPC_BLOCK_NONE && returns_something_p (f->node))
    error_at (f->loc, "the result of a function is declared as shared");
  else if (f->block != UPC_BLOCK_NONE && f->block != UPC_BLOCK_DEFAULT)
    complain_about_block_of_type (f);
  else if (f->block == UPC_BLOCK_NONE && f->mode != ACCESS_DEFAULT)
    complain_about_mode (f->mode, f->loc);
}

/* Returns whether an initialiser of DECL is to be read: the front end takes
   none for arrays whose bound is not constant.  */
static bool
initialised_p (tree decl)
{
  return (VAR_P (decl) && DECL_INITIAL (decl) == error_mark_node
	  && TREE_CODE (TREE_TYPE (decl)) == ARRAY_TYPE);
}

/* ---- An initialiser that determines the number of rows, whose length has
   THREADS in it.  GCC would complete the type and restore it later without the
   changes to bounds made here.  So it gets to see a type that is complete, with
   more rows than there can be.  */

/* The names of the objects that are being initialised so.  */
static vec<tree> unmeasured;

/* Returns TYPE, of DECL, with N rows.  */
static tree
with_rows (tree type, HOST_WIDE_INT n)
{
  tree domain = build_index_type (size_int (n - 1));
  return upc_keep (build_array_type (TREE_TYPE (type), domain));
}

static tree
with_many_rows (tree type, tree decl)
{
  tree row = TREE_TYPE (type);
  HOST_WIDE_INT size = upc_elements (row) * upc_layout_of (row).size;
  unmeasured.safe_push (DECL_NAME (decl));
  return with_rows (type, MAX (UPC_MAX_PART / MAX (size, 1), 1));
}

/* Gives DECL, which has been initialised, the rows of its initial value.  */
static void
count_rows (tree decl)
{
  for (unsigned i = unmeasured.length (); i-- > 0;)
    if (unmeasured[i] == DECL_NAME (decl))
      {
	unmeasured.unordered_remove (i);
	HOST_WIDE_INT n = upc_length_of_value (DECL_INITIAL (decl));
	TREE_TYPE (decl) = with_rows (TREE_TYPE (decl), MAX (n, 1));
	return;
      }
}

/* Closes the layout of DECL, whose type has become complete, if it is
   "[*]".  */
static void
finish_even_block (tree decl, struct finishing *f)
{
  tree type = TREE_TYPE (decl);
  if (upc_shared_p (type) && upc_block_of (type) == UPC_BLOCK_OPEN)
    upc_close_layout (type, even_block (f));
}

/* Gives DECL, which is finished, if it is an array, the bounds that were left
   open.  */
void
upc_finish_bounds (tree decl)
{
  struct finishing f;
  memset (&f, 0, sizeof f);
  f.node = decl;
  f.loc = DECL_SOURCE_LOCATION (decl);
  f.block = UPC_BLOCK_NONE;
  if (VAR_P (decl) && TREE_TYPE (decl) != error_mark_node
      && TREE_CODE (TREE_TYPE (decl)) == ARRAY_TYPE)
    {
      count_rows (decl);
      TREE_TYPE (decl) = finish_type (TREE_TYPE (decl), &f);
      finish_even_block (decl, &f);
    }
}

/* Returns the state in which NODE, with TYPE, begins to be finished by
   upc_block with ARGS.  */
static struct finishing
begin_to_finish (tree node, tree type, tree args)
{
  struct finishing f;
  memset (&f, 0, sizeof f);
  f.node = node;
  f.errors = errorcount;
  f.loc = DECL_P (node) ? DECL_SOURCE_LOCATION (node) : input_location;
  f.block = read_block (TREE_VALUE (args), f.loc);
  f.by_typedef = f.block == UPC_BLOCK_TYPEDEF;
  if (f.by_typedef)
    f.block = UPC_BLOCK_NONE;
  f.mode = read_modes (TREE_CHAIN (args), f.loc);
  f.keep_magic = DECL_P (node) && (TREE_CODE (node) == TYPE_DECL
				   || initialised_p (node));
  f.pending = type != error_mark_node && waits_p (type);
  return f;
}

/* Returns whether NODE, with TYPE, has a dimension of its initialiser's and one
   of THREADS, whose number is not known yet.  */
static bool
has_unknown_rows_p (tree node, tree type)
{
  return (DECL_P (node) && completed_later_p (node)
	  && upc_threads_dimensions (type) && !upc_options.threads);
}

/* Handles upc_block (BLOCK, MODE).  */
static tree
handle_block (tree *node, tree, tree args, int, bool *no_add)
{
  *no_add = true;
  tree type = DECL_P (*node) ? TREE_TYPE (*node) : *node;
  struct finishing f = begin_to_finish (*node, type, args);
  if (type == error_mark_node)
    return NULL_TREE;
  bool open = has_unknown_rows_p (*node, type);
  tree finished = finish_type (type, &f);
  if (open)
    finished = with_many_rows (finished, *node);
  complain_if_unused (&f);
  note_typedef (&f);
  if (DECL_P (*node))
    {
      finish_declaration (*node, finished);
      upc_check_redeclaration (*node);
    }
  else
    {
      *node = finished;
      upc_note_type_name (finished);
    }
  return NULL_TREE;
}

/* Keeps upc_pshared (BLOCK, MODE) with the type until it is finished.  */
static tree
handle_pointer (tree *, tree, tree, int, bool *)
{
  return NULL_TREE;
}

/* Handles upc_join: makes TYPE, which may be shared, shared, waiting for a
   layout unless it has one that was specified.  */
static tree
handle_join (tree *type, tree, tree, int, bool *no_add)
{
  *no_add = true;
  if (!TYPE_P (*type) || *type == error_mark_node
      || (upc_shared_p (*type) && !unspecified_p (*type)))
    return NULL_TREE;
  tree element = strip_array_types (*type);
  *type = c_build_qualified_type (upc_shared_p (*type)
				  ? TYPE_MAIN_VARIANT (*type)
						       : *type,
				  TYPE_QUALS_NO_ADDR_SPACE (element)
				  | ENCODE_QUAL_ADDR_SPACE (UPC_SPACE));
  return NULL_TREE;
}

static struct attribute_spec attributes[] = {
  { UPC_WORD_BLOCK, 2, 3, false, false, false, false, handle_block, NULL },
  { UPC_WORD_POINTER, 2, 2, false, true, false, false, handle_pointer, NULL },
  { UPC_WORD_JOIN, 0, 0, false, false, false, false, handle_join, NULL },
  { UPC_WORD_SIZEOF, 2, 2, false, false, false, false, upc_handle_size, NULL },
  { UPC_MULTIPLE, 1, 1, false, true, false, true, NULL, NULL },
};

void
upc_register_attributes (void)
{
  for (size_t i = 0; i < ARRAY_SIZE (attributes); i++)
    register_attribute (&attributes[i]);
}
