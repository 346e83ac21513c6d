/* gaspcc.h - the parts of the compiler wrappers.

   SPDX-License-Identifier: Apache-2.0

   A wrapper is GCC's own driver with -specs=gasp.specs in front, which knows
   all options -finstrument-gasp*.  What is left to do here: find the two
   (places.c), and translate what GASP says compilers should take
   (options.c).  Nothing is freed, since all ends in exec.  */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A list of arguments, always followed by a null.  */
struct words
{
  char **word;
  size_t count;
};

/* words.c */
extern void add_word (struct words *list, const char *word);
extern void add_words (struct words *list, const struct words *more);
/* Adds the words of TEXT, quoted as in GCC's response files.  */
extern void split_words (struct words *list, const char *text);
extern void print_words (const struct words *list);
extern char *join (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));
/* Says why it does not work, and exit.  */
extern void fail (const char *format, ...)
  __attribute__ ((format (printf, 1, 2), noreturn));

/* The wrapper's name, in front of messages of fail.  */
extern const char *program;

/* places.c */
extern char *find_prefix (void);
extern const char *find_compiler (const char *name, const char *prefix,
				  bool *is_own);

/* response.c */
typedef bool word_test (const char *word);
/* Adds WORD; if it is @FILE, and IS_OURS says so of something in that file,
   the words there instead.  */
extern void expand_word (struct words *to, const char *word,
			 word_test *is_ours);

/* options.c */
extern void translate (struct words *to, const struct words *from,
		       const char *prefix);
extern void print_help (void);
extern void print_manual (void);

/* upc.c: what gaspupc alone knows.  */
extern bool is_upc;
extern bool is_upc_option (const char *word);
/* Adds the words that the option at *AT stands for, and steps over its
   arguments.  Returns false if it is not one of UPC's.  */
extern bool translate_upc (struct words *to, const struct words *from,
			   size_t *at);
/* Adds the arguments that depend on all options.  */
extern void add_upc (struct words *to);
extern void print_upc_help (const char *format);

/* Adds what shows an outer cache of object files what the code of COMMAND
   depends on; and tells one that COMMAND runs of the plugins (caches.c).  */
extern void add_inputs (struct words *command);
extern void tell_cache (const char *prefix);

/* Prints the specs file of the installation in PREFIX, or, if it is set, in
   GASPCC_HOME, and returns the status to end with (specs.c).  */
extern int print_specs (const char *prefix);

/* Adds what links the tool that --tool=NAME asks for (tool.c).  */
extern void add_tool (struct words *to, const char *name, bool is_static,
		      const char *prefix);
