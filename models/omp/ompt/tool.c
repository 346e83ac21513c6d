/* tool.c - finding the tool, and its end.

   SPDX-License-Identifier: Apache-2.0

   A tool may need constructors that have not run when this library is loaded:
   so then it is only seen whether there may be one.  It is started when main is
   entered, or at the first use of OpenMP.  */

#include "ompt/tool.h"
#include "device/acc.h"
#include "calls.h"
#include "ompt/consumer.h"
#include "linked.h"
#include "raise.h"
#include "samples.h"
#include "sanitizer.h"
#include "ompt/tr.h"

#include <ctype.h>
#include <glob.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OPENMP_VERSION 201811

/* The references make the linker export a program's.  */
extern ompt_start_tool_result_t *ompt_start_tool (unsigned int, const char *)
  __attribute__ ((weak));
extern void (*ompt_tool (void)) (void) __attribute__ ((weak));

static ompt_start_tool_result_t *tools[CONSUMERS];
static pid_t process;

void (*gasp_omp_devices_end) (void);

/* ---- Discovery  */

static FILE *log_file;
#define SAY(...)							\
  do									\
    if (log_file)							\
      fprintf (log_file, __VA_ARGS__);					\
  while (0)

static const char *
setting (const char *name)
{
  const char *value = getenv (name);
  return value && *value ? value : NULL;
}

/* Returns whether VALUE says WORD, in letters of any case, with space around
   it.  */
static bool
says (const char *value, const char *word)
{
  size_t length = strlen (word);
  while (value && isspace ((unsigned char) *value))
    value++;
  if (!value || strncasecmp (value, word, length))
    return false;
  for (value += length; isspace ((unsigned char) *value);)
    value++;
  return !*value;
}

static bool
is_disabled (const char *value)
{
  return says (value, "disabled");
}

static void
check_setting (void)
{
  const char *value = setting ("OMP_TOOL");
  if (value && !is_disabled (value) && !says (value, "enabled"))
    fprintf (stderr, "libgasp-omp: OMP_TOOL is '%s', which is neither enabled "
	     "nor disabled: taken as enabled\n", value);
}

static bool
is_logged (void)
{
  const char *where = setting ("OMP_TOOL_VERBOSE_INIT");
  return where && !is_disabled (where);
}

static void
open_log (void)
{
  const char *where = getenv ("OMP_TOOL_VERBOSE_INIT");
  if (!is_logged ())
    return;
  log_file = !strcasecmp (where, "stdout")   ? stdout
	     : !strcasecmp (where, "stderr") ? stderr
					     : fopen (where, "w");
}

static void
close_log (void)
{
  if (log_file && log_file != stdout && log_file != stderr)
    fclose (log_file);
  log_file = NULL;
}

/* How a tool is asked: as OpenMP has it, and as the report of 2015 had.  */
struct entry {
  void *start_tool, *tool;
};

/* Returns the functions of a tool in LIBRARY. ompt_start_tool is looked up
   last: it is the one that an error is to name.  */
static struct entry
entry_in (void *library)
{
  struct entry e;
  e.tool = gasp_omp_symbol (library, "ompt_tool");
  e.start_tool = gasp_omp_symbol (library, "ompt_start_tool");
  return e;
}

static struct entry
entry_in_process (void)
{
  struct entry e = entry_in (NULL);
  e.start_tool = e.start_tool ? e.start_tool : (void *) ompt_start_tool;
  e.tool = e.tool ? e.tool : (void *) ompt_tool;
  return e;
}

static ompt_start_tool_result_t *
ask (struct entry e)
{
  ompt_start_tool_result_t *(*start) (unsigned int, const char *)
    = e.start_tool;
  ompt_start_tool_result_t *result
    = start ? start (OPENMP_VERSION, GASP_OMP_RUNTIME) : NULL;
  return result || !e.tool ? result : gasp_omp_tr_start (e.tool);
}

static ompt_start_tool_result_t *
try_library (const char *name)
{
  SAY ("Opening %s... ", name);
  void *library = gasp_omp_open (name);
  if (!library)
    {
      SAY ("Failed: %s\n", gasp_omp_open_error ());
      return NULL;
    }
  SAY ("Success. \nSearching for ompt_start_tool in %s... ", name);
  struct entry entry = entry_in (library);
  ompt_start_tool_result_t *result = ask (entry);
  if (!entry.start_tool && !entry.tool)
    SAY ("Failed: %s\n", gasp_omp_open_error ());
  else if (!result)
    SAY ("Found but not using the OMPT interface.\nContinuing search...\n");
  else
    SAY ("Success. \n");
  if (!result)
    gasp_omp_close (library);
  return result;
}

static ompt_start_tool_result_t *
try_libraries (const char *libraries)
{
  ompt_start_tool_result_t *result = NULL;
  SAY ("Searching tool libraries...\nOMP_TOOL_LIBRARIES = %s\n", libraries);
  char *copy = strdup (libraries), *rest = copy, *name;
  while (copy && !result && (name = strsep (&rest, ":")))
    if (*name)
      result = try_library (name);
  free (copy);
  if (!result)
    SAY ("...searching tool libraries failed. Using no tool.\n");
  return result;
}

