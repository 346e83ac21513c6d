/* upc-plugin.h - what the files of the UPC side share.

   SPDX-License-Identifier: GPL-3.0-or-later

   Switched on by -fplugin-arg-gasp-upc.  What UPC adds to C's tokens has been
   rewritten by the lexical step (plugin/upc/lex/upc-words.h says how); the way
   of the rest of a unit:

   lex/            tokens to the lexical step and back (its own header)

   types/
     layouts.c       each layout is an address space of its own
     attributes.c    declarations get theirs from the lexical step's attributes
     sizes.c         upc_blocksizeof, upc_elemsizeof, upc_localsizeof
     arrays.c        THREADS in dimensions; how much of an object a thread has
     modes.c         where strict or relaxed is the default
     declarations.c  what may not be declared
     expressions.c   what may not be written in expressions
     messages.c      what the front end says about address spaces
     spelling.c      how types are spelled in messages
     print.c         how the user writes them

   loops/
     forall.c        upc_forall
     strides.c         from one iteration of its own to the next
     loops.c           loops that go from number to number
     affinity.c        whose the iterations are
     linear.c          what is linear in the variable
     cursors.c         elements that are walked along
     cursor-code.c       and what moves there

   lower/
     statements.c    upc_barrier and its like
     strict.c        each strict read is made
     unused.c        reads whose values nobody uses
     updates.c       assignments that are done where the object is
     initialisers.c  initial values become start-up code
     storage.c       what stands for a shared object in the object file
     debug.c         what debuggers do not see
     describe.c      what they see
     lower.c         the pass that turns shared references into C
     address.c         their addresses
     access.c          reading and writing
     checks.c          checks of both, with -fupc-check
     emit.c          values and calls beside the statement
     prelude.c       the functions that they become calls of
     constants.c     which way they go, as soon as that is known
     returns.c       calls of libupc have a place to return to
     verify.c        nothing shared is left

   After that, nothing of UPC is in the code but calls of libupc.  */

#pragma once

#include "gasp-plugin.h"
#include "gasp-upc-layout.h"
#include "upc-words.h"

/* -W, -Wno- and -Werror= before this, by way of the specs file; and what they
   make of jumps out of a upc_forall and into it.  */
#define UPC_JUMPS_OPTION "upc-forall-jumps"
enum upc_jumps { JUMPS_WARNING, JUMPS_ERROR, JUMPS_IGNORED };

/* The values of -fplugin-arg-gasp-upc*.  */
struct upc_option_values
{
  bool on;
  int threads;			/* static THREADS; 0 if dynamic */
  bool many_threads;		/* how pointers are divided */
  bool distant;			/* others' parts may have no addresses */
  bool berkeley;		/* UPC 1.0's words too */
  bool check;			/* accesses, while the program runs */
  enum upc_jumps jumps;
};
extern struct upc_option_values upc_options;

/* ---- layouts.c  */

/* The address space of what "shared" stands before while a declaration is
   being read, and for good that of void.  Those above are layouts.  */
enum { UPC_SPACE = 3 };

enum upc_mode { ACCESS_DEFAULT = UPC_MODE_NONE, ACCESS_STRICT = UPC_MODE_STRICT,
		ACCESS_RELAXED = UPC_MODE_RELAXED };

/* How pointers to a type count.  */
struct upc_layout
{
  unsigned HOST_WIDE_INT block;	/* in elements; 0 if there is but one block */
  HOST_WIDE_INT size;		/* of an element; -1 if not known (yet) */
  enum upc_mode mode;
};

/* Returns whether TYPE, or what the array TYPE consists of, is shared.  */
extern bool upc_shared_p (const_tree type);
/* Returns whether TYPE is pointer-to-shared.  */
extern bool upc_pointer_p (const_tree type);
/* Returns the layout of the shared type TYPE, which may be a part of an
   element.  */
