/* options.c - the plugin's arguments.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gasp-plugin.h"
#include "upc/upc-plugin.h"

/* Returns KEY and VALUE as the driver's option, to be shown by %qs: cut to 200
   characters each.  The caller frees it.  */
static const char *
as_given (const char *key, const char *value)
{
  const char *prefix = !strcmp (key, UPC_JUMPS_OPTION) ? "-W"
		       : startswith (key, "upc") ? "-f"
		       : strcmp (key, "instrument") ? "-finstrument-gasp-"
		       : "-finstrument-gasp";
  return xasprintf ("%s%.200s%s%.200s", prefix,
		    strcmp (key, "instrument") ? key : "", value ? "=" : "",
		    value ? value : "");
}

/* Says that VALUE is not one of WORDS.  */
static bool
refuse (const char *key, const char *value, const char *words)
{
  error ("%qs: the value must be %s", as_given (key, value), words);
  return false;
}

/* A function for an option without a value.  */
#define SET(name, flag)							\
  static bool								\
  set_##name (const char *, const char *)				\
  {									\
    flag = true;							\
    return true;							\
  }

SET (instrument, gasp_options.instrument)
SET (local, gasp_options.local)
SET (verbose, gasp_options.verbose)
SET (upc, upc_options.on)
SET (upc_many_threads, upc_options.many_threads)
SET (upc_berkeley, upc_options.berkeley)
SET (upc_check, upc_options.check)

static bool
set_functions (const char *key, const char *value)
{
  gasp_options.instrument = true;
  if (!strcmp (value, "source"))
    gasp_options.functions = FUNCTIONS_SOURCE;
  else if (!strcmp (value, "emitted"))
    gasp_options.functions = FUNCTIONS_EMITTED;
  else
    return refuse (key, value, "'source' or 'emitted'");
  return true;
}

/* Sets *NUMBER to that of VALUE among three WORDS, if it is one of them.  */
static bool
choose (const char *value, const char *const *words, int *number)
{
  for (int i = 0; i < 3; i++)
    if (!strcmp (value, words[i]))
      {
	*number = i;
	return true;
      }
  return false;
}

static bool
set_tail_calls (const char *key, const char *value)
{
  static const char *const words[] = { "recursive", "all", "none" };
  int number;
  if (!choose (value, words, &number))
    return refuse (key, value, "'recursive', 'all' or 'none'");
  gasp_options.tail_calls = (enum gasp_tail_calls) number;
  return true;
}

static bool
set_only (const char *, const char *file)
{
  gasp_options.instrument = true;
  return gasp_read_wanted_events (file);
}

static bool
set_filter (const char *, const char *file)
{
  return gasp_read_filter (file);
}

static bool
set_upc_threads (const char *key, const char *value)
{
  char *end;
  long n = strtol (value, &end, 10);
  if (*end || n < 1 || n > __UPC_MANY_MAX_THREADS)
    return refuse (key, value,
		   "a number from 1 to " __UPC_TEXT (__UPC_MANY_MAX_THREADS));
  upc_options.threads = n;
  return true;
}

static bool
set_upc_conduit (const char *key, const char *value)
{
  upc_options.distant = !strcmp (value, "loopback") || !strcmp (value, "mpi");
  if (upc_options.distant || !strcmp (value, "smp"))
    return true;
  return refuse (key, value, "'smp', 'loopback' or 'mpi'");
}

static bool
set_upc_jumps (const char *key, const char *value)
{
  static const char *const words[] = { "warning", "error", "ignored" };
  int number;
  if (!choose (value, words, &number))
    return refuse (key, value, "'warning', 'error' or 'ignored'");
  upc_options.jumps = (enum upc_jumps) number;
  return true;
}

static bool print_help (const char *, const char *);

/* All arguments.  The driver's option -finstrument-gasp-KEY=VALUE becomes
   -fplugin-arg-gasp-KEY=VALUE by way of the specs file.  */
