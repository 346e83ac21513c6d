/* counters.c - PAPI: counters, its clocks, overflow.

   SPDX-License-Identifier: Apache-2.0

   libpapi is loaded when counters or its clocks are asked for, not linked: it
   costs a program that is only timed nothing, not even at start, and the same
   tool works where it is not installed.  Its calls may allocate; libgasp drops
   the events that they raise.

   A thread has one event set for each component, as PAPI wants it.  */

#include "with-papi.h"
#ifdef WITH_PAPI
#define _GNU_SOURCE
#include "tool.h"
#include <dlfcn.h>
#include <papi.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#define PAPI_FUNCTIONS(f) \
  f (library_init) f (thread_init) f (register_thread) f (unregister_thread) \
  f (strerror) f (event_name_to_code) f (get_event_component) \
  f (get_event_info) f (get_component_info) f (get_component_index) f (num_components) \
  f (create_eventset) f (assign_eventset_component) f (set_multiplex) \
  f (multiplex_init) f (add_event) f (overflow) f (start) f (stop) f (read) \
  f (cleanup_eventset) f (destroy_eventset) f (get_real_nsec) \
  f (get_virt_nsec)

static struct {
#define MEMBER(name) __typeof__ (PAPI_##name) *name;
  PAPI_FUNCTIONS (MEMBER)
#undef MEMBER
} papi;

/* The counters of one component.  */
struct group {
  int component;
  bool multiplexed;
  int count;
  int codes[GASP_RECORD_COUNTERS + 1];
  int column[GASP_RECORD_COUNTERS + 1]; /* in readings; -1: not recorded */
};

static struct group groups[COUNTER_GROUPS];
static int group_count;
static const char *names[GASP_RECORD_COUNTERS];
static char units[GASP_RECORD_COUNTERS][PAPI_MIN_STR_LEN];
static int counter_count;

static struct {
  char event[PAPI_HUGE_STR_LEN];
  int code, threshold;		/* threshold 0: no sampling */
  int group, index;		/* where it is */
} sample;

static bool multiplex;
static int software_component = -1; /* PAPI's "sde" */
static __thread gasp_context_t self
  __attribute__ ((tls_model ("initial-exec")));

/* What could not be done, for the record.  */
static char problems[8][400];
static int problem_count;

static void problem (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));

static void
problem (const char *format, ...)
{
  char text[sizeof *problems];
  va_list values;
  va_start (values, format);
  vsnprintf (text, sizeof text, format, values);
  va_end (values);
  gasp_tool_say ("%s", text);
  if (gasp_tool_base)
    gasp_tool_note (text);
  else if (problem_count < (int) (sizeof problems / sizeof *problems))
    strcpy (problems[problem_count++], text);
}

/* ---- The library.  */

