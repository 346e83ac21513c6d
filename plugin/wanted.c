/* wanted.c - which events are wanted: --profile-only FILE (GASP 1.4, 3.1.2).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gasp-plugin.h"

static struct
{
  const char *name;
  bool wanted;
} events[] = {
#define GASP_EVENT(number, name, role, types, start, end, section, label, \
		   text) \
  { #name, false },
#include "gasp-events.def"
};

/* True if there was a list; without one everything is wanted.  */
static bool listed;

bool
gasp_event_wanted (const char *name)
{
  if (!listed)
    return true;
  for (size_t i = 0; i < ARRAY_SIZE (events); i++)
    if (!strcmp (events[i].name, name))
      return events[i].wanted;
  return false;
}

static void
want (const char *name, const char *file)
{
  for (size_t i = 0; i < ARRAY_SIZE (events); i++)
    if (!strcmp (events[i].name, name))
      {
	events[i].wanted = true;
	return;
      }
  warning (0, "%s: unknown event %qs is ignored", file, name);
}

/* Cuts off blanks at both ends of LINE and what follows a '#'.  */
static char *
trim (char *line)
{
  line[strcspn (line, "#\n\r")] = '\0';
  line += strspn (line, " \t");
  size_t length = strlen (line);
  while (length && strchr (" \t", line[length - 1]))
    line[--length] = '\0';
  return line;
}

static bool
take_line (char *line, const char *file, int)
{
  static hash_set<nofree_string_hash> seen;
  const char *name = trim (line);
  if (*name && !seen.add (xstrdup (name)))
    want (name, file);
  return true;
}

bool
gasp_read_wanted_events (const char *file)
{
  if (!gasp_read_lines (file, "list of events", take_line))
    return false;
  listed = true;
  /* A list that names functions asks for their events.  */
  if (gasp_options.functions == FUNCTIONS_NONE
      && gasp_event_wanted ("GASP_C_FUNC"))
    gasp_options.functions = FUNCTIONS_SOURCE;
  return true;
}
