/* inputs.c - report what the code depends on besides sources.

   SPDX-License-Identifier: GPL-3.0-or-later

   Filters and lists of events are inputs of the compiler, and so is the plugin.
   Make has to know the lists: they are in the dependency files of -MD.  A cache
   of object files takes what it has when -E prints the same text; and if it
   keeps the names of included files to look at these alone, as ccache does, it
   reads them in that text.  So -E prints

     # 0 "filter.txt"
     # 0 "/usr/lib/gasp.so"
     # 0 "<gasp 5d41402abc4b2a76b9719d911017c592>"

   where the number stands for the contents of the lists, the plugin's
   arguments, and the plugin.  With -P, as sccache has it, there are no such
   lines, and -E prints

     #pragma GCC poison gasp_5d41402abc4b2a76b9719d911017c592

   which means nothing to any compiler: of a file to standard output, as caches
   read it, and not of standard input, by which scripts ask for a macro.  */

#include "gasp-plugin.h"
#include "upc/upc-plugin.h"
#include "md5.h"
#include <dlfcn.h>
#include <sys/stat.h>

/* The inputs that markers name; and those of them that are lists, which go into
   dependency files, too.  */
static vec<const char *> names, lists;
static struct md5_ctx digest;

static void
start_digest (void)
{
  static bool started;
  if (!started)
    md5_init_ctx (&digest);
  started = true;
}

void
gasp_digest_input (const char *text)
{
  start_digest ();
  md5_process_bytes (text, strlen (text) + 1, &digest);
}

static bool
is_among (const vec<const char *> &files, const char *file)
{
  for (unsigned i = 0; i < files.length (); i++)
    if (!strcmp (files[i], file))
      return true;
  return false;
}

/* Notes FILE as an input, and as a dependency if it is a regular file: a pipe
   is gone when make looks for it.  */
void
gasp_add_input (const char *file)
{
  struct stat status;
  names.safe_push (xstrdup (file));
  if (!stat (file, &status) && S_ISREG (status.st_mode)
      && !is_among (lists, file))
    lists.safe_push (xstrdup (file));
}

bool
gasp_add_named_input (const char *, const char *name)
{
  names.safe_push (xstrdup (name));
  return true;
}

/* Adds FILE, of the plugin.  That it is another one is seen by its time and
   size, as caches see it of the compiler.  */
static void
add_plugin_file (const char *file)
{
  struct stat status;
  if (stat (file, &status))
    return;
  names.safe_push (xstrdup (file));
  char *text = xasprintf ("%lld %lld.%09ld", (long long) status.st_size,
			  (long long) status.st_mtim.tv_sec,
			  (long) status.st_mtim.tv_nsec);
  gasp_digest_input (text);
  free (text);
}

/* Notes the plugin and its arguments ARGS as inputs, unless nothing is
   instrumented and no other input is noted.  */
void
gasp_add_plugin_inputs (const struct plugin_name_args *args)
{
  if (!gasp_options.instrument && !upc_options.on && names.is_empty ())
    return;
  for (int i = 0; i < args->argc; i++)
    {
      gasp_digest_input (args->argv[i].key);
      gasp_digest_input (args->argv[i].value ? args->argv[i].value : "");
    }
  Dl_info here;
  add_plugin_file (args->full_name);
  if (dladdr ((const void *) add_plugin_file, &here))
    add_plugin_file (here.dli_fname);
}

static void
print_marker (const char *name)
{
  const line_map *map = linemap_add (line_table, LC_RENAME, 0, name, 0);
  pp_file_change (linemap_check_ordinary (map));
}

static void
print_inputs (void)
{
  unsigned char number[16];
  char text[2 * sizeof number + 1];
  md5_finish_ctx (&digest, number);
  for (size_t i = 0; i < sizeof number; i++)
    sprintf (text + 2 * i, "%02x", number[i]);
  if (flag_no_line_commands)
    {
      if (!flag_no_output
	  && (!asm_file_name || !strcmp (asm_file_name, "-"))
	  && main_input_filename && *main_input_filename != '<')
	printf ("#pragma GCC poison gasp_%s\n", text);
      return;
    }
  for (unsigned i = 0; i < names.length (); i++)
    print_marker (names[i]);
  print_marker (xasprintf ("<gasp %s>", text));
}

/* Adds the inputs to the dependencies, and prints them for -E, at
   PLUGIN_PRAGMAS: the main file has been opened, and nothing is read yet.
   What follows here puts the line of the main file after what -E has
   printed.  */
void
gasp_tell_inputs (void *, void *)
{
  if (!cpp_get_deps || !&parse_in || !parse_in || names.is_empty ())
    return;
  cpp_options *options = cpp_get_options (parse_in);
  if (options->deps.style != DEPS_NONE)
    for (unsigned i = 0; i < lists.length (); i++)
      deps_add_dep (cpp_get_deps (parse_in), lists[i]);
  if (flag_preprocess_only && !options->preprocessed
      && options->lang != CLK_ASM)
    print_inputs ();
}
