/* gasp-plugin.h - what the plugin's files share.

   SPDX-License-Identifier: GPL-3.0-or-later

   The way of a unit through the plugin:

     options.c    -fplugin-arg-gasp-* into `gasp_options' (state.c)
     wanted.c     which events are wanted (--profile-only)
     filter.c     which functions and files are
     inputs.c     reports these files to make, and to caches of object files
     pragma.c     #pragma pupc, user macros: while parsing
     places.c     where calls stand that are arguments: before gimplification
     regions.c    what #pragma pupc covers; marks the calls to rewrite
     main-fn.c    main takes the tool's arguments, says that it returns
     instances.c  which functions of a C++ library are the program's
     functions.c  source mode wraps bodies; emitted mode marks functions
     omp.c        OpenMP's constructs other than calls
     tail-calls.c calls in tail position that stay so; recursion.c tells which
     redzone.c    a function with probes does without a red zone
     calls.c      marked calls become calls of their profiled variants
     call-sites.c or sites: calls that libgasp makes such
     call-places.c  where calls of libgomp stand
     sites.c      probes become NOPs
     site-records.c    their records
     unit.c       what registers the object with libgasp

   Several passes of one unit talk through the IR alone, never through
   variables: with -flto the later ones run in another process.  */

#ifndef GASP_PLUGIN_H
#define GASP_PLUGIN_H

#include "gcc-compat.h"

/* Defines %wd for the compiler, as the first declaration with such a format;
   those in precompiled headers do not.  */
extern void gasp_format_example (const char *, ...) ATTRIBUTE_GCC_DIAG (1, 2);

/* How function events are made.  */
enum gasp_functions { FUNCTIONS_NONE, FUNCTIONS_SOURCE, FUNCTIONS_EMITTED };

/* Which calls in tail position stay so in source mode.  */
enum gasp_tail_calls { TAIL_CALLS_RECURSIVE, TAIL_CALLS_ALL, TAIL_CALLS_NONE };

struct gasp_option_values
{
  bool instrument;		/* any instrumentation at all */
  enum gasp_functions functions;
  enum gasp_tail_calls tail_calls;
  bool local;			/* accesses with local affinity too (UPC) */
  bool verbose;
};

/* state.c: that; counts for the unit's last line; and whether something of this
   unit needs libgasp, for functions of the source, or for emitted ones.  */
extern struct gasp_option_values gasp_options;
extern unsigned gasp_functions_done, gasp_functions_left_out, gasp_calls_done;
extern bool gasp_unit_needs_runtime;
extern bool gasp_unit_has_source, gasp_unit_has_emitted;

/* options.c */
extern bool gasp_read_options (int argc, struct plugin_argument *argv);

/* Calls TAKE for each line of FILE, which is WHAT, with its number (lines.c).
   Returns whether all could be read, and TAKE was content with all.  Errors
   are reported.  */
extern bool gasp_read_lines (const char *file, const char *what,
			     bool (*take) (char *line, const char *file,
					   int number));

/* Notes what the code depends on (inputs.c): FILE has been opened; TEXT stood
   in it, or makes the code another one.  */
extern void gasp_add_input (const char *file);
extern void gasp_digest_input (const char *text);
/* Adds NAME as the input of the option KEY; returns whether KEY is such an
   option.  */
extern bool gasp_add_named_input (const char *key, const char *name);
extern void gasp_add_plugin_inputs (const struct plugin_name_args *args);
/* Adds the inputs to the dependencies, at PLUGIN_PRAGMAS.  */
extern void gasp_tell_inputs (void *, void *);

/* Returns whether the event of that name is wanted (wanted.c).  */
extern bool gasp_event_wanted (const char *name);
extern bool gasp_read_wanted_events (const char *file);

/* Returns why FN, of source file FILE, is left out, or null (filter.c).
   INCLUDED is set if a rule names the function.  */
extern const char *gasp_filtered (tree fn, const char *file, bool *included);
extern bool gasp_add_filter (const char *rule, const char *globs);
extern bool gasp_read_filter (const char *file);
/* Writes to FILE, of assembler code, which inclusions have matched in this
   unit.  */
extern void gasp_print_inclusions (FILE *file);

/* Returns why no events are raised for FN, in words, or null (decide.c).  */
extern const char *gasp_why_not_function (tree fn);
/* Returns why no events at all are raised in FN, not even of its calls; or
   null.  */
extern const char *gasp_why_excluded (tree fn, bool *included);
/* Returns whether FN, of a system header, is a template's instance for types
   or functions of the program (instances.c).  */
extern bool gasp_is_programs_instance (tree fn);
/* Returns whether FN, which is instrumented, is that for no other reason
   (decide.c).  */
extern bool gasp_is_instance (tree fn);
/* Reports, if -fplugin-arg-gasp-verbose, that FN was left out
   (left-out.c).  */
extern void gasp_left_out (tree fn, const char *why);

/* Returns FN as its language would declare it, in GC memory (signature.c).  */
extern const char *gasp_signature (tree fn);
/* Returns the name alone, qualified: ns::cls<int>::f.  */
extern const char *gasp_qualified_name (tree fn);
extern tree gasp_coroutine_of (tree fn);
extern bool gasp_in_fortran (void);
extern bool gasp_in_other_language (void);

/* Returns a declaration of libgasp's function NAME, of TYPE, which throws
   nothing (main-fn.c).  */
extern tree gasp_declare_function (const char *name, tree type);
extern bool gasp_is_main (tree fn);
/* Returns whether FN is a main that reports its return.  */
extern bool gasp_announces_return (tree fn);

