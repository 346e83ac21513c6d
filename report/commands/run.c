/* run.c - gasp run: run a program with the sample tool preloaded.

   SPDX-License-Identifier: Apache-2.0

   Options become the environment variables of shared/settings.def, from
   which they are made, so there is nothing to keep in step here.  */

#include "live/child.h"
#include "live/crash.h"
#include "live/host.h"
#include "live/keep-code.h"
#include "commands/commands.h"
#include "base/object/inspect.h"
#include "base/install.h"
#include "base/jobdir.h"
#include "launchers.h"
#include "file-names.h"
#include "findings/findings.h"
#include "model/joining/join.h"
#include "base/arena.h"
#include "base/rundir.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool report_after, quiet;
static unsigned long join_more_than = 64;
static const char *ompt_tool;

static struct option_row options[] = {
#define GASP_SETTING(name, argument, initial, help) \
  { #name, 0, argument, help, OPTION_VARIABLE, #name },
#include "settings.def"
  { "report", 'r', NULL, "print the report when the program is over",
    OPTION_FLAG, &report_after },
  { "join", 0, "N", "if more than N ranks of a parallel program, or processes "
    "of a shell's and the like, have ended on a machine, make one file of "
    "their records, as gasp join does; 0: do not (default: 64)",
    OPTION_NUMBER, &join_more_than },
  { "quiet", 'q', NULL, "say nothing after the program", OPTION_FLAG, &quiet },
  { "ompt-tool", 0, "FILE", "run an OpenMP program, instrumented or not, with "
    "FILE, a library that is a tool for OMPT, and record nothing", OPTION_TEXT,
    &ompt_tool },
};

/* Returns "GASP_FOO_BAR" as an option, "foo-bar"; allocated.  */
static const char *
option_name (const char *variable)
{
  char *name = copy_string (variable + strlen ("GASP_"));
  for (char *c = name; *c; c++)
    *c = *c == '_' ? '-' : (char) tolower ((unsigned char) *c);
  return name;
}

/* Returns the value that holds where VARIABLE is not set; empty if there is
   none.  */
static const char *
default_of (const char *variable)
{
  static const struct { const char *name, *initial; } settings[] = {
#define GASP_SETTING(name, argument, initial, help) { #name, initial },
#include "settings.def"
  };
  size_t i = 0;
  while (strcmp (settings[i].name, variable))
    i++;
  return settings[i].initial;
}

void
name_settings (struct option_row *rows, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (rows[i].kind == OPTION_VARIABLE)
      {
	rows[i].name = option_name (rows[i].name);
	if (!*rows[i].argument)
	  rows[i].argument = NULL;
	const char *initial = default_of (rows[i].target);
	if (*initial)
	  rows[i].help
	    = print_string ("%s (default: %s)", rows[i].help, initial);
	if (!strcmp (rows[i].name, "output"))
	  rows[i].letter = 'o';
      }
}

void
prepare_run_command (void)
{
  name_settings (options, COUNT_OF (options));
}

static bool
is_setting (const char *variable)
{
  for (size_t i = 0; i < COUNT_OF (options); i++)
    if (options[i].kind == OPTION_VARIABLE
	&& !strcmp (options[i].target, variable))
      return true;
  return false;
}

bool
visit_environment (variable_visitor *visit)
{
  bool any = false;
  for (char **entry = environ; *entry; entry++)
    {
      if (strncmp (*entry, "GASP_", 5))
	continue;
      OWNED char *name
	= print_string ("%.*s", (int) strcspn (*entry, "="), *entry);
      bool known = is_setting (name);
      visit (*entry, name, known, known ? NULL
	     : most_alike (option_name (name), options, COUNT_OF (options),
			   sizeof *options));
      any = true;
    }
  return any;
}

/* Warns of a variable that is like a setting.  Other programs may have
   variables of such names: only a name similar to one of ours is likely a
   mistake.  */
static void
warn_about_variable (const char *entry, const char *name, bool known,
		     const char *alike)
{
  (void) entry;
  if (!known && alike)
    complain ("%s: no such setting; did you mean that of --%s?", name, alike);
}

/* Returns the file that PROGRAM names, as a shell finds it; ends the command
   as a shell does if there is none.  */
static char *
find_program (const char *program)
{
  struct stat st;
  char *path = strchr (program, '/') ? copy_string (program)
				     : find_in_path (program);
  if (!path)
    fail (127, "cannot run '%s': not found in PATH%s", program,
	  access (program, F_OK) ? "" : "; did you mean './' in front?");
  if (stat (path, &st))
    fail (errno == ENOENT || errno == ENOTDIR ? 127 : 126,
	  "cannot run '%s': %s", path, strerror (errno));
  if (!S_ISREG (st.st_mode))
    fail (126, "cannot run '%s': it is %s", path,
	  S_ISDIR (st.st_mode) ? "a directory" : "not a file");
  if (access (path, X_OK))
    fail (126, "cannot run '%s': %s", path, strerror (errno));
  return path;
}

/* Says what PATH, which is not instrumented and has these ARGUMENTS, will have
   no records of.  */
static void
warn_about_calls (const char *path, char *const *arguments, bool has_tool)
{
  const char *host = host_script (path);
  if (!host)
    complain ("'%s' is not instrumented, nor are its libraries: expect %s; for "
	      "their calls, build it with gaspcc --profile", path,
	      has_tool ? "no records of its functions"
	      : "samples of its functions");
  else if (!*arguments || strcmp (base_name (*arguments), base_name (host)))
    complain ("'%s' is not instrumented: expect samples of its functions; for "
	      "calls of a script's functions, gasp run --exact %s %s SCRIPT",
	      path, path, host);
}

/* Says what will keep PATH, with ARGUMENTS, from being measured.  */
static void
warn_about (const char *path, char *const *arguments,
	    const struct inspection *is)
{
  if (!is->is_elf)
    return;
  OWNED char *unmet = unmet_inclusions (path);
  if (is->is_foreign)
    complain ("'%s' is for another processor, so the tool cannot be preloaded; "
	      "build GASP for it", path);
  else if (is->is_privileged)
    complain ("'%s' is setuid, setgid or has capabilities: the system does "
	      "not preload tools there; run a copy without these", path);
  else if (is->is_static && is->is_of_go)
    complain ("'%s' is static, as programs of Go are that use no C, so no tool "
	      "can be preloaded; import \"C\" in one of its files", path);
  else if (is->is_static && !is->has_tool)
    complain ("'%s' is static, so no tool can be preloaded; link without "
	      "-static, or link the tool in: gaspcc -static --tool=papi ...",
	      path);
  else if (is->is_of_musl)
    complain ("'%s' is linked with musl, so no tool for glibc can be "
	      "preloaded; link with glibc", path);
  else if (unmet)
    complain ("'%s': %s: expect no functions of it", path, unmet);
  else if (!is->is_instrumented && !is_starter (path))
    warn_about_calls (path, arguments, is->has_tool);
}

/* Puts VALUE in front of what the environment variable NAME has, as its lists
   are.  */
static void
put_in_front (const char *name, const char *value)
{
  const char *present = getenv (name);
  setenv (name, present && *present ? print_string ("%s:%s", value, present)
				    : value, 1);
}

/* Returns a name of the root directory that musl's dynamic linker does not
   find, as it has no $LIB: so programs of musl that are started below start,
   without the tool.  The directory of C's library is eight deep at most.  */
static const char *
gnu_root (void)
{
  return dlopen ("/$LIB/libc.so.6", RTLD_LAZY | RTLD_NOLOAD)
	 ? "/$LIB/../../../../../../../.." : "";
}

/* Puts our library NAME, in DIRECTORY, in front of those that are preloaded
   already.  */
static void
preload_from (const char *directory, const char *name)
{
  const char *tool = arena_print ("%s/%s", directory, name);
  if (access (tool, R_OK))
    fail (EXIT_TROUBLE, "run: %s is missing: run 'make' or 'make install' "
	  "again", tool);
  if (strpbrk (tool, " :"))
    {
      /* LD_PRELOAD has no way to quote these.  */
      if (strpbrk (directory, ":"))
	fail (EXIT_TROUBLE, "run: the tool cannot be preloaded from '%s', "
	      "because of the colon in it", tool);
      put_in_front ("LD_LIBRARY_PATH", directory);
      tool = name;
    }
  else
    tool = arena_print ("%s%s", gnu_root (), tool);
  put_in_front ("LD_PRELOAD", tool);
}

static void
preload (const char *name)
{
  preload_from (installed (GASP_PRIVATE), name);
}

/* Lets the address sanitiser start after a preloaded library, which it
   otherwise refuses.  This one replaces nothing of its own.  */
static void
let_sanitizer_be_second (void)
{
  put_in_front ("ASAN_OPTIONS", "verify_asan_link_order=0");
}

/* Has samples of PATH taken, if it is not instrumented; or of what interprets
   it, or of what it starts.  */
static void
prepare_host (const char *path, const struct inspection *is)
{
  char *host = host_of (path, is);
  if (!host)
    return;
  setenv ("GASP_HOST", host, 1);
  preload ("libgasp-host.so");
  free (host);
}

/* Returns PATH, absolute, for a program that may change its directory;
   allocated.  */
static char *
absolute (const char *path)
{
  char here[PATH_MAX];
  if (*path == '/' || !getcwd (here, sizeof here))
    return copy_string (path);
  return print_string ("%s/%s", here, path);
}

/* Gives this command a number by which all records of what it starts are
   known.  */
static void
number_run (void)
{
  char number[20];
  snprintf (number, sizeof number, "%llx",
	    (unsigned long long) launcher_process_number ((int) getpid ()));
  setenv ("GASP_RUN", number, 1);
}

/* Returns where the run goes: what the user says, or a new directory.  As it
   is best shown.  */
char *
choose_directory (bool quietly)
{
  const char *wanted = getenv ("GASP_OUTPUT");
  char *directory;
  number_run ();
  if (wanted && *wanted)
    {
      directory = copy_string (wanted);
      OWNED char *moved = clear_run_directory (directory);
      if (moved && !quietly)
	complain ("the records of the earlier run in %s are now in %s",
		  directory, moved);
    }
  else if (!(directory = new_run_directory ()))
    fail (EXIT_TROUBLE, "cannot make a directory for the records here: %s; use "
	  "-o DIR", strerror (errno));
  setenv ("GASP_OUTPUT", absolute (directory), 1);
  return directory;
}

/* Returns whether all is recorded that the program starts.  */
static bool
records_any (void)
{
  const char *host = getenv ("GASP_HOST");
  return host && !strcmp (host, ANY_PROGRAM);
}

/* Joins the records of ranks on this machine, or of all processes if all are
   recorded, if these are many.  */
static bool
join_ranks (const char *directory)
{
  char host[256] = "";
  size_t count;
  struct join_result result = { 0, 0, 0 };
  gethostname (host, sizeof host - 1);
  const struct to_join ranks = { host, !records_any (), join_more_than };
  char **files = list_files (directory, &count);
  free_records (files, count);
  if (join_more_than && count > join_more_than)
    join_records (directory, &ranks, &result);
  return result.joined != 0;
}

/* Returns why DIRECTORY has no records of a program that IS that.  */
static const char *
why_nothing (const char *directory, const struct inspection *is)
{
  if (is->has_tool)
    return ": the program has a tool of its own linked in, which gets the "
	   "events";
  if (access (directory, W_OK))
    return "";
  if (is->is_instrumented)
    return ": no instrumented code ran";
  if (records_any ())
    return ": only shells ran, and commands that start others, or static "
	   "programs, which no tool can be preloaded into";
  return ": no instrumented code ran, or in a static program only, which no "
	 "tool can be preloaded into";
}

/* Reports how the run ended: one of a job's ranks does, for all.  */
static void
conclude (const char *directory, const struct inspection *is)
{
  size_t count = 0;
  keep_perf_maps (directory, strtoull (getenv ("GASP_RUN"), NULL, 16));
  if (!job_leave (directory, join_ranks))
    return;
  if (!launcher_job ())
    forget_jobs (directory, launcher_process_number ((int) getpid ()));
  char **records = list_records (directory, &count);
  if (!records)
    complain ("cannot list the records in %s: %s", directory, strerror (errno));
  else if (!count)
    {
      if (!quiet)
	complain ("nothing was recorded in %s%s", directory,
		  why_nothing (directory, is));
      /* Only if it is empty.  */
      job_forget (directory, launcher_job ());
      rmdir (directory);
    }
  if (count)
    keep_code (directory, records, count);
  if (count && report_after)
    report_directory (directory);
  else if (count && !quiet)
    complain ("recorded %zu process%s in %s; to see the profile: gasp report "
	      "%s", count, count == 1 ? "" : "es", directory, directory);
  if (records)
    free_records (records, count);
}

/* Runs PATH with the user's tool for OMPT instead of ours.  */
static void __attribute__ ((noreturn))
run_with_ompt_tool (const char *path, char **argv,
		    const struct inspection *is)
{
  char *tool = absolute (ompt_tool);
  if (access (tool, R_OK))
    fail (EXIT_USAGE, "run: --ompt-tool=%s: %s", ompt_tool, strerror (errno));
  if (is->is_elf && (is->is_static || is->is_privileged || is->is_foreign))
    fail (EXIT_TROUBLE, "run: '%s' is %s, so no tool can be preloaded", path,
	  is->is_static ? "static" : is->is_foreign ? "for another processor"
	  : "setuid, setgid or has capabilities");
  put_in_front ("OMP_TOOL_LIBRARIES", tool);
  preload ("libgasp-omp.so.1");
  if (is->is_sanitized)
    let_sanitizer_be_second ();
  end_like (run_child (path, argv).status);
}

/* Preloads what measures PATH.  */
static void
preload_all (const char *path, const struct inspection *is)
{
  prepare_host (path, is);
  /* The one that the program was linked with may be of another version.  Its
     own tool, which does nothing, has to be after ours.  */
  if (is->is_instrumented)
    preload_from (installed (GASP_LIB), "libgasp.so.1");
  preload ("libgasptool.so");
}

static int
run (const struct command *command, int argc, char **argv)
{
  if (parse_options (command, argc, argv) < 2)
    fail (EXIT_USAGE, "run: which program?  'gasp run --help' shows how");
  char *path = find_program (argv[1]);
  struct inspection is = inspect_program (path);
  if (ompt_tool)
    run_with_ompt_tool (path, argv + 1, &is);
  warn_about (path, argv + 2, &is);
  visit_environment (warn_about_variable);
  char *directory = choose_directory (quiet);
  if (access (directory, W_OK | X_OK))
    fail (EXIT_TROUBLE, "cannot write records into %s: %s", directory,
	  strerror (errno));
  unsetenv ("GASP_HOST");
  if (!is.is_of_musl)
    preload_all (path, &is);
  setenv ("GASP_THREADS", default_of ("GASP_THREADS"), 0);
  if (is.is_sanitized)
    let_sanitizer_be_second ();
  job_enter (directory);
  struct ended_child child = run_child (path, argv + 1);
  note_end (directory, &child);
  if (!quiet)
    tell_crashes (directory, child.pid, child.status);
  conclude (directory, &is);
  end_like (child.status);
}

struct command run_command = {
  "run", "[OPTION]... [--] PROGRAM [ARGUMENT]...",
  "run a program and record its profile",
  "Runs PROGRAM, which was built with instrumentation (gaspcc --profile; any "
  "other has samples only), and records its profile in a directory: the one "
  "that -o names, else gasp-out, "
  "or gasp-out.2 and so on where that is there already.  Records of an earlier "
  "run in DIR are moved into DIR/earlier.1 and so on, unless its processes "
  "still run.  The ranks of a parallel job, as in mpirun -n 4 gasp run "
  "PROGRAM, have one directory, gasp-out.job-NAME.  Exit status, output and "
  "signals are the program's own.\n\n"
  "Each option but the last four is also an environment variable: --counters "
  "is GASP_COUNTERS.  They hold for all processes that PROGRAM starts.",
  options, COUNT_OF (options), true, run,
  "  gasp run --report ./prog input\n"
  "  gasp run --counters=PAPI_TOT_INS,PAPI_L2_DCM -o counted ./prog input\n"
  "  mpirun -n 4 gasp run ./prog"
};