extern struct upc_layout upc_layout_of (const_tree type);
/* Returns the block size that TYPE was declared with.  */
extern unsigned HOST_WIDE_INT upc_block_of (const_tree type);
/* Returns TYPE with that layout.  */
extern tree upc_type_with_layout (tree type, unsigned HOST_WIDE_INT block,
				  enum upc_mode mode);
/* Shares the members of the type STRUCTURE, which has been completed.  */
extern void upc_share_members (tree structure);
/* A block size that is not known yet.  Only one object will have a type with
   it, and upc_close_layout sets it once that object is complete.  */
#define UPC_BLOCK_OPEN HOST_WIDE_INT_M1U
extern void upc_close_layout (const_tree type, unsigned HOST_WIDE_INT block);
/* Returns TYPE as it would be if it were not shared.  */
extern tree upc_private_type (tree type);
/* Returns "shared [3]", as the user writes it, if TYPE is that; or null.  */
extern const char *upc_sharing (const_tree type);
/* Returns whether values of these types, pointers-to-shared, mean the
   same.  */
extern bool upc_same_layout (const_tree a, const_tree b);
/* Returns whether pointers of that type are to void; may have a phase.  */
extern bool upc_generic_p (const_tree pointer_type);
extern bool upc_may_have_phase_p (const_tree pointer_type);
/* Sets *FROM and *TO to whether the pointers' targets in the latest conversion
   that GCC was denied are shared.  */
extern void upc_denied_conversion (bool *from, bool *to);
/* Notes that the type NODE, of a cast perhaps, has been given its layout; null
   if the front end does something else.  */
extern void upc_note_type_name (const_tree node);
extern void upc_register_keywords (void);
extern void upc_set_target_hooks (void);
extern void upc_set_back_end_hooks (void);
/* Takes types out of their spaces, for link-time optimisation.  */
extern void upc_merge_layouts (void *, void *);
/* Keeps T from the garbage collector.  */
extern tree upc_keep (tree t);

/* ---- sizes.c  */

/* Handles upc_szop (WHAT, ...): the type becomes one of the size that WHAT has
   of it.  */
extern tree upc_handle_size (tree *node, tree, tree args, int, bool *no_add);

/* ---- attributes.c  */
extern void upc_register_attributes (void);
extern void upc_finish_bounds (tree decl);

/* ---- arrays.c  */
/* The attribute of an array type whose length is a multiple of THREADS: which
   one.  Such types with different ones are not compatible.  */
#define UPC_MULTIPLE "upc_multiple"
extern void upc_watch_types (void);
/* Returns THREADS, as an expression of type int.  */
extern tree upc_threads (void);
/* Returns whether the bound of the array TYPE has THREADS in it that has not
   been replaced yet.  */
extern bool upc_magic_p (const_tree type);
/* Returns whether EXPR is a variable that stands for a bound or size.  */
extern bool upc_size_p (const_tree expr);
/* Returns TYPE, marked so, as an array of ELEMENT with the right bound.  */
extern tree upc_array_of_threads (tree type, tree element, location_t loc);
/* Returns the array TYPE with another element.  */
extern tree upc_array_of (tree type, tree element);
/* Returns how often THREADS is in the bounds of TYPE.  */
extern int upc_threads_dimensions (const_tree type);
/* Returns whether arrays of types A and B can be the same, as far as THREADS
   goes; if not, that is not known to the front end.  */
extern bool upc_bounds_agree_p (const_tree a, const_tree b);
/* Prints the bounds of array TYPE as the user writes them.  */
extern void upc_print_bounds (pretty_printer *text, const_tree type);
/* Returns the number of elements of TYPE, if THREADS were 1 where it is in a
   bound; -1 if not known.  */
extern HOST_WIDE_INT upc_elements (const_tree type);
/* Returns the block size that [*] stands for in TYPE, or -1.  */
extern HOST_WIDE_INT upc_even_block (const_tree type);
/* Returns how many bytes of an object of TYPE a thread has, at most; or
   -1.  */
