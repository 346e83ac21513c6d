/* declarations.c - what may not be declared.

   SPDX-License-Identifier: GPL-3.0-or-later

   The front end itself says that automatic variables, parameters and members
   of structures cannot be shared (as for any address space), and that layouts
   of two declarations of one object differ.  */

#include "upc/upc-plugin.h"

/* Dimensions of a shared array, where THREADS is not known (UPC 1.3, 6.5.2.1):
   with a block size exactly one has THREADS in it, else none.  */
static void
check_dimensions (tree decl, location_t loc)
{
  tree type = TREE_TYPE (decl);
  int n = upc_threads_dimensions (type);
  /* Not if it is automatic, which is an error already.  */
  bool object = VAR_P (decl)
		&& (!current_function_decl || TREE_STATIC (decl)
		    || DECL_EXTERNAL (decl) || DECL_INITIAL (decl));
  if (TREE_CODE (type) != ARRAY_TYPE || upc_options.threads)
    return;
  if (!upc_shared_p (type))
    {
      /* A typedef may get "shared" where it is used.  */
      if (n && TREE_CODE (decl) != TYPE_DECL)
	error_at (loc, "the size of %qD, which is not shared, depends on "
		  "%<THREADS%>", decl);
    }
  else if (!upc_block_of (type))
    {
      if (n)
	error_at (loc,
		  "%<THREADS%> in a dimension of the shared array %qD with "
		  "indefinite block size",
		  decl);
    }
  else if (n > 1)
    error_at (loc, "%<THREADS%> in more than one dimension of the shared array "
	      "%qD, where its value is not known at translation time", decl);
  else if (!n && object && COMPLETE_TYPE_P (type))
    error_at (loc, "no dimension of the shared array %qD is a multiple of "
	      "%<THREADS%>, as a definite block size needs where their number "
	      "is not known at translation time: give the number of threads "
	      "(%<-fupc-threads=N%>), or declare so many elements for each "
	      "thread (%<[N*THREADS]%>)", decl);
}

static tree
find_threads (tree *where, int *walk_subtrees, void *)
{
  if (TYPE_P (*where))
    *walk_subtrees = 0;
  return *where == upc_threads () ? *where : NULL_TREE;
}

/* Returns the number of dimensions of TYPE that have THREADS in them; within
   functions, types are variably modified.  */
static int
dimensions_with_threads (tree type)
{
  int n = upc_threads_dimensions (type);
  for (; TREE_CODE (type) == ARRAY_TYPE; type = TREE_TYPE (type))
    if (tree domain = TYPE_DOMAIN (type))
      if (TYPE_MAX_VALUE (domain)
	  && walk_tree_without_duplicates (&TYPE_MAX_VALUE (domain),
					   find_threads, NULL))
	n++;
  return n;
}

/* Checks the dimensions of the arrays that TYPE points to.  */
void
upc_check_dimensions_within (tree type, location_t loc)
{
  if (upc_options.threads)
    return;
  for (; TREE_CODE (type) == POINTER_TYPE || TREE_CODE (type) == ARRAY_TYPE;
       type = TREE_TYPE (type))
    if (TREE_CODE (type) == POINTER_TYPE && upc_pointer_p (type)
	&& upc_block_of (TREE_TYPE (type))
	&& dimensions_with_threads (TREE_TYPE (type)) > 1)
      error_at (loc, "%<THREADS%> in more than one dimension of an array in a "
		"pointer's type, where its value is not known at translation "
		"time");
}

/* The largest part that can be declared: proxies (storage.c) are within reach
   of the code.  */
static const HOST_WIDE_INT static_limit = HOST_WIDE_INT_1 << 31;

static void
check_size (tree decl, location_t loc)
{
  HOST_WIDE_INT size = upc_local_size (TREE_TYPE (decl));
  if (size >= UPC_MAX_PART)
    error_at (loc, "a thread's part of the shared object %qD would be larger "
	      "than %wd bytes", decl, UPC_MAX_PART);
  else if (size >= static_limit)
    sorry_at (loc, "UPC: a thread's part of the static shared object %qD would "
	      "be larger than %wd bytes; it may be allocated "
	      "(%<upc_all_alloc%>)", decl, static_limit);
}

static void
check_object (tree decl, location_t loc)
{
  if (DECL_THREAD_LOCAL_P (decl))
    {
      error_at (loc, "the shared object %qD is declared as thread-local", decl);
      set_decl_tls_model (decl, TLS_MODEL_NONE);
    }
  if (DECL_REGISTER (decl) && DECL_ASSEMBLER_NAME_SET_P (decl))
    error_at (loc, "the shared object %qD is declared as a register", decl);
  check_size (decl, loc);
}

void
upc_check_redeclaration (tree decl)
{
  tree old = DECL_NAME (decl) ? lookup_name (DECL_NAME (decl)) : NULL_TREE;
  bool linked = (TREE_PUBLIC (decl) || DECL_EXTERNAL (decl)
		 || !current_function_decl);
  if (!old || !VAR_P (old) || !VAR_P (decl) || old == decl || !linked
      || !(DECL_FILE_SCOPE_P (old) || DECL_EXTERNAL (old))
      || upc_bounds_agree_p (TREE_TYPE (old), TREE_TYPE (decl)))
    return;
  error_at (DECL_SOURCE_LOCATION (decl), "conflicting multiples of "
	    "%<THREADS%> in the bounds of %qD", decl);
  inform (DECL_SOURCE_LOCATION (old), "previous declaration of %qD", old);
}

/* Returns whether TYPE is that of a lock, or an array of them.  */
static bool
lock_p (tree type)
{
  type = strip_array_types (type);
  tree name = TREE_CODE (type) == RECORD_TYPE
	      ? TYPE_IDENTIFIER (TYPE_MAIN_VARIANT (type)) : NULL_TREE;
  return name && id_equal (name, "upc_lock_struct");
}

void
upc_check_declaration (tree decl)
{
  tree type = TREE_TYPE (decl);
  location_t loc = DECL_SOURCE_LOCATION (decl);
  if (type == error_mark_node || DECL_ARTIFICIAL (decl))
    return;
  if (VAR_P (decl) && lock_p (type))
    inform (loc, "locks are made by %<upc_all_lock_alloc%> or "
	    "%<upc_global_lock_alloc%>, and referred to by %<upc_lock_t *%>");
  check_dimensions (decl, loc);
  upc_check_dimensions_within (type, loc);
  if (VAR_P (decl) && VOID_TYPE_P (type) && upc_shared_p (type))
    error_at (loc, "variable %qD declared %<shared void%>", decl);
  else if (VAR_P (decl) && upc_shared_p (type)
	   && (TREE_STATIC (decl) || DECL_EXTERNAL (decl)))
    check_object (decl, loc);
}
