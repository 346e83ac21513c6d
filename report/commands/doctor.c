/* doctor.c - gasp doctor: check the installation and the machine, and give
   advice.

   SPDX-License-Identifier: Apache-2.0

   Each check is a function that prints a line or more with finding.  */

#include "commands/commands.h"
#include "base/arena.h"
#include "commands/counters.h"
#include "base/install.h"
#include "specs.h"

#include <fcntl.h>
#include <gnu/libc-version.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

enum state { FINE, NOTE, PROBLEM };

static const char *const state_names[] = { "ok     ", "note   ", "PROBLEM" };
static unsigned problems;

/* Prints one line; NOTE and PROBLEM say what to do, too.  */
static void __attribute__ ((format (printf, 2, 3)))
finding (enum state state, const char *format, ...)
{
  char *text;
  va_list args;
  va_start (args, format);
  if (vasprintf (&text, format, args) < 0)
    fail (EXIT_TROUBLE, "out of memory");
  va_end (args);
  printf ("  %s  ", state_names[state]);
  print_clean (stdout, text);
  putchar ('\n');
  free (text);
  problems += state == PROBLEM;
}

/* Returns the first line of the file PATH, or null; in a static buffer.  */
static const char *
line_of_file (const char *path)
{
  static char line[4096];
  FILE *in = fopen (path, "re");
  bool is_there = in && fgets (line, sizeof line, in);
  if (in)
    fclose (in);
  line[strcspn (line, "\n")] = '\0';
  return is_there ? line : NULL;
}

struct part { const char *name, *purpose; enum state missing; };

static const struct part parts[] = {
  { "bin/gaspcc", "the compiler wrapper", PROBLEM },
  { "bin/gaspc++", "the C++ compiler wrapper", NOTE },
  { "bin/gaspfort", "the Fortran compiler wrapper", NOTE },
  { GASP_PRIVATE "/gasp.so", "the compiler plugin", PROBLEM },
  { GASP_PRIVATE "/gasp.specs", "the compiler options", PROBLEM },
  { GASP_PRIVATE "/gasp-compilers", "the compilers of gasp compiler-path",
    NOTE },
  { GASP_LIB "/libgasp.so", "the runtime", PROBLEM },
  { GASP_LIB "/libgasp.a", "the runtime for static programs", NOTE },
  { GASP_PRIVATE "/libgasptool.so", "the sample tool, for gasp run", PROBLEM },
  { GASP_PRIVATE "/libgasp-host.so", "for other programs", NOTE },
  { GASP_PRIVATE "/libgasptool.a", "the sample tool, to be linked", NOTE },
  { GASP_INCLUDE "/gasp.h", "for tools", NOTE },
  { GASP_INCLUDE "/pupc.h", "for programs with user events", NOTE },
};

static bool
is_same_file (const char *a, const char *b)
{
  struct stat at_a, at_b;
  return (!stat (a, &at_a) && !stat (b, &at_b) && at_a.st_dev == at_b.st_dev
	  && at_a.st_ino == at_b.st_ino);
}

static void
check_installation (void)
{
  unsigned missing = 0;
  for (size_t i = 0; i < COUNT_OF (parts); i++)
    {
      const char *path = installed (parts[i].name);
      if (access (path, R_OK))
	{
	  finding (parts[i].missing, "%s is missing (%s): run 'make' or "
		   "'make install' again", path, parts[i].purpose);
	  missing++;
	}
    }
  const char *specs = installed (GASP_PRIVATE "/gasp.specs");
  char plugin[PATH_MAX];
  if (gasp_plugin_of_specs (specs, plugin, sizeof plugin)
      && !is_same_file (plugin, installed (GASP_PRIVATE "/gasp.so")))
    {
      finding (NOTE,
	       "%s, for those who do without gaspcc, is for another place, "
	       "with %s: the installation has been moved or copied; make it "
	       "anew: '%s' --gasp-specs > '%s'",
	       specs, plugin, installed ("bin/gaspcc"), specs);
    }
  if (!missing)
    finding (FINE, "%s: %zu parts, all there", installed (""),
	     COUNT_OF (parts));
}

