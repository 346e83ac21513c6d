/* user.c - user events: their tags, and what their arguments say.

   SPDX-License-Identifier: Apache-2.0

   After event.c, which measures them.  */

#include "record/file.h"
#include "ground/format.h"
#include "ground/lock.h"
#include "ground/map.h"
#include "ground/message.h"
#include "ground/pages.h"
#include "record/place.h"
#include "ground/state.h"
#include "events/user.h"
#include <string.h>

/* The last three tags of the range are not given out: tools keep them for
   themselves.  */
#define USER_EVENTS (GASP_UPC_USEREVT_END - GASP_UPC_USEREVT_START + 1 - 3)
/* As many different texts of one event are listed.  */
#define MOST_TEXTS 200
#define LONGEST_TEXT 256

struct user_event {
  const char *name;		/* null: none */
  const char *description;	/* may be null */
  gasp_record_ref event;	/* in the record; may be 0 */
  unsigned int texts;
};

static GASP_TOOL_LOCK (users_lock);
static struct user_event users[USER_EVENTS];
static unsigned int user_count;
static struct map texts;

/* Returns a copy of TEXT that stays.  */
static const char *
keep (const char *text)
{
  static char *room;
  static size_t left;
  if (!text)
    return NULL;
  size_t size = strlen (text) + 1;
  if (size > left)
    {
      left = size > 65536 ? size : 65536;
      room = gasp_tool_pages (left);
      if (!room)
	left = 0;
    }
  if (!room)
    return "";
  char *copy = memcpy (room, text, size);
  room += size;
  left -= size;
  return copy;
}

static bool
same (const char *a, const char *b)
{
  return a && b ? !strcmp (a, b) : a == b;
}

static struct user_event *
user_of (uint32_t tag)
{
  uint32_t i = tag - GASP_UPC_USEREVT_START;
  return i < __atomic_load_n (&user_count, __ATOMIC_ACQUIRE) ? &users[i]
	 : NULL;
}

const char *
gasp_tool_user_name (uint32_t tag)
{
  const struct user_event *user = user_of (tag);
  return user ? user->name : NULL;
}

/* Puts USER, TAG, into the record.  */
static void
describe (struct user_event *user, uint32_t tag)
{
  if (!gasp_tool_base)
    return;
  struct gasp_record_event event = {
    .tag = tag,
    .name = gasp_tool_string (user->name),
    .description = gasp_tool_string (user->description),
    .shortest = UINT64_MAX
  };
  struct gasp_record_event *added
    = gasp_tool_add (GASP_RECORD_EVENTS, &event, sizeof event);
  user->event = added ? ref_of (added) : 0;
  user->texts = 0;
}

/* Returns the index of the event, a new one if there is none.  */
static unsigned int
find_user (const char *name, const char *description)
{
  unsigned int i;
  for (i = 0; i < user_count; i++)
    if (same (users[i].name, name) && same (users[i].description, description))
      return i;
  if (i == USER_EVENTS)
    {
      static bool said;
      if (!said)
	gasp_tool_say ("more than %d user events: further ones are recorded "
		       "as %s", USER_EVENTS, users[i - 1].name);
      said = true;
      return i - 1;
    }
  users[i].name = keep (name);
  users[i].description = keep (description);
  describe (&users[i], GASP_UPC_USEREVT_START + i);
  __atomic_store_n (&user_count, i + 1, __ATOMIC_RELEASE);
  return i;
}

unsigned int
gasp_create_event (gasp_context_t context, const char *name, const char *desc)
{
  (void) context;
  struct gasp_tool_holder holder;
  lock_quietly (&users_lock, &holder);
  unsigned int i = find_user (name ? name : "(no name)", desc);
  unlock_quietly (&users_lock, &holder);
  return GASP_UPC_USEREVT_START + i;
}

/* ---- What happens.  */

/* Returns the element that counts TEXT, of USER's events of TYPE; null if
   that is one too many.  */
static struct gasp_record_text *
find_text (struct user_event *user, gasp_evttype_t type, gasp_record_ref text)
{
  struct gasp_record_text wanted = { user->event, type, text, 0, 0 };
  uint32_t hash = map_hash ((uint64_t) text << 32 ^ user->event << 2 ^ type);
  uint32_t at = hash;
  gasp_record_ref ref;
  while ((ref = map_next (&texts, hash, &at)) != 0)
    if (!memcmp (AT (char, ref), &wanted,
		 offsetof (struct gasp_record_text, count)))
      return AT (struct gasp_record_text, ref);
  if (user->texts == MOST_TEXTS)
    return NULL;
  struct gasp_record_text *added
    = gasp_tool_add (GASP_RECORD_TEXTS, &wanted, sizeof wanted);
  if (!added)
    return NULL;
  user->texts++;
  gasp_tool_map_add (&texts, hash, ref_of (added));
  return added;
}

static void
count_text (struct user_event *user, gasp_evttype_t type, const char *text)
{
  struct gasp_record_event *event = AT (struct gasp_record_event, user->event);
  struct gasp_tool_holder holder;
  lock_quietly (&users_lock, &holder);
  /* Not to fill the record with the strings of those that are not listed.  */
  gasp_record_ref ref = user->texts < MOST_TEXTS ? gasp_tool_string (text) : 0;
  struct gasp_record_text *element = ref ? find_text (user, type, ref) : NULL;
  if (ref)
    event->last = ref;
  if (element)
    element->count++;
  else
    event->texts_omitted++;
  unlock_quietly (&users_lock, &holder);
}

void
gasp_tool_user_event (uint32_t tag, gasp_evttype_t type, va_list values)
{
  struct user_event *user = user_of (tag);
  if (!user->event)
    return;
  struct gasp_record_event *event = AT (struct gasp_record_event, user->event);
  uint64_t *count = type == GASP_START ? &event->starts
		    : type == GASP_END ? &event->ends : &event->atomics;
  __atomic_add_fetch (count, 1, __ATOMIC_RELAXED);
  if (user->description && strchr (user->description, '%'))
    {
      char text[LONGEST_TEXT];
      gasp_tool_format (text, sizeof text, user->description, values);
      count_text (user, type, text);
    }
}

/* Sets *EXTREME to TICKS, if that is more, in a DIRECTION of 1, or less, in
   -1.  */
static void
extend (uint64_t *extreme, uint64_t ticks, int direction)
{
  uint64_t known = __atomic_load_n (extreme, __ATOMIC_RELAXED);
  while ((direction > 0 ? ticks > known : ticks < known)
	 && !__atomic_compare_exchange_n (extreme, &known, ticks, true,
					  __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    continue;
}

void
gasp_tool_user_pair (uint32_t tag, uint64_t ticks)
{
  struct user_event *user = user_of (tag);
  if (!user->event)
    return;
  struct gasp_record_event *event = AT (struct gasp_record_event, user->event);
  __atomic_add_fetch (&event->ticks, ticks, __ATOMIC_RELAXED);
  extend (&event->shortest, ticks, -1);
  extend (&event->longest, ticks, 1);
}

void
gasp_tool_user_fork (void)
{
  gasp_tool_map_clear (&texts);
  for (unsigned int i = 0; i < user_count; i++)
    describe (&users[i], GASP_UPC_USEREVT_START + i);
}