extern HOST_WIDE_INT upc_local_size (const_tree type);
/* Makes DECL's size that.  */
extern void upc_set_size (tree decl);

/* ---- modes.c  */
extern void upc_handle_mode (cpp_reader *);
extern enum upc_mode upc_mode_at (location_t loc);
/* Returns where the parser is.  */
extern enum upc_mode upc_mode_now (void);

/* ---- strict.c  */
extern void upc_watch_reads (void);

/* ---- declarations.c  */
extern void upc_check_declaration (tree decl);
/* Complains at LOC about too many THREADS in the arrays that TYPE, or what it
   is made of, points to.  */
extern void upc_check_dimensions_within (tree type, location_t loc);
/* Compares DECL, which is being declared, with an earlier declaration.  */
extern void upc_check_redeclaration (tree decl);

/* ---- expressions.c  */
extern void upc_check_function (tree fn);
extern void upc_check_initialiser (tree decl);
extern void upc_watch_operations (void);
/* Returns whether the unit has __builtin_dynamic_object_size in it, as
   <string.h> has with _FORTIFY_SOURCE=3.  */
extern bool upc_objects_measured_p (void);

/* ---- messages.c  */
extern void upc_start_messages (void);
/* Notes that THREADS is used at LOC, in a bound of an array or elsewhere.  */
extern void upc_note_threads (location_t loc, bool in_bound);

/* ---- spelling.c  */
/* Returns TEXT, a piece of a message, in UPC's spelling, in new memory; null
   if there is nothing in it to spell.  */
extern char *upc_spell (const char *text);

/* ---- print.c  */
/* Prints TYPE, which may be shared, and a pointer to it, as the user writes
   them.  */
extern void upc_print_type (pretty_printer *text, tree type);
extern void upc_print_pointer (pretty_printer *text, tree type);

/* ---- statements.c  */
extern void upc_finish_statements (tree fn);

/* ---- forall.c  */
extern tree *upc_own_iterations (tree expr);
extern void upc_rewrite_foralls (tree fn);

/* ---- strides.c  */
extern void upc_make_strides (tree fn);

/* ---- unused.c  */
extern void upc_keep_unused (tree fn);
/* Visits each expression in FN whose value is not used, a STATEMENT or a part
   of one; VISIT may replace it.  */
extern void upc_walk_unused (tree fn,
			     void (*visit) (tree *where, bool statement));

/* ---- updates.c  */
extern void upc_make_updates (tree fn);
/* Has the index in a[i + 1] += x computed once, and its like.  */
extern void upc_share_indices (tree fn);

/* ---- initialisers.c  */
extern HOST_WIDE_INT upc_length_of_value (tree value);
/* Notes that DECL's initialiser, about to be read, need not be constant for
   C.  */
extern void upc_expect_initialiser (tree decl);
extern void upc_finish_initialiser (tree decl);
/* Makes what FN's own variables are initialised with at run time, where it is
   known no earlier.  */
extern void upc_forbid_sections (tree fn);
extern void upc_make_startup (void);

/* ---- storage.c  */
extern void upc_note_object (tree decl);
/* Returns the ordinary variable that stands for the shared object DECL.  */
extern tree upc_proxy (tree decl);
/* Returns whether the object DECL is defined in this unit.  */
extern bool upc_defined_p (tree decl);
/* Returns the address of a new struct __upc_check_site (gasp-upc-log.h).  */
extern tree upc_site_at (location_t loc);
/* Returns how the object DECL, if it is defined here, is aligned, in bits.  */
extern unsigned upc_object_alignment (tree decl);
extern void upc_make_objects (void);
/* Makes a function without arguments of BODY that is to be run at the
   start.  */
extern void upc_run_at_start (tree body);