/* Returns what COMPILER answers to QUESTION, or null.  */
static char *
ask (const char *compiler, const char *question)
{
  char *argv[] = { (char *) compiler, (char *) question, NULL };
  return arena_keep (first_line_of (argv));
}

static char *
compiler_version (const char *compiler)
{
  return ask (compiler, "-dumpfullversion");
}

/* Checks whether the wrapper can compile an empty unit with
   instrumentation.  */
static void
check_plugin (void)
{
  char *command
    = arena_print ("'%s' -finstrument-gasp-functions -x c -S -o /dev/null "
		   "/dev/null 2>&1", installed ("bin/gaspcc"));
  char *argv[] = { "sh", "-c", arena_print ("if out=$(%s); then echo ok; "
					    "else echo \"${out:-failed}\"; "
					    "fi", command), NULL };
  const char *answer = arena_keep (first_line_of (argv));
  if (answer && !strcmp (answer, "ok"))
    finding (FINE, "gaspcc compiles with instrumentation");
  else
    finding (PROBLEM, "gaspcc does not compile: %s",
	     answer ? answer : "it cannot be run");
}

/* Returns whether COMPILER loads the plugin that is for it.  */
static bool
is_served (const char *compiler)
{
  char *argv[] = { "sh", "-c",
		   arena_print ("'%s' -fplugin='%s' -x c -S -o /dev/null "
				"/dev/null 2>/dev/null && echo yes", compiler,
				installed (GASP_PRIVATE "/gasp.so")), NULL };
  return arena_keep (first_line_of (argv));
}

/* Reports each GCC called NAME: which it is, and how to serve it if it is
   not.  */
static void
check_one_served (const char *name)
{
  static const char *others = "";
  char *path = arena_keep (find_in_path (name));
  char *version = path ? compiler_version (path) : NULL;
  char *machine = version ? ask (path, "-dumpmachine") : NULL;
  if (!machine || strcmp (machine, GASP_BUILD_MACHINE)
      || is_same_file (path, installed ("bin/gaspcc")))
    return;
  int major = atoi (version);
  const char *plugin
    = installed (arena_print (GASP_PRIVATE "/gasp-gcc-%d/gasp.so", major));
  bool is_other = strcmp (name, "gcc") && !access (plugin, F_OK);
  if (is_served (path))
    finding (FINE, "%s %s is served: gasp compiler-path has it%s", name,
	     version,
	     !strcmp (name, "gcc") ? ""
	     : arena_print (", and gaspcc-%d runs it", major));
  else if (is_other || major == atoi (GASP_BUILD_GCC_VERSION))
    finding (NOTE, "%s %s is not what the plugin for GCC %d was built for: "
	     "build it again", name, version, major);
  else
    finding (NOTE, "%s %s is not served: build and install with make "
	     "CC=\"%s%s %s\"", name, version, GASP_BUILD_CC, others, name);
  if (is_other)
    others = arena_print ("%s %s", others, name);
}

/* Reports the GCCs in PATH by their usual names.  */
static void
check_served (void)
{
  check_one_served ("gcc");
  for (int major = 1; major < 100; major++)
    check_one_served (arena_print ("gcc-%d", major));
}

static void
check_compiler (void)
{
  char *version = compiler_version (GASP_BUILD_CC);
  if (!version)
    finding (PROBLEM, "%s, which the plugin was built for, is not in PATH: "
	     "install it, or build again with make CC=... CXX=...",
	     GASP_BUILD_CC);
  else if (strcmp (version, GASP_BUILD_GCC_VERSION))
    finding (PROBLEM, "%s is version %s, but the plugin was built for %s: "
	     "build it again", GASP_BUILD_CC, version, GASP_BUILD_GCC_VERSION);
  else
    finding (FINE, "%s %s is what the plugin was built for", GASP_BUILD_CC,
	     version);
  check_plugin ();
  check_served ();
}

/* Returns what our library for the MPI is called that NAME is a compiler of,
   null if that is not one.  */
static const char *
mpi_of (const char *name)
{
  const char *version = ask (name, "--showme:version");
  if (version && strstr (version, "Open MPI"))
    return "openmpi";
  const char *command = ask (name, "-show");
  return command && strstr (command, "mpi") ? "mpich" : NULL;
}