/* ---- archer: without it, the thread sanitizer takes what libgomp puts in
   order for races.  */

/* Older ones end the program at a taskwait with dependences.  */
#define ARCHER_OLDEST 15

/* Returns where Debian and others have archer of the newest LLVM; null if they
   have none.  FOUND holds the result.  */
static const char *
find_archer (glob_t *found)
{
  const char *best = NULL;
  unsigned int newest = ARCHER_OLDEST - 1, version;
  if (glob ("/usr/lib/llvm-*/lib/libarcher.so", 0, NULL, found))
    return NULL;
  for (size_t i = 0; i < found->gl_pathc; i++)
    if (sscanf (found->gl_pathv[i], "/usr/lib/llvm-%u", &version) == 1
	&& version > newest)
      {
	newest = version;
	best = found->gl_pathv[i];
      }
  return best;
}

static ompt_start_tool_result_t *
try_archer (void)
{
  glob_t found = { 0 };
  const char *name = find_archer (&found);
  ompt_start_tool_result_t *result = try_library (name ? name
						  : "libarcher.so");
  globfree (&found);
  if (!result)
    fprintf (stderr,
	     "libgasp-omp: there is no libarcher.so of LLVM %d or newer: "
	     "the thread sanitizer will report races that OpenMP's constructs "
	     "prevent\n",
	     ARCHER_OLDEST);
  return result;
}

static ompt_start_tool_result_t *
find_user_tool (void)
{
  const char *libraries = setting ("OMP_TOOL_LIBRARIES");
  check_setting ();
  if (is_disabled (getenv ("OMP_TOOL")))
    {
      SAY ("OMP tool disabled. \n");
      return NULL;
    }
  SAY ("Search for OMP tool in current address space... ");
  ompt_start_tool_result_t *result = ask (entry_in_process ());
  SAY (result ? "Success.\n" : "Failed.\n");
  if (result)
    return result;
  if (libraries)
    return try_libraries (libraries);
  SAY ("No OMP_TOOL_LIBRARIES defined.\n");
  if (gasp_omp_has_sanitizer ())
    return try_archer ();
  SAY ("...searching tool libraries failed. Using no tool.\n");
  return NULL;
}

static ompt_start_tool_result_t *
find_logged (void)
{
  open_log ();
  SAY ("----- START LOGGING OF TOOL REGISTRATION -----\n");
  ompt_start_tool_result_t *result = find_user_tool ();
  SAY (result ? "Tool was started and is using the OMPT interface.\n"
	      : "No OMP tool loaded.\n");
  SAY ("----- END LOGGING OF TOOL REGISTRATION -----\n");
  close_log ();
  return result;
}

bool
gasp_omp_tool_expected (void)
{
  if (&gasp_omp_builtin && gasp_omp_builtin.expected ())
    return true;
  if (is_logged ())
    return true;
  if (is_disabled (getenv ("OMP_TOOL")))
    return false;
  if (setting ("OMP_TOOL_LIBRARIES") || gasp_omp_has_sanitizer ())
    return true;
  struct entry e = entry_in_process ();
  return e.start_tool || e.tool;
}

/* ---- Begin and end  */

static void
forget_tool (unsigned int consumer)
{
  tools[consumer] = NULL;
  for (unsigned int event = 0; event < CALLBACKS; event++)
    gasp_omp_callbacks[event][consumer] = NULL;
}

void
gasp_omp_out_of_memory (void)
{
  if (__atomic_exchange_n (&gasp_omp_activity, DORMANT, __ATOMIC_RELAXED)
      != DORMANT)
    fprintf (stderr, "libgasp-omp: out of memory: the program goes on without "
	     "its tool\n");
  gasp_omp_set_activity (DORMANT);
  for (unsigned int i = 0; i < CONSUMERS; i++)
    forget_tool (i);
}

/* Makes OMPT dormant, but for samples of mutexes, if the built-in consumer
   alone is there and has seen all else that it wants; returns whether it did.
   Threads that are in regions keep their records, and end their events.  */
bool
gasp_omp_rest (void)
{
  const struct thread *thread = gasp_omp_thread;
  if (tools[0] || !tools[1] || !thread || thread->current != &thread->initial
      || !gasp_omp_builtin.is_done ())
    return false;
  gasp_omp_set_activity (DORMANT);
  gasp_omp_rest_from_mutexes ();
  return true;
}

void
gasp_omp_rest_from_mutexes (void)
{
  if (!tools[1] || !gasp_omp_builtin.is_done_with_mutexes ())
    return;
  gasp_omp_mutexes_sampled = true;
  gasp_omp_mutexes_done = !tools[0];
}

/* Initialises the tool of CONSUMER.  Where libgomp counts devices it loads
   what it has for them, which the built-in consumer has no use for.  */
