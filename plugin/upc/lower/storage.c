/* storage.c - what stands for a shared object in the object file.

   SPDX-License-Identifier: GPL-3.0-or-later

     shared [2] int a[10 * THREADS];

     char a[48] __attribute__ ((section ("upc_shared")));

   A variable of ordinary type, the proxy, has the object's assembler name and
   the size of a thread's part of it.  The linker puts all into one section,
   where a proxy's offset is the object's in each thread's part of shared
   space.  Nobody reads or writes a proxy, so the section is not in files.  The
   front end's own declaration remains what the program's references name, and
   is never emitted: its address would be folded into code behind our back.  */

#include "upc/upc-plugin.h"

static const char section_name[] = "upc_shared";

/* Objects that have been declared here, and their proxies.  */
static vec<tree> objects;
static hash_map<tree, tree> *proxies;

/* Returns a variable of the unit, for the linker or the runtime.  */
static tree
make_variable (tree name, tree type, location_t loc)
{
  tree variable = build_decl (loc, VAR_DECL, name, type);
  TREE_USED (variable) = 1;
  TREE_ADDRESSABLE (variable) = 1;
  return upc_keep (variable);
}

/* Returns the type of DECL's proxy: DECL's own, as debuggers would have it,
   if the sizes are the same.  */
static tree
proxy_type (tree decl)
{
  tree size = DECL_SIZE_UNIT (decl), whole = TYPE_SIZE_UNIT (TREE_TYPE (decl));
  if (!size || !tree_fits_shwi_p (size))
    return char_type_node;
  if (whole && tree_int_cst_equal (size, whole))
    return TYPE_MAIN_VARIANT (upc_private_type (TREE_TYPE (decl)));
  return build_array_type_nelts (char_type_node, MAX (tree_to_shwi (size), 1));
}

/* Returns the alignment of DECL, in bits: large objects begin at a cache line,
   for vectors.  */
unsigned
upc_object_alignment (tree decl)
{
  tree size = DECL_SIZE_UNIT (decl);
  bool large = !size || !tree_fits_shwi_p (size) || tree_to_shwi (size) >= 64;
  return MAX (DECL_ALIGN (decl), large ? 512 : 64);
}

static void
take_linkage (tree proxy, tree decl)
{
  TREE_PUBLIC (proxy) = TREE_PUBLIC (decl);
  DECL_WEAK (proxy) = DECL_WEAK (decl);
  DECL_VISIBILITY (proxy) = DECL_VISIBILITY (decl);
  DECL_VISIBILITY_SPECIFIED (proxy) = DECL_VISIBILITY_SPECIFIED (decl);
  /* Tentative definitions in several units are one object.  */
  if (!flag_no_common && TREE_PUBLIC (decl) && !DECL_INITIAL (decl))
    DECL_WEAK (proxy) = 1;
  SET_DECL_ALIGN (proxy, upc_object_alignment (decl));
  DECL_USER_ALIGN (proxy) = 1;
}

/* Withdraws DECL from the objects that the compiler allocates.  */
static void
retire (tree decl)
{
  set_decl_section_name (decl, (const char *) NULL);
  varpool_node *node = varpool_node::get (decl);
  if (node && symtab->state == PARSING)
    node->remove ();
  DECL_EXTERNAL (decl) = 1;
  TREE_STATIC (decl) = 0;
  DECL_IGNORED_P (decl) = 1;
}

/* Leaves memory after PROXY that belongs to no object, so that -fupc-check
   sees what a pointer finds there.  */
static void
leave_gap (tree proxy)
{
  enum { LEAST = 64, MOST = 65536 };
  HOST_WIDE_INT size = tree_to_shwi (DECL_SIZE_UNIT (proxy));
  size += MIN (MAX (size / 4, LEAST), MOST);
  DECL_SIZE_UNIT (proxy) = size_int (size);
  DECL_SIZE (proxy) = bitsize_int (size * BITS_PER_UNIT);
}

static void
define_proxy (tree proxy, tree decl)
{
  tree context = DECL_CONTEXT (decl);
  TREE_STATIC (proxy) = 1;
  if (context && TREE_CODE (context) == TRANSLATION_UNIT_DECL)
    DECL_CONTEXT (proxy) = context;
  bool preserve = DECL_PRESERVE_P (decl);
  retire (decl);
  set_decl_section_name (proxy, section_name);
  DECL_PRESERVE_P (proxy) = preserve;
  if (upc_options.check)
    leave_gap (proxy);
  varpool_node::finalize_decl (proxy);
  if (!seen_error ())
    upc_describe_object (proxy, decl);
}