/* Checks whether calls of the MPIs whose compilers are in PATH are
   measured.  */
static void
check_mpi (void)
{
  static const char *const names[]
    = { "mpicc.openmpi", "mpicc.mpich", "mpicc" };
  bool is_any = false;
  for (size_t i = 0; i < COUNT_OF (names); i++)
    {
      const char *path = arena_keep (find_in_path (names[i]));
      const char *mpi = path ? mpi_of (path) : NULL;
      if (!mpi)
	continue;
      is_any = true;
      char *file = arena_print ("libgasp-mpi-%s.so", mpi);
      const char *library = installed (arena_print (GASP_LIB "/%s", file));
      if (!access (library, R_OK))
	finding (FINE, "calls of MPI by programs of %s are measured (%s)",
		 names[i], file);
      else
	finding (NOTE, "calls of MPI by programs of %s are not measured, as "
		 "there is no %s: build and install with make MPICC_%s=%s",
		 names[i], library, mpi, path);
    }
  if (!is_any)
    finding (FINE, "no mpicc is in PATH");
}

static void
check_papi (void)
{
  const char *reason = counters_open ();
  if (reason)
    {
      finding (NOTE, "no counters: %s", reason);
      return;
    }
  finding (FINE, "PAPI %s", counters_version ());
  struct counter_component c;
  for (int i = 0; counters_component (i, &c); i++)
    if (!c.disabled)
      finding (FINE, "component %s: %d counters, %d native events", c.name,
	       c.counters, c.native_events);
    else if (!strcmp (c.name, "sde"))
      finding (NOTE, "component sde: %s  (Found inside programs that are "
	       "linked with libsde.)", c.disabled);
    else
      finding (NOTE, "component %s is disabled: %s", c.name, c.disabled);
}

static void
check_perf_events (void)
{
  const char *line
    = line_of_file ("/proc/sys/kernel/perf_event_paranoid");
  if (!line)
    finding (NOTE, "the kernel has no perf events: no hardware counters");
  else if (atoi (line) > 2 && geteuid ())
    finding (NOTE, "perf_event_paranoid is %s, which forbids counters; as "
	     "root: sysctl kernel.perf_event_paranoid=2", line);
  else
    finding (FINE, "perf_event_paranoid is %s: counters of one's own programs "
	     "are allowed", line);
}

/* Returns whether the processor's FLAG is in /proc/cpuinfo.  */
static bool
has_processor_flag (const char *flag)
{
  FILE *in = fopen ("/proc/cpuinfo", "re");
  char *line = NULL, *word = NULL;
  size_t room = 0;
  bool found = false;
  while (in && !found && getline (&line, &room, in) > 0)
    if (!strncmp (line, "flags", 5))
      {
	for (word = strtok (line, " \t\n"); word && !found;
	     word = strtok (NULL, " \t\n"))
	  found = !strcmp (word, flag);
	break;
      }
  free (line);
  if (in)
    fclose (in);
  return found;
}

static void
check_clock (void)
{
  const char *source = line_of_file ("/sys/devices/system/clocksource/"
				     "clocksource0/current_clocksource");
  if (has_processor_flag ("constant_tsc") && has_processor_flag ("nonstop_tsc"))
    finding (FINE, "the time stamp counter is invariant; the kernel's clock "
	     "source is %s", source ? source : "unknown");
  else
    finding (NOTE, "the time stamp counter is not known to be invariant "
	     "(clock source: %s): time comes from clock_gettime, which costs "
	     "more", source ? source : "unknown");
}

/* Checks whether code can be patched, as libgasp does to switch sites on: a
   private copy of a page of code is made writable, and executable again.  */