/* Why it cannot be used, or null.  */
static const char *
load (void)
{
  char exact[40];
  snprintf (exact, sizeof exact, "libpapi.so.%d.%d",
	    PAPI_VERSION_MAJOR (PAPI_VERSION),
	    PAPI_VERSION_MINOR (PAPI_VERSION));
  /* No dynamic linker: it would get a C library of its own.  */
  if (getauxval (AT_BASE) == 0)
    return "a static program cannot load libpapi";
  void *library = dlopen (exact, RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    library = dlopen ("libpapi.so", RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    return "libpapi is not installed";
#define LOOK_UP(name) \
  papi.name = (__typeof__ (PAPI_##name) *) dlsym (library, "PAPI_" #name); \
  if (!papi.name) \
    return "libpapi lacks PAPI_" #name;
  PAPI_FUNCTIONS (LOOK_UP)
#undef LOOK_UP
  int version = papi.library_init (PAPI_VER_CURRENT);
  if (version != PAPI_VER_CURRENT)
    return version < 0 ? papi.strerror (version)
	   : "libpapi is of another version than this tool was built with";
  int error = papi.thread_init (pthread_self);
  return error == PAPI_OK ? NULL : papi.strerror (error);
}

bool
gasp_tool_papi_load (const char *setting)
{
  static bool tried;
  static const char *reason;
  if (!tried)
    reason = load ();
  tried = true;
  if (reason)
    problem ("%s: PAPI cannot be used: %s; going on with time", setting,
	     reason);
  return !reason;
}

const char *
gasp_tool_papi_version (void)
{
  static char text[40];
  snprintf (text, sizeof text, "PAPI %d.%d.%d",
	    PAPI_VERSION_MAJOR (PAPI_VERSION),
	    PAPI_VERSION_MINOR (PAPI_VERSION),
	    PAPI_VERSION_REVISION (PAPI_VERSION));
  return text;
}

uint64_t
gasp_tool_papi_real (void)
{
  return papi.get_real_nsec ();
}

uint64_t
gasp_tool_papi_virtual (void)
{
  return papi.get_virt_nsec ();
}

/* ---- What is to be counted.  */

/* Name the components that work in TEXT.  */
static void
list_components (char *text, size_t size)
{
  size_t n = 0;
  *text = '\0';
  for (int i = 0; i < papi.num_components (); i++)
    {
      const PAPI_component_info_t *info = papi.get_component_info (i);
      if (info && !info->disabled && n < size)
	n += snprintf (text + n, size - n, "%s%s", n ? ", " : "", info->name);
    }
}

/* The component that the event NAME has before its ":::", or -1.  */
static int
named_component (const char *name)
{
  char component[PAPI_MIN_STR_LEN];
  const char *end = strstr (name, ":::");
  if (!end || end - name >= PAPI_MIN_STR_LEN)
    return -1;
  memcpy (component, name, end - name);
  component[end - name] = '\0';
  return papi.get_component_index (component);
}

/* Say that the event NAME cannot be counted: PAPI's ERROR.  */
static void
cannot_count (const char *setting, const char *name, int component, int error)
{
  char available[200];
  if (component < 0)
    component = named_component (name);
  const PAPI_component_info_t *info
    = component >= 0 ? papi.get_component_info (component) : NULL;
  bool disabled = info && info->disabled;
  list_components (available, sizeof available);
  problem ("%s: %s: %s%s%s%s%.160s%s; working components: %s (gasp list "
	   "counters); going on without it",
	   setting, name, papi.strerror (error), disabled ? " (" : "", disabled ? info->short_name : "",
	   disabled ? ": " : "", disabled ? info->disabled_reason : "", disabled ? ")" : "",
	   *available ? available : "none");
}

/* Make *SET one for GROUP.  Returns PAPI's error.  */
static int
fill_set (const struct group *group, int *set)
{
  int error;
  *set = PAPI_NULL;
  if ((error = papi.create_eventset (set)) != PAPI_OK)
    return error;
  error = papi.assign_eventset_component (*set, group->component);
  if (error == PAPI_OK && group->multiplexed)
    error = papi.set_multiplex (*set);
  for (int i = 0; i < group->count && error == PAPI_OK; i++)
    error = papi.add_event (*set, group->codes[i]);
  return error;
}

static void
drop_set (int *set)
{
  if (*set == PAPI_NULL)
    return;
  papi.cleanup_eventset (*set);
  papi.destroy_eventset (set);
  *set = PAPI_NULL;
}

/* The group of COMPONENT, a new one if there is none; -1: too many.  */
static int
group_of (int component)
{
  int i;
  for (i = 0; i < group_count; i++)
    if (groups[i].component == component)
      return i;
  if (i == COUNTER_GROUPS)
    return -1;
  groups[i].component = component;
  groups[i].multiplexed = multiplex;
  group_count++;
  return i;
}

/* Whether GROUP can be counted as it is: PAPI's error.  */
static int
try_group (struct group *group)
{
  int set, error = fill_set (group, &set);
  drop_set (&set);
  /* Not every component can take turns, nor needs to.  */
  if (error != PAPI_OK && group->multiplexed)
    {
      group->multiplexed = false;
      if (try_group (group) == PAPI_OK)
	return PAPI_OK;
      group->multiplexed = true;
    }
  return error;
}

/* Count the event NAME in COLUMN, if that is possible with what there is
   already.  Its group, or -1 after saying why not.  */
static int
add_to_group (const char *setting, const char *name, int column, int *code)
{
  int component = -1;
  int error = papi.event_name_to_code (name, code);
  int index = -1;
  if (error == PAPI_OK)
    {
      component = papi.get_event_component (*code);
      index = component < 0 ? -1 : group_of (component);
      error = component < 0 ? component : index < 0 ? PAPI_ECOUNT : PAPI_OK;
    }
  if (error == PAPI_OK)
    {
      struct group *group = &groups[index];
      group->codes[group->count] = *code;
      group->column[group->count++] = column;
      error = try_group (group);
      if (error != PAPI_OK)
	group->count--;
    }
  if (error == PAPI_OK)
    return index;
  cannot_count (setting, name, component, error);
  return -1;
}

static void
add_counter (const char *name)
{
  PAPI_event_info_t info;
  int code;
  if (counter_count == GASP_RECORD_COUNTERS)
    {
      problem ("GASP_COUNTERS: %s: at most %d counters; going on without it",
	       name, GASP_RECORD_COUNTERS);
      return;
    }
  for (int i = 0; i < counter_count; i++)
    if (!strcmp (names[i], name))
      return;
  if (add_to_group ("GASP_COUNTERS", name, counter_count, &code) < 0)
    return;
  names[counter_count] = name;
  if (papi.get_event_info (code, &info) == PAPI_OK)
    strcpy (units[counter_count], info.units);
  counter_count++;
}

/* Add those of LIST, which stays.  */
static void
add_counters (const char *list)
{
  static char buffer[4096];
  char *rest = buffer, *name;
  if (strlen (list) >= sizeof buffer)
    {
      gasp_tool_bad_setting (GASP_COUNTERS_SETTING,
			     "a list of less than 4096 characters");
      return;
    }
  strcpy (buffer, list);
  while ((name = strsep (&rest, ", ")) != NULL)
    if (*name)
      add_counter (name);
}

/* Set SAMPLE to the event NAME among those counted.  */
static bool
find_event (const char *name)
{
  if (papi.event_name_to_code (name, &sample.code) != PAPI_OK)
    return false;
  for (sample.group = 0; sample.group < group_count; sample.group++)
    {
      const struct group *group = &groups[sample.group];
      for (sample.index = 0; sample.index < group->count; sample.index++)
	if (group->codes[sample.index] == sample.code)
	  return true;
    }
  return false;
}

/* EVENT:THRESHOLD; event names have colons, too.  */
static void
choose_sample (const char *setting)
{
  const char *colon = strrchr (setting, ':');
  char *end = NULL;
  long threshold = colon ? strtol (colon + 1, &end, 10) : 0;
  size_t length = colon ? (size_t) (colon - setting) : 0;
  if (threshold <= 0 || threshold > 0x7fffffff || *end || length == 0
      || length >= sizeof sample.event)
    {
      gasp_tool_bad_setting (GASP_SAMPLE_SETTING,
			     "EVENT:THRESHOLD, such as PAPI_TOT_CYC:1000000");
      return;
    }
  memcpy (sample.event, setting, length);
  if (find_event (sample.event) || add_to_group ("GASP_SAMPLE", sample.event,
						 -1, &sample.code) >= 0)
    sample.threshold = threshold;
  if (sample.threshold)
    find_event (sample.event);
}

void
gasp_tool_counters_init (void)
{
  const char *list = gasp_tool_setting (GASP_COUNTERS_SETTING);
  const char *overflow = gasp_tool_setting (GASP_SAMPLE_SETTING);
  if (!*list && !*overflow)
    return;
  if (!gasp_tool_papi_load (*list ? "GASP_COUNTERS" : "GASP_SAMPLE"))
    return;
  multiplex = gasp_tool_setting_flag (GASP_MULTIPLEX_SETTING);
  if (multiplex)
    {
      int error = papi.multiplex_init ();
      multiplex = error == PAPI_OK;
      if (!multiplex)
	problem ("GASP_MULTIPLEX: %s; going on without",
		 papi.strerror (error));
    }
  software_component = papi.get_component_index ("sde");
  add_counters (list);
  if (*overflow)
    choose_sample (overflow);
}

void
gasp_tool_counters_describe (void)
{
  struct gasp_record_header *header = HEADER;
  header->counters = counter_count;
  for (int i = 0; i < counter_count; i++)
    {
      header->counter[i].name = gasp_tool_string (names[i]);
      if (*units[i])
	header->counter[i].unit = gasp_tool_string (units[i]);
    }
  if (sample.threshold)
    {
      header->sample_event = gasp_tool_string (sample.event);
      header->sample_threshold = sample.threshold;
    }
  for (int i = 0; i < problem_count; i++)
    gasp_tool_note (problems[i]);
}

/* ---- Software-defined counters.

   PAPI counts them from where they were when a set was last started, in
   whatever thread: a start takes them back to 0 in all.  So what they were is
   added up here.  GENERATION is odd while a set is being started; a reading
   across that is repeated.  Waiting for it ends: the program's functions, which
   some of these counters are, might wait for each other.  */

static unsigned int generation;
static int64_t start_values[GASP_RECORD_COUNTERS + 1];
/* A running set of any thread.  */
static int reference = PAPI_NULL;

#define MOST_TRIES 1000

static bool
is_software (int index)
{
  return groups[index].component == software_component;
}

static void
begin_start (void)
{
  for (int i = 0; i < MOST_TRIES; i++)
    {
      unsigned int g = __atomic_load_n (&generation, __ATOMIC_ACQUIRE) & ~1u;
      if (__atomic_compare_exchange_n (&generation, &g, g + 1, 0,
				       __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
	return;
      sched_yield ();
    }
}

static void
end_start (void)
{
  __atomic_store_n (&generation, (generation | 1) + 1, __ATOMIC_RELEASE);
}

/* Read SET, of software-defined counters.  One that the program has not made
   yet reads as -1.  */
static bool
read_raw (int set, long long *values)
{
  return set != PAPI_NULL && papi.read (set, values) == PAPI_OK;
}

/* Start SET, whose COUNT counters are read through it or REFERENCE.  */
static int
start_software (int set, int count)
{
  long long before[GASP_RECORD_COUNTERS + 1], after[GASP_RECORD_COUNTERS + 1];
  bool known = read_raw (reference, before);
  int error = papi.start (set);
  if (error != PAPI_OK)
    return error;
  if (reference == PAPI_NULL)
    reference = set;
  if (!known || !read_raw (set, after))
    return PAPI_OK;
  /* Some counters are not taken back.  */
  for (int i = 0; i < count; i++)
    if (before[i] != -1 && llabs (after[i]) < llabs (before[i] - after[i]))
      start_values[i] += before[i];
  return PAPI_OK;
}

static bool
read_software (int set, int count, long long *values)
{
  bool done = false;
  for (int i = 0; i < MOST_TRIES; i++)
    {
      unsigned int g = __atomic_load_n (&generation, __ATOMIC_ACQUIRE);
      if (!(g & 1))
	{
	  done = read_raw (set, values);
	  for (int j = 0; j < count; j++)
	    values[j] = (values[j] == -1 ? 0 : values[j]) + start_values[j];
	  if (__atomic_load_n (&generation, __ATOMIC_ACQUIRE) == g)
	    break;
	}
      sched_yield ();
    }
  return done;
}

/* ---- One thread.  */

/* The counter of this thread overflowed at ADDRESS.  May be in a signal
   handler.  */
static void
overflowed (int set, void *address, long long vector, void *machine)
{
  (void) set;
  (void) vector;
  (void) machine;
  if (self)
    gasp_tool_sample (self, (uint64_t) (uintptr_t) address);
}

static int
set_overflow (int set)
{
  return papi.overflow (set, sample.code, sample.threshold, 0, overflowed);
}

/* What the counters of GROUP are, in a message.  */
static const char *
group_name (int index)
{
  const PAPI_component_info_t *info
    = papi.get_component_info (groups[index].component);
  return info ? info->short_name : "?";
}

/* Say once in a thread that GROUP gives no counters: PAPI's ERROR.  */
static void
cannot_start (gasp_context_t context, int index, int error)
{
  const char *reason = papi.strerror (error);
  if (context->thread->counter_error)
    return;
  context->thread->counter_error = gasp_tool_string (reason);
  problem ("counters of component %s cannot be started in thread %d: %s; "
	   "going on without", group_name (index), (int) context->thread->tid,
	   reason);
}

/* Sampling by a software-defined counter can only begin when the program has
   made it: do that if it has by now.  */
static void
arm_software (gasp_context_t context)
{
  long long values[GASP_RECORD_COUNTERS + 1];
  int *set = &context->sets[sample.group], error;
  if (!read_raw (*set, values) || values[sample.index] == -1)
    return;
  context->armed = true;
  begin_start ();
  reference = *set;
  read_raw (*set, values);
  papi.stop (*set, NULL);
  error = set_overflow (*set);
  if (error != PAPI_OK)
    cannot_start (context, sample.group, error);
  papi.start (*set);
  for (int i = 0; i < groups[sample.group].count; i++)
    start_values[i] += values[i] == -1 ? 0 : values[i];
  end_start ();
}

/* Start counting GROUP in CONTEXT's thread.  PAPI's error.  */
static int
start_group (gasp_context_t context, int index)
{
  int *set = &context->sets[index];
  bool sampled = sample.threshold && sample.group == index;
  int error = fill_set (&groups[index], set);
  if (error == PAPI_OK && is_software (index))
    {
      begin_start ();
      error = start_software (*set, groups[index].count);
      end_start ();
    }
  else if (error == PAPI_OK)
    {
      if (sampled)
	error = set_overflow (*set);
      if (error == PAPI_OK)
	error = papi.start (*set);
      context->armed |= sampled;
    }
  if (error != PAPI_OK)
    drop_set (set);
  return error;
}

void
gasp_tool_counters_begin (gasp_context_t context)
{
  if (!papi.library_init)
    return;
  /* In a forked process they are there already.  */
  if (self == context)
    return;
  for (int i = 0; i < COUNTER_GROUPS; i++)
    context->sets[i] = PAPI_NULL;
  papi.register_thread ();
  self = context;
  context->armed = !sample.threshold;
  for (int i = 0; i < group_count; i++)
    {
      int error = groups[i].count > 0 ? start_group (context, i) : PAPI_OK;
      if (error != PAPI_OK)
	cannot_start (context, i, error);
    }
  if (!context->armed)
    context->attention |= ATTENTION_COUNTERS;
}

void
gasp_tool_counters_end (gasp_context_t context)
{
  if (!papi.library_init)
    return;
  for (int i = 0; i < group_count; i++)
    if (context->sets[i] != PAPI_NULL)
      {
	begin_start ();
	if (context->sets[i] == reference)
	  reference = PAPI_NULL;
	end_start ();
	papi.stop (context->sets[i], NULL);
	drop_set (&context->sets[i]);
      }
  self = NULL;
  papi.unregister_thread ();
}

void
gasp_tool_counters_read (gasp_context_t context)
{
  long long values[GASP_RECORD_COUNTERS + 1];
  if (!context->armed)
    arm_software (context);
  if (!context->latest)
    {
      if (context->armed)
	context->attention &= ~(uint64_t) ATTENTION_COUNTERS;
      return;
    }
  for (int g = 0; g < group_count; g++)
    {
      const struct group *group = &groups[g];
      int set = context->sets[g];
      bool done = is_software (g)
		  ? read_software (set, group->count, values)
		  : set != PAPI_NULL && papi.read (set, values) == PAPI_OK;
      for (int i = 0; done && i < group->count; i++)
	if (group->column[i] >= 0)
	  context->latest[group->column[i]] = values[i];
    }
}

/* Software-defined counters are the process's own memory, and go on.  Others
   are the kernel's, which both processes share: to stop or to start them here
   would disturb the parent.  */
void
gasp_tool_counters_fork (gasp_context_t context)
{
  generation &= ~1u;
  for (int i = 0; i < group_count; i++)
    if (context->sets[i] != PAPI_NULL && !is_software (i))
      {
	context->sets[i] = PAPI_NULL;
	groups[i].count = 0;
	gasp_tool_note ("counters other than sde are not read in forked "
			"processes");
      }
  for (int i = 0; i < group_count; i++)
    if (is_software (i))
      reference = context->sets[i];
}

#endif /* WITH_PAPI */