/* ---- prelude.c: the functions of gasp-upc-prelude.h  */
enum upc_function
{
#define UPC_FUNCTION(id, name) id,
#include "lower/functions.def"
  UPC_FUNCTIONS
};
extern void upc_note_function (tree decl);
extern void upc_hide_prelude (tree fn);
/* Returns whether FN is one of the prelude's that are always inlined.  */
extern bool upc_inlined_p (const_tree fn);
/* Returns a place in it, for what is declared for debuggers.  */
extern location_t upc_prelude_location (void);
extern tree upc_function (enum upc_function fn, location_t loc);
/* Returns whether DECL is FN.  */
extern bool upc_function_p (const_tree decl, enum upc_function fn);
/* Returns whether DECL is any function of the prelude.  */
extern bool upc_any_function_p (const_tree decl);
extern const struct ggc_root_tab upc_roots[], upc_prelude_roots[];

/* ---- debug.c  */
/* Hides TYPE, which has been given a layout, from debugging information.  */
extern void upc_hide_from_debugging (tree type);
/* Takes all types out of their spaces, and puts them back.  */
extern void upc_leave_spaces (void);
extern void upc_enter_spaces (void);
/* Calls VISIT for each type that is in a space.  */
extern void upc_each_hidden_type (void (*visit) (tree type));

/* ---- describe.c  */
extern void upc_wrap_debug_hooks (void);
/* Describes the object DECL, which PROXY stands for.  */
extern void upc_describe_object (tree proxy, tree decl);

/* ---- lower.c  */
extern opt_pass *upc_make_lower (gcc::context *);
extern opt_pass *upc_make_alone (gcc::context *);
extern opt_pass *upc_make_returns (gcc::context *);

/* ---- constants.c  */
extern opt_pass *upc_make_constants (gcc::context *);

/* Returns whether EXPR is an object or a part of one that is in shared
   space.  */
extern bool upc_shared_reference_p (const_tree expr);

/* ---- emit.c  */
/* The statement that is being lowered, and where its code goes.  */
struct upc_work
{
  gimple_stmt_iterator *gsi;
  location_t loc;
  gbind *bind;			/* the innermost one around it */
  bool profiled;		/* accesses raise events */
  bool checked;			/* calls check them */
  gimple *updated;		/* a write that has been checked */
  bool strict_read, strict_write; /* the statement is that, in place */
};
extern struct upc_work upc_work;
/* Emits what computes EXPR before the statement, and returns the value.  */
extern tree upc_value (tree expr);
/* Emits a call of FN before the statement, and returns its value, of TYPE.  */
extern tree upc_call (enum upc_function fn, tree type, unsigned n, ...);
/* Emits a call of FN for its effect, AFTER the statement or before.  */
extern void upc_emit (enum upc_function fn, bool after, const vec<tree> &args);
/* Adds the last arguments of what raises an event to ARGS: the statement's
   place.  */
extern void upc_push_place (vec<tree> *args);

/* ---- address.c  */
/* Returns a pointer-to-shared as a number: of the object that REF denotes; of
   the value of pointer P.  */
extern tree upc_address_of (tree ref);
/* Returns the pointer to what REF denotes, without a phase.  */
extern tree upc_place_of (tree ref);
/* Returns whether REF, an array with LAYOUT, lies in one block: it is a row
   of an object whose blocks have whole rows.  */
extern bool upc_within_block_p (tree ref, const struct upc_layout *layout);
/* Returns where REF, an element of the object with PROXY, is in this process,
   as a POINTER; or null: then its place is to be looked up.  */
extern tree upc_local_element (tree ref, tree proxy, tree pointer);
/* Returns the place as an expression in GENERIC, which is still to be
   lowered.  */
extern tree upc_place_expression (tree ref);
/* Returns whether REF, to an object or its part, is where this thread's part
   of it begins, as a[MYTHREAD] may be.  */
extern bool upc_own_part_p (tree ref);
extern tree upc_pointer_value (tree p);
/* Returns P, if it is the address of something shared, as a value.  */
extern tree upc_operand (tree p);
/* Returns P moved by N bytes, for NAME, which is assigned the result; until
   upc_forget_moves.  */