tree
upc_proxy (tree decl)
{
  if (!proxies)
    proxies = new hash_map<tree, tree>;
  if (tree *known = proxies->get (decl))
    return *known;
  tree proxy = make_variable (DECL_NAME (decl), proxy_type (decl),
			      DECL_SOURCE_LOCATION (decl));
  SET_DECL_ASSEMBLER_NAME (proxy, DECL_ASSEMBLER_NAME (decl));
  take_linkage (proxy, decl);
  proxies->put (upc_keep (decl), proxy);
  if (DECL_EXTERNAL (decl))
    DECL_EXTERNAL (proxy) = 1;
  else
    define_proxy (proxy, decl);
  return proxy;
}

/* Notes the shared object DECL, which has been declared.  */
void
upc_note_object (tree decl)
{
  if (!DECL_EXTERNAL (decl))
    DECL_COMMON (decl) = 0;
  else
    DECL_IGNORED_P (decl) = 1;
  objects.safe_push (upc_keep (decl));
}

/* ---- Records for the runtime  */

/* Returns a word in section NAME that the linker keeps: VALUE.  */
static tree
put_in_section (const char *name, tree type, tree value)
{
  static unsigned count;
  char symbol[48];
  snprintf (symbol, sizeof symbol, "%s.%u", name, count++);
  tree variable = make_variable (get_identifier (symbol), type,
				 BUILTINS_LOCATION);
  TREE_STATIC (variable) = 1;
  DECL_ARTIFICIAL (variable) = 1;
  DECL_IGNORED_P (variable) = 1;
  DECL_PRESERVE_P (variable) = 1;
  DECL_INITIAL (variable) = value;
  set_decl_section_name (variable, name);
  varpool_node::finalize_decl (variable);
  return variable;
}

/* Returns the type of a structure of N words, each a pointer or a number.  */
static tree
build_words (tree *values, unsigned n)
{
  tree type = make_node (RECORD_TYPE), fields = NULL_TREE;
  for (unsigned i = n; i-- > 0;)
    {
      tree field = build_decl (BUILTINS_LOCATION, FIELD_DECL, NULL_TREE,
			       TREE_TYPE (values[i]));
      DECL_CONTEXT (field) = type;
      DECL_CHAIN (field) = fields;
      fields = field;
    }
  TYPE_FIELDS (type) = fields;
  layout_type (type);
  return type;
}

static tree
put_record (const char *name, tree *values, unsigned n)
{
  tree type = build_words (values, n);
  vec<constructor_elt, va_gc> *elements = NULL;
  unsigned i = 0;
  for (tree field = TYPE_FIELDS (type); field; field = DECL_CHAIN (field))
    CONSTRUCTOR_APPEND_ELT (elements, field, values[i++]);
  return put_in_section (name, type, build_constructor (type, elements));
}

static tree
string_value (const char *string)
{
  return build_string_literal (strlen (string) + 1, string);
}

static tree
number (HOST_WIDE_INT n)
{
  return build_int_cst (long_unsigned_type_node, n);
}

tree
upc_site_at (location_t loc)
{
  expanded_location x = expand_location (loc);
  tree values[] = {
    number (0), string_value (x.file ? x.file : ""),
    number ((HOST_WIDE_INT) x.line << 32 | x.column), number (0)
  };
  return build_fold_addr_expr (put_record ("upc_sites", values,
					   ARRAY_SIZE (values)));
}

/* Returns how many blocks of how many bytes DECL has, as upc_all_alloc
   counts; with dynamic THREADS, blocks of one thread as a negative number.  */
static HOST_WIDE_INT
blocks_of (tree decl, HOST_WIDE_INT *bytes)
{
  tree type = TREE_TYPE (decl);
  struct upc_layout layout = upc_layout_of (type);
  HOST_WIDE_INT n = upc_elements (type), block = layout.block;
  if (TREE_CODE (type) != ARRAY_TYPE || !block)
    block = n;
  *bytes = block * layout.size;
  HOST_WIDE_INT blocks = block ? (n + block - 1) / block : 0;
  return upc_threads_dimensions (type) ? -blocks : blocks;
}