/* Returns the static facts of a function, as a line of text that later passes
   carry around (record.c): "LINE COLUMN END_LINE END_COLUMN
   FLAGS\tFILE\tSIGNATURE", the strings escaped for .string in an asm
   template.  */
extern const char *gasp_describe (struct function *fun);
/* Returns STRING as it stands in .string "..." in an asm template, in heap
   memory.  */
extern char *gasp_escape (const char *string);

/* Takes calls in tail position out of BIND, the body of FUN, to be put after
   the try that it becomes (tail-calls.c).  */
extern gimple_seq gasp_take_tail_calls (struct function *fun, gbind *bind);

/* Returns whether CALLEE, called by FN, may call FN again, as far as this unit
   shows (recursion.c).  */
extern bool gasp_may_recur (tree fn, tree callee);

/* pragma.c */
extern void gasp_register_pragmas (void);
/* Finishes FN, at PLUGIN_FINISH_PARSE_FUNCTION.  */
extern void gasp_finish_function (void *fn, void *);
/* Returns whether instrumentation is on where FN is defined.  */
extern bool gasp_on_for (tree fn);
/* Returns 1 for on and 0 for off if STMT is a region that #pragma pupc made;
   else -1.  */
extern int gasp_region (gimple *stmt);

/* Returns whether LOC is a place in the source (places.c).  */
extern bool gasp_is_somewhere (location_t loc);
extern void gasp_remember_places (void *fn, void *);
extern void gasp_remember_start (gcall *call);
extern expanded_location gasp_place_of (gcall *call);

/* calls.c */
struct gasp_call;
extern const struct gasp_call *gasp_call_of (tree fndecl);
extern void gasp_mark_call (gcall *call, const struct gasp_call *what,
			    gimple_stmt_iterator *gsi, bool on);
extern void gasp_keep_own_new (gcall *call, gimple_stmt_iterator *gsi);
/* Adds file, line and column, as arguments, and the types of these.  */
extern void gasp_push_position (vec<tree> *args, expanded_location);
extern void gasp_push_position_types (vec<tree> *types);

/* call-sites.c */
extern bool gasp_call_can_stay (tree fn, const struct gasp_call *what);
extern const char *gasp_call_site_name (void);
extern void gasp_describe_call_site (tree site, tree fn,
				     const struct gasp_call *what,
				     expanded_location);
/* Gives INSN its entry, if it is a call that stays.  */
extern void gasp_write_call_site (rtx_insn *insn);

/* Keeps CALL, if its place is wanted, from becoming a jump; and gives INSN, if
   it is such a call, its entry (call-places.c).  */
extern void gasp_keep_call_here (gcall *call);
extern void gasp_write_call_place (rtx_insn *insn);

/* Trees that static variables hold, for the garbage collector.  */
extern const struct ggc_root_tab gasp_call_roots[], gasp_pragma_roots[];
extern const struct ggc_root_tab gasp_omp_roots[];

/* sites.c: probes in GIMPLE.  */
enum gasp_probe { PROBE_ENTER, PROBE_LEAVE, PROBE_RESUME };
extern gimple *gasp_build_probe (enum gasp_probe kind, const char *description,
				 location_t loc);
extern bool gasp_is_probe (rtx_insn *insn);
/* Puts TEXT, an asm template, before INSN or after it.  */
extern void gasp_emit_text_before (rtx_insn *insn, const char *text);
extern void gasp_emit_text_behind (rtx_insn *insn, const char *text);
/* The attribute of an instrumented function: its value is a list whose value
   is its description.  */
#define GASP_FUNCTION "gasp function"
/* That of one of a system header too, which is instrumented for its template
   arguments, and unless it is small.  */
#define GASP_INSTANCE "gasp instance"

/* Starts the descriptions of sites for libgasp (site-records.c): of a
   function; or of the other of its two parts, where it is in two sections.  */
extern void gasp_begin_entries (void);
extern void gasp_begin_other_part (void);
/* Returns the label that the section of an entry is to be linked to, for
   something whose label is PLACE: they stay together, and are dropped
   together.  */
extern const char *gasp_link (const char *place);
/* Writes the entry of site SITE, of KIND (a GASP_SITE_*), in the function of
   DESCRIPTION, whose record is to have FLAGS besides its own.  */
extern void gasp_print_entry (pretty_printer *, unsigned site, unsigned kind,
			      const char *description, unsigned flags);
/* Returns the number of the label .LGSPs of STRING, as gasp_escape makes it,
   in the section of strings that the linker merges; written to TEXT if this
   is its first use in this assembler file.  Keeps STRING.  */
extern unsigned gasp_string_label (pretty_printer *text, const char *string);
/* Returns COLUMN as it stands in a record: in two bytes, 0 if that is too
   little.  */
extern int gasp_short_column (int column);

/* unit.c */
extern void gasp_finish_unit (void *, void *);

/* Passes.  */
extern opt_pass *gasp_make_regions (gcc::context *);
extern opt_pass *gasp_make_main (gcc::context *);
extern opt_pass *gasp_make_functions (gcc::context *);
extern opt_pass *gasp_make_omp (gcc::context *);
extern opt_pass *gasp_make_omp_reductions (gcc::context *);
extern opt_pass *gasp_make_redzone (gcc::context *);
extern opt_pass *gasp_make_calls (gcc::context *);
extern opt_pass *gasp_make_sites (gcc::context *);

#include "target/gasp-target.h"

#endif /* GASP_PLUGIN_H */
