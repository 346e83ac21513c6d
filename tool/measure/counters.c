/* counters.c - the choice of PAPI events.

   SPDX-License-Identifier: Apache-2.0

   Each event is tried together with those before it.  One that does not exist,
   or does not fit, is reported and left out.  After it, counting.c.  */

#include "measure/with-papi.h"
#ifdef WITH_PAPI

#include "events/context.h"
#include "measure/counters.h"
#include "measure/counting.h"
#include "record/file.h"
#include "ground/message.h"
#include "record/place.h"
#include "values.h"
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct counter_choice gasp_tool_counters;
static const char *names[GASP_RECORD_COUNTERS];
static char units[GASP_RECORD_COUNTERS][PAPI_MIN_STR_LEN];
static int counter_count;
static bool multiplex;

/* Names the components that work in TEXT.  */
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

/* Returns the component that the event NAME has before its ":::", or -1.  */
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

/* Returns an event for samples that needs no counter of the processor, if
   SETTING is about samples and there is that event; else "".  */
static const char *
sample_advice (const char *setting)
{
  char name[] = "perf::CPU-CLOCK";
  int code;
  return !strcmp (setting, "GASP_SAMPLE")
	     && papi.event_name_to_code (name, &code) == PAPI_OK
	   ? "; perf::CPU-CLOCK:1000000 works here, a sample each millisecond"
	   : "";
}

/* Says that the event NAME cannot be counted: PAPI's ERROR.  */
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
  gasp_tool_problem ("%s: %s: %s%s%s%s%.160s%s; working components: %s (gasp "
	   "list counters)%s; going on without it",
	   setting, name, papi.strerror (error), disabled ? " (" : "",
	   disabled ? info->short_name : "",
	   disabled ? ": " : "", disabled ? info->disabled_reason : "",
	   disabled ? ")" : "",
	   *available ? available : "none", sample_advice (setting));
}

int
gasp_tool_fill_set (const struct counter_group *group, int *set)
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

void
gasp_tool_drop_set (int *set)
{
  if (*set == PAPI_NULL)
    return;
  papi.cleanup_eventset (*set);
  papi.destroy_eventset (set);
  *set = PAPI_NULL;
}

/* Returns the group of COMPONENT, a new one if there is none; -1: too
   many.  */
static int
group_of (int component)
{
  int i;
  for (i = 0; i < choice.group_count; i++)
    if (choice.groups[i].component == component)
      return i;
  if (i == COUNTER_GROUPS)
    return -1;
  choice.groups[i].component = component;
  choice.groups[i].multiplexed = multiplex;
  choice.group_count++;
  return i;
}

/* Tries whether GROUP can be counted as it is; returns PAPI's error.  */
static int
try_group (struct counter_group *group)
{
  int set, error = gasp_tool_fill_set (group, &set);
  gasp_tool_drop_set (&set);
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

/* Returns whether a preset has the qualifiers of NAME,
   "PRESET:QUALIFIER:...".  PAPI 7.2, the first to know any, crashes if there
   are more than the preset has.  */
static bool
has_qualifiers (const char *name)
{
#if PAPI_VERSION >= PAPI_VERSION_NUMBER (7, 2, 0, 0)
  static PAPI_event_info_t info;
  char preset[PAPI_MAX_STR_LEN];
  int code, wanted = 0;
  size_t length = strcspn (name, ":");
  for (const char *colon = name; (colon = strchr (colon, ':')); colon++)
    wanted++;
  if (!wanted || strncmp (name, "PAPI_", 5) || length >= sizeof preset)
    return true;
  memcpy (preset, name, length);
  preset[length] = '\0';
  return (papi.event_name_to_code (preset, &code) == PAPI_OK
	  && papi.get_event_info (code, &info) == PAPI_OK
	  && wanted <= info.num_quals);
#else
  (void) name;
  return true;
#endif
}

/* Returns PAPI's error, or sets *CODE to that of the event NAME.  */
static int
find_code (const char *name, int *code)
{
  return has_qualifiers (name) ? papi.event_name_to_code (name, code)
			       : PAPI_ENOEVNT;
}

/* Counts the event NAME in COLUMN, if the events chosen so far leave room for
   it.  Returns its group, or -1 after reporting why not.  */
static int
add_to_group (const char *setting, const char *name, int column, int *code)
{
  int component = -1;
  int error = find_code (name, code);
  int index = -1;
  if (error == PAPI_OK)
    {
      component = papi.get_event_component (*code);
      /* Counters of the program's, which all become 0 as a thread starts
	 some.  */
      bool is_own = component == papi.get_component_index ("sde");
      index = component < 0 || is_own ? -1 : group_of (component);
      error = component < 0 ? component : is_own ? PAPI_ENOSUPP
	      : index < 0 ? PAPI_ECOUNT : PAPI_OK;
    }
  if (error == PAPI_OK)
    {
      struct counter_group *group = &choice.groups[index];
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
      gasp_tool_problem ("GASP_COUNTERS: %s: at most %d counters; going on "
			 "without it",
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

/* Adds the counters that LIST names, which is left unchanged.  */
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

/* Sets SAMPLE to the event NAME among those counted.  */
static bool
find_event (const char *name)
{
  if (find_code (name, &choice.sample.code) != PAPI_OK)
    return false;
  for (choice.sample.group = 0; choice.sample.group < choice.group_count;
       choice.sample.group++)
    {
      const struct counter_group *group = &choice.groups[choice.sample.group];
      for (int i = 0; i < group->count; i++)
	if (group->codes[i] == choice.sample.code)
	  return true;
    }
  return false;
}

/* Chooses the event to sample by SETTING.  */
static void
choose_sample (const char *setting)
{
  size_t length;
  long threshold = gasp_parse_sample (setting, &length);
  if (!threshold || length >= sizeof choice.sample.event)
    {
      gasp_tool_bad_setting (GASP_SAMPLE_SETTING, GASP_SAMPLE_FORM);
      return;
    }
  memcpy (choice.sample.event, setting, length);
  if (find_event (choice.sample.event)
      || add_to_group ("GASP_SAMPLE", choice.sample.event, -1,
		       &choice.sample.code)
	   >= 0)
    choice.sample.threshold = threshold;
  if (choice.sample.threshold)
    find_event (choice.sample.event);
}

void
gasp_tool_counters_init (void)
{
  const char *list = gasp_tool_setting (GASP_COUNTERS_SETTING);
  const char *overflow = gasp_tool_setting (GASP_SAMPLE_SETTING);
  if (gasp_is_sample_word (overflow))
    overflow = "";
  multiplex = gasp_tool_setting_flag (GASP_MULTIPLEX_SETTING);
  if (!*list && !*overflow)
    return;
  if (!gasp_tool_papi_load (*list ? "GASP_COUNTERS" : "GASP_SAMPLE"))
    return;
  if (multiplex)
    {
      int error = papi.multiplex_init ();
      multiplex = error == PAPI_OK;
      if (!multiplex)
	gasp_tool_problem ("GASP_MULTIPLEX: %s; going on without",
		 papi.strerror (error));
    }
  add_counters (list);
  if (*overflow)
    choose_sample (overflow);
  gasp_tool_counting_init ();
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
  if (choice.sample.threshold)
    {
      header->sample_event = gasp_tool_string (choice.sample.event);
      header->sample_threshold = choice.sample.threshold;
    }
  gasp_tool_note_problems ();
}

#endif /* WITH_PAPI */