/* Writes a struct upc_object of libupc for the static object DECL.  */
static void
describe (tree decl)
{
  pretty_printer text;
  upc_print_type (&text, TREE_TYPE (decl));
  expanded_location x = expand_location (DECL_SOURCE_LOCATION (decl));
  HOST_WIDE_INT bytes, blocks = blocks_of (decl, &bytes);
  const char *name = DECL_NAME (decl) ? IDENTIFIER_POINTER (DECL_NAME (decl))
		     : "";
  tree position = build_int_cst (integer_type_node, x.line);
  tree column = build_int_cst (integer_type_node, x.column);
  tree values[] = {
    string_value (name), string_value (pp_formatted_text (&text)),
    string_value (x.file ? x.file : ""), position, column,
    build_fold_addr_expr (upc_proxy (decl)), number (blocks), number (bytes),
    number (upc_layout_of (TREE_TYPE (decl)).size)
  };
  put_record ("upc_objects", values, ARRAY_SIZE (values));
  gasp_unit_needs_runtime |= gasp_options.instrument;
}

/* Writes the struct upc_unit of libupc; its last two members are one number
   here.  */
static void
describe_unit (void)
{
  tree values[] = {
    string_value (main_input_filename ? main_input_filename : ""),
    number (upc_options.threads | (HOST_WIDE_INT) upc_options.distant << 32)
  };
  put_record ("upc_threads", values, ARRAY_SIZE (values));
}

/* A shared library has an upc_shared of its own, which the runtime does not
   know: there the linker misses what only programs have (libupc/core/start.c),
   and says its name.  */
#define PROGRAM_ONLY "shared_objects_of_UPC_cannot_be_in_a_shared_library"

static void
belong_to_program (void)
{
  static const char text[]
    = ".globl " PROGRAM_ONLY "\n\t.hidden " PROGRAM_ONLY;
  symtab->finalize_toplevel_asm (build_string (strlen (text), text));
}

bool
upc_defined_p (tree decl)
{
  tree *proxy = proxies ? proxies->get (decl) : NULL;
  return !DECL_EXTERNAL (proxy ? *proxy : decl);
}

/* Makes and describes the unit's shared objects, at its end.  */
void
upc_make_objects (void)
{
  hash_set<tree> done;
  bool wanted = gasp_event_wanted ("GASP_GCC_STATIC_SHARED");
  for (unsigned i = 0; i < objects.length (); i++)
    {
      tree decl = objects[i];
      if (TREE_TYPE (decl) == error_mark_node || !upc_defined_p (decl)
	  || done.add (decl))
	continue;
      upc_proxy (decl);
      if (wanted && (TREE_PUBLIC (decl) || TREE_USED (decl)) && !seen_error ())
	describe (decl);
    }
  if (!done.is_empty ())
    belong_to_program ();
  describe_unit ();
}

/* Returns an empty function, static, without arguments.  */
static tree
make_function (const char *name)
{
  tree fn = build_decl (input_location, FUNCTION_DECL, get_identifier (name),
			build_function_type_list (void_type_node, NULL_TREE));
  tree result = build_decl (input_location, RESULT_DECL, NULL_TREE,
			    void_type_node);
  DECL_ARTIFICIAL (result) = 1;
  DECL_IGNORED_P (result) = 1;
  DECL_CONTEXT (result) = fn;
  DECL_RESULT (fn) = result;
  TREE_STATIC (fn) = 1;
  TREE_USED (fn) = 1;
  DECL_ARTIFICIAL (fn) = 1;
  DECL_IGNORED_P (fn) = 1;
  DECL_NO_INSTRUMENT_FUNCTION_ENTRY_EXIT (fn) = 1;
  DECL_UNINLINABLE (fn) = 1;
  DECL_INITIAL (fn) = make_node (BLOCK);
  TREE_USED (DECL_INITIAL (fn)) = 1;
  BLOCK_SUPERCONTEXT (DECL_INITIAL (fn)) = fn;
  return upc_keep (fn);
}

/* Makes a function of BODY, which each thread runs before main.  */
void
upc_run_at_start (tree body)
{
  tree fn = make_function ("__upc_start_unit");
  tree outer = current_function_decl;
  push_struct_function (fn);
  current_function_decl = fn;
  cfun->function_end_locus = input_location;
  DECL_SAVED_TREE (fn) = build3 (BIND_EXPR, void_type_node, NULL_TREE, body,
				 NULL_TREE);
  pop_cfun ();
  current_function_decl = outer;
  cgraph_node::finalize_function (fn, false);
  tree address = build_fold_addr_expr (fn);
  put_in_section ("upc_init", TREE_TYPE (address), address);
}