static const struct option
{
  const char *key;
  const char *value;		/* what to call it, null if there is none */
  bool (*set) (const char *key, const char *value);
  const char *help;
} options[] = {
  { "instrument", NULL, set_instrument,
    "instrument calls: allocation, exit, user events" },
  { "functions", "source|emitted", set_functions,
    "and functions: each one of the source, also where it is inlined, or "
    "each one that is emitted as code" },
  { "tail-calls", "recursive|all|none", set_tail_calls,
    "with functions=source, which calls in tail position stay so (default: "
    "those that may be part of a recursion)" },
  { "local", NULL, set_local,
    "and accesses to the thread's own part of shared memory" },
  { "only", "FILE", set_only,
    "instrument for the events that FILE names, one a line, only" },
  { "include-functions", "GLOB,...", gasp_add_filter,
    "instrument functions that match, and no others" },
  { "exclude-functions", "GLOB,...", gasp_add_filter,
    "do not instrument functions that match" },
  { "include-files", "GLOB,...", gasp_add_filter,
    "instrument functions of source files that match, and no others" },
  { "exclude-files", "GLOB,...", gasp_add_filter,
    "do not instrument functions of source files that match" },
  { "filter", "FILE", set_filter,
    "read such rules from FILE" },
  { "input", "NAME", gasp_add_named_input,
    "with -E, name this file, or <TEXT>, among what the code depends on" },
  { "verbose", NULL, set_verbose,
    "say of each function that is left out why, and count" },
  { "upc", NULL, set_upc,
    "compile UPC" },
  { "upc-threads", "N", set_upc_threads,
    "with THREADS a constant" },
  { "upc-many-threads", NULL, set_upc_many_threads,
    "for up to " __UPC_TEXT (__UPC_MANY_MAX_THREADS) " threads, with pointers "
    "of their own kind" },
  { "upc-conduit", "smp|loopback|mpi", set_upc_conduit,
    "where other threads' parts of shared space can, or cannot, be addressed" },
  { "upc-berkeley", NULL, set_upc_berkeley,
    "with UPC 1.0's names of statements (forall, barrier, notify, wait, fence)" },
  { "upc-check", NULL, set_upc_check,
    "have libupc check accesses to shared space while the program runs" },
  { UPC_JUMPS_OPTION, "warning|error|ignored", set_upc_jumps,
    "what to say of jumps out of a upc_forall, or into it" },
  { "help", NULL, print_help,
    "print this list" },
};

static bool
print_help (const char *, const char *)
{
  printf ("Arguments of the GASP plugin, each as -fplugin-arg-gasp-NAME:\n");
  for (size_t i = 0; i < ARRAY_SIZE (options); i++)
    {
      const struct option *o = &options[i];
      int width = printf ("  %s%s%s", o->key, o->value ? "=" : "",
			  o->value ? o->value : "");
      printf ("%*s  %s\n", width < 28 ? 28 - width : 0, "", o->help);
    }
  fflush (stdout);
  return true;
}

static void
report_unknown (const char *key)
{
  auto_vec<const char *> known;
  for (size_t i = 0; i < ARRAY_SIZE (options); i++)
    known.safe_push (options[i].key);
  pretty_printer list;
  for (unsigned i = 0; i < known.length (); i++)
    pp_printf (&list, "%s%s", i ? ", " : "", known[i]);
  error ("unknown argument %qs; known ones are: %s", as_given (key, NULL),
	 pp_formatted_text (&list));
}

static bool
read_option (const struct plugin_argument *arg)
{
  for (size_t i = 0; i < ARRAY_SIZE (options); i++)
    {
      const struct option *o = &options[i];
      if (strcmp (o->key, arg->key))
	continue;
      if (o->value && (!arg->value || !*arg->value))
	{
	  error ("%<-fplugin-arg-gasp-%s%> needs a value: %<=%s%>",
		 o->key, o->value);
	  return false;
	}
      if (!o->value && arg->value)
	{
	  error ("%qs: this argument takes no value",
		 as_given (o->key, arg->value));
	  return false;
	}
      return o->set (arg->key, arg->value);
    }
  report_unknown (arg->key);
  return false;
}

/* Reads all, so that all errors are seen at once.  */
bool
gasp_read_options (int argc, struct plugin_argument *argv)
{
  bool ok = true;
  for (int i = 0; i < argc; i++)
    ok &= read_option (&argv[i]);
  if (upc_options.threads > __UPC_USUAL_MAX_THREADS
      && !upc_options.many_threads)
    {
      error ("more than %d threads need %<-fupc-many-threads%>",
	     __UPC_USUAL_MAX_THREADS);
      ok = false;
    }
  return ok;
}
