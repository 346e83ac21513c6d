/* survey.c - what has to be known of all records before the first is loaded.
   See survey.h.

   SPDX-License-Identifier: Apache-2.0

   Each record is opened for that, but for joined ones, of which it would be
   unpacked twice: a joined file says itself what its records have in all.  */

#include "model/survey.h"
#include "model/joining/ahead.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Counters  */

/* Returns the number of the counter NAME of PROFILE; the number of all if there
   is none.  */
static size_t
find_counter (const struct profile *profile, const char *name)
{
  size_t i = 0;
  while (i < profile->counter_count && strcmp (profile->counters[i].name, name))
    i++;
  return i;
}

static const char *
name_of_counter (const struct record *record, uint32_t i)
{
  return record_string (record, record->header.counter[i].name, "?");
}

/* Adds the counters of RECORD to PROFILE.  */
static void
add_counters (struct profile *profile, const struct record *record)
{
  for (uint32_t i = 0; i < record->header.counters; i++)
    {
      const char *name = name_of_counter (record, i);
      gasp_record_ref unit = record->header.counter[i].unit;
      if (find_counter (profile, name) == profile->counter_count)
	APPEND (profile, counter, { name, record_string (record, unit, "") });
    }
}

/* Returns false if LOADING's record has counters that were not surveyed.  */
static bool
map_counters (struct loading *loading)
{
  const struct record *record = &loading->record;
  for (uint32_t i = 0; i < record->header.counters; i++)
    {
      size_t number
	= find_counter (loading->profile, name_of_counter (record, i));
      if (number == loading->profile->counter_count)
	return false;
      loading->counter_map[i] = (uint32_t) number;
    }
  return true;
}

/* ---- All records  */

/* Why a record could not be read, and how many others since for the same
   reason.  */
static struct { char *why; size_t others; } unread;

/* Reports the others, and forgets them.  */
static void
report_others (void)
{
  if (unread.others)
    complain ("the same holds for %zu other record%s", unread.others,
	      unread.others == 1 ? "" : "s");
  free (unread.why);
  unread.why = NULL;
  unread.others = 0;
}

/* Reports WHY the record PATH could not be read; takes over WHY.  */
static void
report_unread (const char *path, char *why)
{
  if (unread.why && !strcmp (why, unread.why))
    {
      unread.others++;
      free (why);
      return;
    }
  report_others ();
  complain ("%s %s", path, why);
  unread.why = why;
}

static bool
open_record (struct loading *loading, const char *path)
{
  char *why = record_open (&loading->record, path);
  loading->is_open = !why;
  if (why)
    report_unread (path, why);
  return loading->is_open;
}

/* Surveys the record of LOADING, which is open, and lets it rest; what it lists
   is added to THINNING, if that is not null.  */
static void
survey_record (struct loading *loading, struct thinning *thinning)
{
  add_counters (loading->profile, &loading->record);
  if (thinning)
    count_listed (thinning, &loading->record);
  record_suspend (&loading->record);
}

/* Counts, in each joined file, how many of COUNT records PATHS are in it.  */
static void
count_wanted (char **paths, size_t count)
{
  struct joined *file;
  for (size_t i = 0; i < count; i++)
    if (joined_member (paths[i], &file))
      file->wanted = 0;
  for (size_t i = 0; i < count; i++)
    if (joined_member (paths[i], &file))
      file->wanted++;
}

/* Returns the joined file that has the record PATH, if that says all that is to
   be known of its records: they have the same counters, and all are wanted; and
   in *IS_FIRST whether this is the first of them.  Null if it does not.  */
static struct joined *
file_for (const char *path, bool *is_first)
{
  struct joined *file;
  const struct member *member = joined_member (path, &file);
  *is_first = member && member == file->members;
  return member && file->header.same_counters == 1
	 && file->wanted == file->member_count ? file : NULL;
}

size_t
survey (struct profile *profile, char **paths, size_t count,
	struct loading *loadings, struct thinning *thinning)
{
  size_t good = 0;
  count_wanted (paths, count);
  for (size_t i = 0; i < count; i++)
    {
      struct loading *loading = &loadings[good];
      bool is_first;
      struct joined *file = file_for (paths[i], &is_first);
      loading->profile = profile;
      loading->thinning = thinning;
      loading->record.path = paths[i];
      if ((!file || is_first) && !open_record (loading, paths[i]))
	continue;
      if (file && is_first)
	add_listed (thinning, file->listed);
      if (loading->is_open)
	survey_record (loading, file ? NULL : thinning);
      good++;
    }
  report_others ();
  choose_steps (thinning);
  return good;
}

void
begin_ahead_of (const struct loading *loadings, size_t count)
{
  OWNED const char **paths = allocate (count, sizeof *paths);
  for (size_t i = 0; i < count; i++)
    paths[i] = loadings[i].record.path;
  begin_ahead (paths, count);
}

bool
take_up (struct loading *loading)
{
  if (loading->is_open)
    record_resume (&loading->record);
  else if (!open_record (loading, loading->record.path))
    return false;
  double scale = loading->record.header.ns_per_tick;
  loading->ns_per_tick = isfinite (scale) && scale > 0 ? scale : 1;
  if (map_counters (loading))
    return true;
  complain ("%s is damaged", loading->record.path);
  record_suspend (&loading->record);
  return false;
}
