/* stuck.c - threads that wait for one another, and will for ever.

   SPDX-License-Identifier: Apache-2.0

   One thread is in upc_barrier, another in upc_all_alloc; or one wants a lock
   that another has, which is at a barrier.  A thread that has waited for half a
   second publishes what it waits for, and how many barriers and collective
   functions it has begun.  Thread 0, if it waits itself, looks at that of all,
   each half second; it asks other nodes for theirs, by the conduit.  While one
   does not wait, that one alone is looked at.

   Who waits in a barrier waits for those that have begun fewer; who wants a
   lock waits for its holder.  There is a deadlock if that leads in a circle,
   and no thread on it has gone on meanwhile: all are looked at before the
   holders are asked for, and again after that.  So it does not matter how slow
   a thread or a message is.
   Thread 0 reports it, and in a line each where the threads are.  Then
   UPC_STUCK may end the program.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "core/lock.h"
#include "core/runtime.h"

/* Looks in a row in which nothing has changed, half a second apart.  */
#define PATIENCE 3

uint32_t upc_begun[UPC_COUNTED];

/* ---- What a thread publishes  */

static bool publishes;

static void
begin_waiting (enum upc_waits_for what, upc_pts_t lock)
{
  struct upc_thread *thread = upc_this_thread ();
  struct upc_waiting *mine = &thread->waiting;
  mine->line = 0;
  if (upc_place)
    {
      snprintf (mine->file, sizeof mine->file, "%s", upc_place->file);
      mine->line = upc_place->line;
    }
  memcpy (mine->begun, upc_begun, sizeof mine->begun);
  mine->lock = lock;
  mine->times++;
  publishes = true;
  if (what == UPC_WAITS_FOR_BARRIER && thread->state != UPC_RUNNING)
    what = UPC_WAITS_FOR_END;
  __atomic_store_n (&mine->what, what, __ATOMIC_RELEASE);
}

void
upc_end_waiting_for (void)
{
  if (likely (!publishes))
    return;
  struct upc_waiting *mine = &upc_this_thread ()->waiting;
  publishes = false;
  mine->times++;
  __atomic_store_n (&mine->what, UPC_WAITS_FOR_NOTHING, __ATOMIC_RELEASE);
}

uint64_t
upc_serve_waiting (const struct upc_waiting *its, enum upc_waiting_part part)
{
  switch (part)
    {
    case UPC_WAITING_WHAT:
      return (uint64_t) its->times << 32
	     | __atomic_load_n (&its->what, __ATOMIC_ACQUIRE);
    case UPC_WAITING_BEGUN:
      return (uint64_t) its->begun[1] << 32 | its->begun[0];
    case UPC_WAITING_LOCK:
      return its->lock;
    }
  return 0;
}

/* ---- What thread 0 knows of all  */

struct known
{
  uint64_t what;		/* as served: and how often, above that */
  uint32_t begun[UPC_COUNTED];
  upc_pts_t lock;
  uint32_t holder;		/* of that: a thread + 1, or 0 */
  int seen;			/* by which search */
};
static struct known *all;

static bool
is_here (int t)
{
  return (t >= upc_control->first
	  && t - upc_control->first < upc_control->count);
}

static uint64_t
ask (int t, enum upc_waiting_part part)
{
  int here = t - upc_control->first;
  return (is_here (t)
	  ? upc_serve_waiting (&upc_control->threads[here].waiting, part)
	  : upc_conduit_ask (t, UPC_WAITING, part, 0, 0));
}

static enum upc_waits_for
what (int t)
{
  return (uint32_t) all[t].what;
}

/* Looks at thread T.  Returns whether it waits; *CHANGED is set if it did not
   the same at the last look.  */
static bool
look_at (int t, bool *changed)
{
  struct known *its = &all[t];
  uint64_t now = ask (t, UPC_WAITING_WHAT);
  if (now == its->what)
    return what (t) != UPC_WAITS_FOR_NOTHING;
  *changed = true;
  its->what = now;
  if (what (t) == UPC_WAITS_FOR_NOTHING)
    return false;
  uint64_t begun = ask (t, UPC_WAITING_BEGUN);
  its->begun[0] = begun;
  its->begun[1] = begun >> 32;
  its->lock = what (t) == UPC_WAITS_FOR_LOCK ? ask (t, UPC_WAITING_LOCK) : 0;
  return true;
}

/* Looks at all threads, first at the one that did not wait at the last look.
   Returns whether all wait, and *CHANGED as above.  */
static bool
look_at_all (bool *changed)
{
  static int suspect;
  if (!look_at (suspect, changed))
    return false;
  for (int t = 0; t < THREADS; t++)
    if (!look_at (t, changed))
      {
	suspect = t;
	return false;
      }
  return true;
}

/* ---- Circles  */

/* Returns the first thread that has begun fewer of what T is in; -1 if there
   is none, or if one has begun more: then T is about to go on.  */
