/* ahead.c - unpack joined records before they are asked for.  See ahead.h.

   SPDX-License-Identifier: Apache-2.0

   Each thread takes the next member, unpacks it and puts the image into its
   place among the last few; it waits while the one that was there before has
   not been taken.  Who asks for a member waits for its image.  Nothing else is
   shared: what comes of it does not depend on the number of threads.  */

#define _GNU_SOURCE
#include "model/joining/ahead.h"
#include "base/util.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* The most threads that are of use, and how many images each has at a time.  */
enum { MOST_THREADS = 7, IMAGES_EACH = 2 };

struct wanted { struct joined *joined; const struct member *member; };

static struct
{
  struct wanted *members;
  size_t count, begun, taken;	/* members, unpacked or at it, and given away */
  struct image images[MOST_THREADS * IMAGES_EACH];
  bool is_there[MOST_THREADS * IMAGES_EACH];
  size_t room;			/* of these */
  pthread_t threads[MOST_THREADS];
  size_t thread_count;
  pthread_mutex_t lock;
  pthread_cond_t changed;
} ahead
  = { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };

/* Unpacks members until there are no more.  */
static void *
unpack_members (void *unused)
{
  pthread_mutex_lock (&ahead.lock);
  while (ahead.begun < ahead.count)
    {
      if (ahead.begun >= ahead.taken + ahead.room)
	{
	  pthread_cond_wait (&ahead.changed, &ahead.lock);
	  continue;
	}
      size_t i = ahead.begun++;
      pthread_mutex_unlock (&ahead.lock);
      struct image image = image_of_member (ahead.members[i].joined,
					    ahead.members[i].member);
      pthread_mutex_lock (&ahead.lock);
      ahead.images[i % ahead.room] = image;
      ahead.is_there[i % ahead.room] = true;
      pthread_cond_broadcast (&ahead.changed);
    }
  pthread_mutex_unlock (&ahead.lock);
  return unused;
}

/* Lists those of PATHS that are in joined files, and prepares these.  */
static void
list_members (const char *const *paths, size_t count)
{
  ahead.members = allocate (count, sizeof *ahead.members);
  ahead.count = ahead.begun = ahead.taken = 0;
  for (size_t i = 0; i < count; i++)
    {
      struct wanted *wanted = &ahead.members[ahead.count];
      wanted->member = joined_member (paths[i], &wanted->joined);
      if (!wanted->member)
	continue;
      prepare_images (wanted->joined);
      ahead.count++;
    }
}

static size_t
other_processors (void)
{
  cpu_set_t set;
  if (sched_getaffinity (0, sizeof set, &set))
    return 0;
  size_t others = (size_t) CPU_COUNT (&set) - 1;
  return others < MOST_THREADS ? others : MOST_THREADS;
}

void
begin_ahead (const char *const *paths, size_t count)
{
  sigset_t all, before;
  size_t wanted = other_processors ();
  list_members (paths, count);
  ahead.room = wanted * IMAGES_EACH;
  ahead.thread_count = 0;
  if (ahead.count < 2)
    return;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  while (ahead.thread_count < wanted
	 && !pthread_create (&ahead.threads[ahead.thread_count], NULL,
			     unpack_members, NULL))
    ahead.thread_count++;
  pthread_sigmask (SIG_SETMASK, &before, NULL);
}

struct image
next_image (struct joined *joined, const struct member *member)
{
  size_t i = ahead.taken;
  if (!ahead.thread_count || i == ahead.count
      || ahead.members[i].member != member)
    return image_of_member (joined, member);
  pthread_mutex_lock (&ahead.lock);
  while (!ahead.is_there[i % ahead.room])
    pthread_cond_wait (&ahead.changed, &ahead.lock);
  struct image image = ahead.images[i % ahead.room];
  ahead.is_there[i % ahead.room] = false;
  ahead.taken++;
  pthread_cond_broadcast (&ahead.changed);
  pthread_mutex_unlock (&ahead.lock);
  return image;
}

void
end_ahead (void)
{
  pthread_mutex_lock (&ahead.lock);
  ahead.begun = ahead.count;
  pthread_cond_broadcast (&ahead.changed);
  pthread_mutex_unlock (&ahead.lock);
  for (size_t i = 0; i < ahead.thread_count; i++)
    pthread_join (ahead.threads[i], NULL);
  for (size_t i = 0; i < ahead.room; i++)
    if (ahead.is_there[i])
      {
	free_image (&ahead.images[i]);
	ahead.is_there[i] = false;
      }
  free (ahead.members);
  ahead.members = NULL;
  ahead.thread_count = ahead.count = 0;
}
