/* deferred.c - what constructs copy that the program does not wait for.

   SPDX-License-Identifier: Apache-2.0  */

#include "device/deferred.h"
#include "device/maps.h"

#include <pthread.h>

/* More than these at a time have no place.  By age, the oldest first.  */
#define MOST 256
static struct deferred
{
  const struct thread *owner;
  const void *address, *place;
  const char *name;
  unsigned int ways;
} all[MOST];
static unsigned int count; /* atomic for those without the lock */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void
gasp_omp_defer (struct thread *owner, const void *address, size_t bytes,
		unsigned int ways, const void *place)
{
  pthread_mutex_lock (&lock);
  if (count < MOST)
    {
      all[count] = (struct deferred) { owner, address, place,
				       gasp_omp_maps_find (address, bytes),
				       ways };
      owner->deferred++;
      __atomic_store_n (&count, count + 1, __ATOMIC_RELAXED);
    }
  pthread_mutex_unlock (&lock);
}

/* Returns what copies ADDRESS that WAY, or null.  What was mapped first is
   copied first; and back, what was unmapped last.  */
static struct deferred *
find (const void *address, unsigned int way)
{
  struct deferred *found = NULL;
  for (unsigned int i = 0; i < count; i++)
    if (all[i].address == address && all[i].ways & way
	&& (!found || way == DEFERRED_FROM))
      found = &all[i];
  return found;
}

const void *
gasp_omp_deferred (const void *address, unsigned int way, const char **name)
{
  const void *place = NULL;
  if (!__atomic_load_n (&count, __ATOMIC_RELAXED))
    return NULL;
  pthread_mutex_lock (&lock);
  struct deferred *found = find (address, way);
  if (found)
    {
      place = found->place;
      *name = found->name;
      found->ways &= ~way;
    }
  pthread_mutex_unlock (&lock);
  return place;
}

void
gasp_omp_deferred_over (struct thread *owner, unsigned int kept)
{
  unsigned int end = 0, seen = 0;
  pthread_mutex_lock (&lock);
  for (unsigned int i = 0; i < count; i++)
    if (all[i].owner != owner || seen++ < kept)
      all[end++] = all[i];
  owner->deferred = kept < owner->deferred ? kept : owner->deferred;
  __atomic_store_n (&count, end, __ATOMIC_RELAXED);
  pthread_mutex_unlock (&lock);
}
