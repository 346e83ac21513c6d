/* options.c - how many threads, how large a heap: command line, environment.

   SPDX-License-Identifier: Apache-2.0

   The runtime's options stand before the program's own arguments, and are taken
   away.  A mistake in them ends the program before it begins; one in the
   environment, which may be meant for others, costs a message.  */

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include "clean.h"
#include "core/control.h"
#include "conduit/mpi/mpi-conduit.h"

/* ---- Values  */

/* Returns the number that TEXT is, all of it, from 1 to MAX; or 0.  */
static uint64_t
number (const char *text, const char **end, uint64_t max)
{
  char *stop;
  if (!isdigit ((unsigned char) *text))
    return 0;
  errno = 0;
  unsigned long long value = strtoull (text, &stop, 10);
  *end = stop;
  return errno || value > max ? 0 : value;
}

static bool
set_threads (const char *text)
{
  const char *end;
  uint64_t value = number (text, &end, __UPC_MANY_MAX_THREADS);
  if (!value || *end)
    return false;
  if (value > UPC_MAX_THREADS)
    upc_fatal ("there can be %d threads at most: programs for more are "
	       "compiled with -fupc-many-threads", UPC_MAX_THREADS);
  upc_settings.threads = value;
  return true;
}

static int
unit_shift (char unit)
{
  static const char units[] = "KMG";
  const char *found = unit ? strchr (units, toupper ((unsigned char) unit))
			   : NULL;
  return found ? 10 * (found - units + 1) : -1;
}

/* Sets the heap's size.  Returns false if TEXT is not one; space.c checks
   whether a part can be as large with its static objects.  */
static bool
set_heap (const char *text)
{
  const char *end;
  uint64_t value = number (text, &end, UPC_MAX_PART);
  int shift = *text && value ? unit_shift (*end) : -1;
  if (shift > 0)
    end++;
  if (shift > 0 && (*end == 'B' || *end == 'b'))
    end++;
  if (!value || *end || (shift > 0 && value > UPC_MAX_PART >> shift))
    return false;
  upc_settings.heap = shift > 0 ? value << shift : value;
  return true;
}

/* Where --conduit=NAME was given when linking.  */
extern char __upc_conduit_loopback[] __attribute__ ((weak));
extern char __upc_conduit_mpi[] __attribute__ ((weak));

static bool
set_conduit (const char *text)
{
  const struct upc_conduit *const conduits[]
    = { &upc_smp_conduit, &upc_loopback_conduit,
	__upc_conduit_mpi ? &upc_mpi_conduit : &upc_smp_conduit };
  if (!strcmp (text, "mpi") && !__upc_conduit_mpi)
    upc_fatal ("the conduit is to be mpi, but the program was not compiled "
	       "with --conduit=mpi");
  for (size_t i = 0; i < sizeof conduits / sizeof *conduits; i++)
    if (!strcmp (text, conduits[i]->name))
      {
	upc_settings.conduit = conduits[i];
	return true;
      }
  return false;
}

static bool
set_mpi (const char *text)
{
  static const char *const known[] = { "openmpi", "mpich" };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp (text, known[i]))
      {
	upc_settings.mpi = known[i];
	return true;
      }
  return false;
}

static bool
set_data (const char *text)
{
  upc_settings.rma = !strcmp (text, "rma");
  return upc_settings.rma || !strcmp (text, "messages");
}

static bool
set_node_size (const char *text)
{
  const char *end;
  uint64_t value = number (text, &end, UPC_MAX_THREADS);
  if (!value || *end)
    return false;
  upc_settings.node_size = value;
  return true;
}

static bool
set_stuck (const char *text)
{
  upc_settings.stuck_ends = !strcmp (text, "end");
  return upc_settings.stuck_ends || !strcmp (text, "wait");
}

static bool
set_bind (const char *text)
{
  upc_settings.bind = !strcmp (text, "core");
  return upc_settings.bind || !strcmp (text, "none");
}

/* Sets the thread that gdb follows, which need not exist.  Returns false if
   TEXT is not one.  */
static bool
set_debug (const char *text)
{
  const char *end = text;
  bool all = !strcmp (text, "all");
  upc_settings.debugged = all ? UPC_DEBUG_ALL
			  : number (text, &end, UPC_MAX_THREADS);
  return upc_settings.debugs = all || (end != text && !*end);
}

static bool
set_check (const char *text)
{
  upc_settings.check_goes_on = !strcmp (text, "go-on");
  return upc_settings.check_goes_on || !strcmp (text, "end");
}

struct kind
{
  bool (*set) (const char *text);
  const char *right;
};
static const struct kind threads_kind
  = { set_threads, "a number of threads, 1 to " __UPC_MAX_THREADS_TEXT };
static const struct kind heap_kind
  = { set_heap, "a size in bytes, or with K, M or G behind it, 1 to "
	      __UPC_MAX_PART_TEXT };
static const struct kind conduit_kind
  = { set_conduit, "smp, loopback or mpi" };