static void
check_patching (void)
{
  long page = sysconf (_SC_PAGESIZE);
  int fd = open ("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  char *code = mmap (NULL, (size_t) page, PROT_READ | PROT_EXEC, MAP_PRIVATE,
		     fd, 0);
  bool works = code != MAP_FAILED
	       && !mprotect (code, (size_t) page, PROT_READ | PROT_WRITE);
  if (works)
    {
      *(volatile char *) code = *code;
      works = !mprotect (code, (size_t) page, PROT_READ | PROT_EXEC);
    }
  if (code != MAP_FAILED)
    munmap (code, (size_t) page);
  if (fd >= 0)
    close (fd);
  const char *enforce = line_of_file ("/sys/fs/selinux/enforce");
  if (works)
    finding (FINE, "program code may be patched%s",
	     enforce && *enforce == '1' ? " (SELinux is enforcing)" : "");
  else
    finding (PROBLEM, "the system does not allow code to be patched%s",
	     enforce && *enforce == '1'
	     ? ": SELinux is enforcing; allow execmod, or try setenforce 0"
	     : "");
}

static void
check_space (const char *directory)
{
  struct statvfs fs;
  if (statvfs (directory, &fs))
    {
      finding (NOTE, "%s: not there", directory);
      return;
    }
  double bytes = (double) fs.f_bavail * (double) fs.f_frsize;
  finding (bytes < 64 * 1048576. ? NOTE : FINE, "%s: %s free for records%s",
	   directory, bytes_text (bytes),
	   access (directory, W_OK) ? ", but it cannot be written; use gasp "
				      "run -o DIR" : "");
}

struct limit { const char *name; int resource; rlim_t enough; };

static const struct limit limits[] = {
  { "file size (ulimit -f)", RLIMIT_FSIZE, 1 << 30 },
  { "address space (ulimit -v)", RLIMIT_AS, 1ul << 32 },
  { "open files (ulimit -n)", RLIMIT_NOFILE, 64 },
};

static void
check_limits (void)
{
  for (size_t i = 0; i < COUNT_OF (limits); i++)
    {
      struct rlimit value;
      if (!getrlimit (limits[i].resource, &value)
	  && value.rlim_cur != RLIM_INFINITY
	  && value.rlim_cur < limits[i].enough)
	finding (NOTE, "the limit of %s is %s: records may be cut short; "
		 "raise it", limits[i].name,
		 bytes_text ((double) value.rlim_cur));
    }
}

static void
check_system (void)
{
  struct utsname name;
  uname (&name);
  finding (FINE, "%s %s, %s, glibc %s", name.sysname, name.release,
	   name.machine, gnu_get_libc_version ());
  check_perf_events ();
  check_clock ();
  check_patching ();
  check_space (".");
  check_space ("/dev/shm");
  check_limits ();
}

static void
check_variable (const char *entry, const char *name, bool known,
		const char *alike)
{
  (void) name;
  if (known)
    finding (FINE, "%s", entry);
  else if (alike)
    finding (NOTE, "%s  (no such setting; did you mean that of --%s?)", entry,
	     alike);
  else
    finding (NOTE, "%s  (no such setting; see 'gasp list settings')", entry);
}

static void
check_environment (void)
{
  if (!visit_environment (check_variable))
    finding (FINE, "no GASP_* variables are set");
}

struct chapter { const char *name; void (*check) (void); };

static const struct chapter chapters[] = {
  { "Installation", check_installation },
  { "Compiler", check_compiler },
  { "MPI", check_mpi },
  { "Counters", check_papi },
  { "System", check_system },
  { "Environment", check_environment },
};

static int
doctor (const struct command *command, int argc, char **argv)
{
  if (parse_options (command, argc, argv) > 1)
    fail (EXIT_USAGE, "doctor: '%s': takes no arguments", argv[1]);
  printf ("GASP for GCC %s\n", GASP_PACKAGE_VERSION);
  for (size_t i = 0; i < COUNT_OF (chapters); i++)
    {
      printf ("\n%s\n", chapters[i].name);
      chapters[i].check ();
    }
  if (problems)
    printf ("\n%u problem%s: GASP will not work as it is.\n", problems,
	    problems == 1 ? "" : "s");
  else
    puts ("\nGASP is usable.");
  return problems ? EXIT_TROUBLE : EXIT_FINE;
}

const struct command doctor_command = {
  "doctor", "", "check this installation and this machine",
  "Prints what is found of GASP itself, the compiler, PAPI and the system, "
  "and for each problem what to do.  The exit status is 0 if GASP is usable.",
  NULL, 0, false, doctor, NULL
};