static int
first_behind (int t, enum upc_counted which)
{
  int first = -1;
  for (int u = THREADS - 1; u >= 0; u--)
    {
      int32_t more = all[u].begun[which] - all[t].begun[which];
      if (more > 0)
	return -1;
      if (more < 0)
	first = u;
    }
  return first;
}

/* Returns the thread that T waits for; -1 if that is not known.  */
static int
waits_for (int t)
{
  switch (what (t))
    {
    case UPC_WAITS_FOR_NOTHING:
      break;
    case UPC_WAITS_FOR_LOCK:
      return (int) all[t].holder - 1;
    case UPC_WAITS_FOR_BARRIER:
    case UPC_WAITS_FOR_END:
      return first_behind (t, UPC_BARRIERS);
    case UPC_WAITS_FOR_COLLECTIVE:
      return first_behind (t, UPC_COLLECTIVES);
    }
  return -1;
}

static void
ask_for_holders (void)
{
  for (int t = 0; t < THREADS; t++)
    if (what (t) == UPC_WAITS_FOR_LOCK)
      all[t].holder = upc_lock_holder (all[t].lock);
}

/* Returns the first thread on a circle; -1 if there is none.  */
static int
find_circle (void)
{
  for (int t = 0; t < THREADS; t++)
    all[t].seen = -1;
  for (int start = 0; start < THREADS; start++)
    {
      int t = start;
      while (t >= 0 && all[t].seen < 0)
	{
	  all[t].seen = start;
	  t = waits_for (t);
	}
      if (t < 0 || all[t].seen != start)
	continue;
      int first = t;
      for (int u = waits_for (t); u != t; u = waits_for (u))
	first = u < first ? u : first;
      return first;
    }
  return -1;
}

/* ---- The report  */

static const char *
name (int t)
{
  static const char *const names[]
    = { [UPC_WAITS_FOR_BARRIER] = "upc_barrier or upc_wait",
	[UPC_WAITS_FOR_END] = "exit",
	[UPC_WAITS_FOR_COLLECTIVE] = "a collective function",
	[UPC_WAITS_FOR_LOCK] = "upc_lock" };
  return names[what (t)];
}

/* Writes "thread 1 is in WHERE (file:line)" into TEXT, of SIZE bytes.  Returns
   how long that is.  */
static size_t
describe (char *text, size_t size, int t)
{
  char place[80] = "", holder[40] = "";
  if (is_here (t))
    {
      const struct upc_waiting *its
	= &upc_control->threads[t - upc_control->first].waiting;
      if (its->line)
	snprintf (place, sizeof place, " (%.*s:%d)",
		  (int) sizeof its->file - 1, its->file, its->line);
    }
  if (what (t) == UPC_WAITS_FOR_LOCK)
    snprintf (holder, sizeof holder, " for a lock that thread %d has",
	      (int) all[t].holder - 1);
  int n = snprintf (text, size, "thread %d is in %s%s%s", t, name (t), place,
		    holder);
  return n > 0 && (size_t) n < size ? (size_t) n : size - 1;
}

/* Reports the circle that FIRST is on.  */
static void
report (int first)
{
  char text[1024];
  size_t length = describe (text, sizeof text, first);
  for (int t = waits_for (first); t != first; t = waits_for (t))
    {
      length += snprintf (text + length, sizeof text - length, ", ");
      if (length > sizeof text - 200)
	{
	  snprintf (text + length, sizeof text - length, "and so on");
	  break;
	}
      length += describe (text + length, sizeof text - length, t);
    }
  upc_message ("the threads wait for one another, and will for ever: %s%s",
	       text, upc_settings.stuck_ends
	       ? "" : " (UPC_STUCK=end ends such a program)");
}

/* ---- Looking  */

/* Looks whether there is a deadlock, from the first of PATIENCE looks that all
   are the same.  */
static void
look (void)
{
  static int times;
  static bool told;
  bool changed = false;
  if (told || (!all && !(all = calloc (THREADS, sizeof *all))))
    return;
  if (!look_at_all (&changed) || changed)
    {
      times = 0;
      return;
    }
  if (++times % PATIENCE)
    return;
  ask_for_holders ();
  int first = find_circle ();
  if (first < 0 || !look_at_all (&changed) || changed)
    return;
  told = true;
  report (first);
  upc_say_where_all_are ();
  if (upc_settings.stuck_ends)
    upc_conduit.end (1);
}

/* Returns whether half a second is over since this was true.  */
static bool
is_time (void)
{
  static struct timespec last;
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  if ((now.tv_sec - last.tv_sec) * 10 + (now.tv_nsec - last.tv_nsec) / 100000000
      < 5)
    return false;
  last = now;
  return true;
}

void
upc_keep_waiting (enum upc_waits_for what, upc_pts_t lock)
{
  if (!publishes)
    begin_waiting (what, lock);
  else if (MYTHREAD == 0 && is_time ())
    look ();
}