static const struct kind mpi_kind = { set_mpi, "openmpi or mpich" };
static const struct kind data_kind = { set_data, "messages or rma" };
static const struct kind node_kind
  = { set_node_size, "a number of threads, 1 to " __UPC_MAX_THREADS_TEXT };
static const struct kind stuck_kind = { set_stuck, "wait or end" };
static const struct kind check_kind = { set_check, "end or go-on" };
static const struct kind bind_kind = { set_bind, "none or core" };
static const struct kind debug_kind
  = { set_debug, "the number of a thread, or all" };

/* ---- The environment  */

static const struct
{
  const char *name;
  const struct kind *kind;
} variables[] = {
  { "UPC_THREADS", &threads_kind },
  { "UPC_SHARED_HEAP_SIZE", &heap_kind },
  { "UPC_CONDUIT", &conduit_kind },
  { "UPC_MPI", &mpi_kind },
  { "UPC_MPI_DATA", &data_kind },
  { "UPC_NODE_SIZE", &node_kind },
  { "UPC_STUCK", &stuck_kind },
  { "UPC_BIND", &bind_kind },
  { "UPC_DEBUG", &debug_kind },
  { "UPC_CHECK", &check_kind },
};

static void
read_environment (void)
{
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    {
      const char *value = getenv (variables[i].name);
      if (value && *value && !variables[i].kind->set (value))
	upc_message ("%s is \"" GASP_SHOWN "\"; it may be %s; taken as not set",
		     variables[i].name, value, variables[i].kind->right);
    }
}

/* ---- The command line  */

/* -n is given its value by the next argument or after "="; the others after
   "-" or "=".  */
static const struct option
{
  const char *name;
  const char *separators;
  const struct kind *kind;
} options[] = {
  { "-n", " =", &threads_kind },
  { "-fupc-threads", "-=", &threads_kind },
  { "-fupc-heap", "-=", &heap_kind },
  { "-fupc-conduit", "-=", &conduit_kind },
  { "-fupc-debug", "-=", &debug_kind },
};
#define OPTIONS (sizeof options / sizeof *options)

/* Returns whether ARG is the option O.  If gasprun or MPI's launcher has said
   how many threads there are, -n is the program's own.  */
static bool
is_ours (const struct option *o, const char *arg)
{
  size_t length = strlen (o->name);
  if (strncmp (arg, o->name, length)
      || (arg[length] && !strchr (o->separators, arg[length])))
    return false;
  return (o->name[1] != 'n'
	  || !(getenv ("GASPRUN") || upc_settings.conduit->count));
}

static const struct option *
find_option (const char *arg)
{
  for (size_t i = 0; i < OPTIONS; i++)
    if (is_ours (&options[i], arg))
      return &options[i];
  return NULL;
}

static void __attribute__ ((noreturn))
unknown (const char *arg)
{
  upc_fatal ("option " GASP_SHOWN
	     " is not known; -fupc-threads-N, -fupc-heap-N and "
	     "-fupc-conduit-NAME are",
	     arg);
}

/* Sets what ARGV[0] says, perhaps with ARGV[1] as its value.  Returns how many
   arguments that took.  */
static int
take_option (const struct option *o, char **argv)
{
  size_t length = strlen (o->name);
  const char *value = argv[0] + length;
  int used = 1;
  if (*value)
    value++;
  else if (*o->separators == ' ' && argv[1])
    value = argv[used++];
  if (!*value)
    upc_fatal ("option %s has no value: it needs %s", o->name, o->kind->right);
  if (!o->kind->set (value))
    upc_fatal ("option %s: \"" GASP_SHOWN "\" is not %s", o->name, value,
	       o->kind->right);
  return used;
}

static void
read_arguments (int *argc, char **argv, int static_threads)
{
  int i = 1;
  const struct option *o;
  if (*argc < 2)
    return;
  while (argv[i] && (o = find_option (argv[i])))
    {
      i += take_option (o, argv + i);
      if (o->kind == &threads_kind && static_threads
	  && upc_settings.threads != static_threads)
	upc_fatal ("option %s asks for %d threads, but the program was "
		   "compiled for %d", o->name, upc_settings.threads,
		   static_threads);
    }
  if (argv[i] && !strncmp (argv[i], "-fupc-", 6))
    unknown (argv[i]);
  memmove (argv + 1, argv + i, (*argc - i + 1) * sizeof *argv);
  *argc -= i - 1;
}

static const struct upc_conduit *
default_conduit (void)
{
  if (__upc_conduit_mpi && upc_mpi_launched ())
    return &upc_mpi_conduit;
  return __upc_conduit_loopback ? &upc_loopback_conduit : &upc_smp_conduit;
}

void
upc_read_settings (int *argc, char **argv, int static_threads)
{
  upc_settings.threads = upc_processors ();
  read_environment ();
  if (!upc_settings.conduit)
    upc_settings.conduit = default_conduit ();
  read_arguments (argc, argv, static_threads);
  upc_settings.threads_fixed = static_threads != 0;
  if (static_threads)
    upc_settings.threads = static_threads;
}