extern tree upc_move_for (tree name, tree p, tree bytes);
/* Returns whether POINTER is such a name of which that is remembered.  */
extern bool upc_moved_p (tree pointer);
extern void upc_forget_moves (void);
extern tree upc_subtract (tree a, tree b, const_tree pointer);
extern tree upc_convert (tree p, tree to);
extern tree upc_comparable (tree p);
extern tree upc_bits_type (void);
/* Returns N, of type long.  */
extern tree upc_number (HOST_WIDE_INT n);

/* ---- access.c  */
/* Returns the replacement of the shared REF in the statement that reads, or
   writes, it.  */
extern tree upc_read (tree ref);
extern tree upc_write (tree ref);
/* Handles the statement whole if it copies shared to shared; if so, true.  */
extern bool upc_copy (gassign *stmt);
extern void upc_fence_around (void);
/* Variables that are arguments of __upc_get_told; or null.  */
struct upc_told
{
  tree flag, from, local;
  bool checked;			/* all elements are, before the loop */
};
/* Returns the mode that an access to REF at LOC has by its type, or by where
   it is.  */
extern enum upc_mode upc_mode_of (tree ref, location_t loc);
/* Returns whether a variable of a loop says whether REF is near.  */
extern bool upc_told_p (tree ref);
/* Notes that REF, a MEM_REF, is to the shared OBJECT or into it, unless that
   is null; and what to call __upc_get_told with.  */
extern void upc_set_meaning (tree ref, tree object,
			     const struct upc_told *told);
/* Returns whether -fupc-check has checked REF before the loop.  */
extern bool upc_checked_before_p (tree ref);
/* Returns the shared object that REF is to or into, or that the
   pointer-to-shared POINTER points into; null if it is not known.  */
extern tree upc_object_of (tree ref);
extern tree upc_object_at (tree pointer);
/* Returns whether it points to where this thread's part of that begins.  */
extern bool upc_own_part_at_p (tree pointer);
/* Notes that NAME is computed from the pointer FROM, and MOVED or not; until
   upc_forget_pointers.  */
extern void upc_note_pointer (tree name, tree from, bool moved);
extern void upc_forget_pointers (void);
/* Returns REF as it is addressed in this process.  */
extern tree upc_in_place (tree ref);

/* ---- checks.c  */
/* Checks the access to REF, with -fupc-check, by a call before the statement,
   or AFTER it; and the conversion of P to a private pointer.  */
extern void upc_check_read (tree ref, bool update);
extern void upc_check_write (tree ref, bool after);
extern void upc_check_cast (tree p);
/* An access to SIZE bytes at LOC, of a shared OBJECT, or through a pointer to
   blocks of BLOCK elements.  */
struct upc_access
{
  location_t loc;
  bool write, strict;
  bool place;			/* what is known of it has no phase */
  HOST_WIDE_INT size, block;	/* 0 if that is not known; if there is one */
  tree object;			/* or null */
};
/* Appends the arguments that describe ACCESS to ARGS: how it is made,
   OBJECT, the object's size, and where.  */
extern void upc_push_check (vec<tree> *args, const struct upc_access *access,
			    tree object);

/* ---- verify.c  */
extern bool upc_verify (gimple_seq body);

/* ---- start.c: PLUGIN is in FILE  */
extern void upc_start (const char *plugin, const char *file);
extern void upc_start_everywhere (void);
/* Starts the plugin for a unit that is not in C, of which only main is changed
   for UPC.  */
extern void upc_start_other_language (const char *plugin, const char *file);
#define UPC_MAX_BLOCK_SIZE						\
  (upc_options.many_threads ? __UPC_MANY_MAX_BLOCK_SIZE			\
   : __UPC_USUAL_MAX_BLOCK_SIZE)
/* The largest part of shared space that a thread can have.  */
#define UPC_MAX_PART							\
  (HOST_WIDE_INT_1 << (upc_options.many_threads ? __UPC_MANY_ADDRESS_BITS \
		       : __UPC_USUAL_ADDRESS_BITS))