static void
initialize (unsigned int consumer)
{
  ompt_start_tool_result_t *tool = tools[consumer];
  int device = consumer == 0 && tool && real_omp_get_num_devices
	       ? real_omp_get_num_devices () : 0;
  if (tool && !tool->initialize (gasp_omp_lookup (consumer), device,
				 &tool->tool_data))
    forget_tool (consumer);
}

static void
find (void)
{
  if (gasp_omp_activity != PENDING)
    return;
  tools[0] = find_logged ();
  if (&gasp_omp_builtin)
    tools[1] = gasp_omp_builtin.start ();
  for (unsigned int i = 0; i < CONSUMERS; i++)
    initialize (i);
  if (tools[1])
    gasp_omp_acc_begin ();
  if (tools[0] && gasp_omp_has_sanitizer ())
    gasp_omp_sanitizer_begin ();
  process = getpid ();
  bool any = (tools[0] || tools[1]) && gasp_omp_threads_prepare ();
  gasp_omp_set_activity (any ? ACTIVE : DORMANT);
  /* After the handlers that the tool has registered, so before them.  */
  if (any)
    atexit (gasp_omp_finalize);
}

void
gasp_omp_find_tool (void)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once (&once, find);
}

static int (*program_main) (int, char **, char **);

static int
enter_main (int argc, char **argv, char **environment)
{
  if (real_GOMP_parallel)
    gasp_omp_find_tool ();
  if (gasp_omp_activity == ACTIVE)
    self ();
  return program_main (argc, argv, environment);
}

int
gasp_omp_start (gasp_omp_start_t *real,
		int (*main_function) (int, char **, char **), int argc,
		char **argv, void (*init) (void), void (*fini) (void),
		void (*loader_fini) (void), void *stack_end)
{
  program_main = main_function;
  return real (enter_main, argc, argv, init, fini, loader_fini, stack_end);
}

/* The kind of omp_pause_resource that makes libgomp end its idle threads, each
   with its event.  In a child process, which does not have them, it would wait
   for them.  */
#define PAUSE_HARD 2

void
gasp_omp_finalize (void)
{
  struct thread *thread = gasp_omp_thread;
  if (gasp_omp_activity != ACTIVE || getpid () != process)
    return;
  bool idle = thread && thread->current == &thread->initial;
  if (idle && real_omp_pause_resource_all)
    real_omp_pause_resource_all (PAUSE_HARD);
  if (gasp_omp_devices_end)
    gasp_omp_devices_end ();
  if (idle)
    gasp_omp_thread_end (thread);
  gasp_omp_acc_end ();
  gasp_omp_set_activity (DORMANT);
  for (unsigned int i = 0; i < CONSUMERS; i++)
    {
      ompt_start_tool_result_t *tool = tools[i];
      if (tool && tool->finalize)
	tool->finalize (&tool->tool_data);
      forget_tool (i);
    }
}

/* ---- omp_control_tool  */

/* Does the work of omp_control_tool, called from PLACE, in FRAME.  */
static int
gasp_omp_control (uint64_t command, uint64_t modifier, void *arg,
		  const void *place, void *frame)
{
  enum { NO_TOOL = -2, NO_CALLBACK = -1 };
  if (IS_DORMANT || !tools[0])
    return NO_TOOL;
  struct task *task = self ()->current;
  ompt_data_t outer = enter (task, frame);
  int result = NO_CALLBACK;
  for (unsigned int i = CONSUMERS; i-- > 0;)
    {
      ompt_callback_control_tool_t f = (ompt_callback_control_tool_t)
	gasp_omp_callbacks[ompt_callback_control_tool][i];
      int answer = f ? f (command, modifier, arg, place) : NO_CALLBACK;
      result = i == 0 ? answer : result;
    }
  leave (task, outer);
  return result;
}

#pragma GCC visibility push (default)
extern int omp_control_tool (int command, int modifier, void *arg);
extern int omp_control_tool_ (const int *command, const int *modifier);
extern void ompt_control (uint64_t command, uint64_t modifier);
extern void ompt_control_ (const uint64_t *command, const uint64_t *modifier);
#pragma GCC visibility pop

int
omp_control_tool (int command, int modifier, void *arg)
{
  return gasp_omp_control (command, modifier, arg, PLACE, FRAME);
}

/* Does what omp_control_tool does, for Fortran, which has no third
   argument.  */
int
omp_control_tool_ (const int *command, const int *modifier)
{
  return gasp_omp_control (*command, *modifier, NULL, PLACE, FRAME);
}

/* Does what omp_control_tool does, as the report of 2015 has it.  */
void
ompt_control (uint64_t command, uint64_t modifier)
{
  gasp_omp_control (command, modifier, NULL, PLACE, FRAME);
}

void
ompt_control_ (const uint64_t *command, const uint64_t *modifier)
{
  gasp_omp_control (*command, *modifier, NULL, PLACE, FRAME);
}
