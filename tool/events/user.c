/* user.c - user events: their tags, and what their arguments say.

   SPDX-License-Identifier: Apache-2.0

   After event.c, which measures them.  */

#include "record/file.h"
#include "ground/format.h"
#include "ground/lock.h"
#include "ground/message.h"
#include "ground/pages.h"
#include "record/place.h"
#include "ground/state.h"
#include "events/user.h"
#include <string.h>

/* The last three tags of the range are not given out: tools keep them for
   themselves.  */
#define USER_EVENTS (GASP_UPC_USEREVT_END - GASP_UPC_USEREVT_START + 1 - 3)
/* The most different texts of one event that are listed.  */
#define MOST_TEXTS 200
#define LONGEST_TEXT 256
/* Room for them, of which some stays free.  */
#define KNOWN 512

struct user_event {
  const char *name;		/* null: none */
  const char *description;	/* may be null */
  gasp_record_ref event;	/* in the record; may be 0 */
  gasp_record_ref *known;	/* its texts in the record, by hash; or null */
  unsigned int texts;
};

static GASP_TOOL_LOCK (users_lock);
static struct user_event users[USER_EVENTS];
static unsigned int user_count;

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

/* Returns the entry of KNOWN for TEXT of events of TYPE: 0 if it is not there.
   No lock is needed.  */
static gasp_record_ref *
entry_of (gasp_record_ref *known, gasp_evttype_t type, const char *text)
{
  uint64_t at = gasp_hash_text (type, text);
  for (;; at++)
    {
      gasp_record_ref *entry = &known[at % KNOWN];
      gasp_record_ref ref = __atomic_load_n (entry, __ATOMIC_ACQUIRE);
      const struct gasp_record_text *known_text
	= ref ? AT (struct gasp_record_text, ref) : NULL;
      if (!ref || (known_text->type == type
		   && !strcmp (AT (struct gasp_record_string,
				   known_text->text)->text, text)))
	return entry;
    }
}

/* Returns the element that counts TEXT, of USER's events of TYPE, a new one; 0
   if that is one too many.  The lock is held.  */
static gasp_record_ref
add_text (struct user_event *user, gasp_evttype_t type, const char *text)
{
  const size_t size = KNOWN * sizeof *user->known;
  if (!user->known)
    __atomic_store_n (&user->known, gasp_tool_pages (size), __ATOMIC_RELEASE);
  gasp_record_ref *entry = user->known ? entry_of (user->known, type, text)
			   : NULL;
  if (!entry || *entry || user->texts == MOST_TEXTS)
    return entry ? *entry : 0;
  struct gasp_record_text wanted = { user->event, type, gasp_tool_string (text),
				     0, 0 };
  struct gasp_record_text *added
    = wanted.text ? gasp_tool_add (GASP_RECORD_TEXTS, &wanted, sizeof wanted)
      : NULL;
  if (!added)
    return 0;
  __atomic_store_n (entry, ref_of (added), __ATOMIC_RELEASE);
  __atomic_store_n (&user->texts, user->texts + 1, __ATOMIC_RELAXED);
  return *entry;
}

static gasp_record_ref
find_text (struct user_event *user, gasp_evttype_t type, const char *text)
{
  gasp_record_ref *known = __atomic_load_n (&user->known, __ATOMIC_ACQUIRE);
  gasp_record_ref ref = known ? *entry_of (known, type, text) : 0;
  if (ref || __atomic_load_n (&user->texts, __ATOMIC_RELAXED) == MOST_TEXTS)
    return ref;
  struct gasp_tool_holder holder;
  lock_quietly (&users_lock, &holder);
  ref = add_text (user, type, text);
  unlock_quietly (&users_lock, &holder);
  return ref;
}

static void
count_text (struct user_event *user, gasp_evttype_t type, const char *text)
{
  struct gasp_record_event *event = AT (struct gasp_record_event, user->event);
  gasp_record_ref ref = find_text (user, type, text);
  struct gasp_record_text *element = AT (struct gasp_record_text, ref);
  if (ref)
    __atomic_store_n (&event->last, element->text, __ATOMIC_RELAXED);
  __atomic_add_fetch (ref ? &element->count : &event->texts_omitted, 1,
		      __ATOMIC_RELAXED);
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

/* Raises *EXTREME to TICKS if DIRECTION is 1, or lowers it if that is -1; if it
   is beyond TICKS already, it stays.  */
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
  for (unsigned int i = 0; i < user_count; i++)
    {
      if (users[i].known)
	memset (users[i].known, 0, KNOWN * sizeof *users[i].known);
      describe (&users[i], GASP_UPC_USEREVT_START + i);
    }
}
