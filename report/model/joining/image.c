/* image.c - the memory of images.  See image.h.

   SPDX-License-Identifier: Apache-2.0

   That of the last ones is used again: new pages cost more than what is put
   into them.  */

#include "model/joining/image.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

/* All zeros, and with as much ROOM as image_room has it.  */
struct spare { unsigned char *data; size_t room; };
enum { SPARES = 8 };
static struct
{
  struct spare all[SPARES];
  size_t last;
  pthread_mutex_t lock;
} spares = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* Returns how much room an image of SIZE has: pages that nothing is put into
   take no memory.  */
static size_t
image_room (size_t size)
{
  size_t room = GASP_RECORD_SEGMENT;
  while (room < size)
    room *= 2;
  return room;
}

/* Takes a spare piece of memory with ROOM, and returns it, or null.  */
static void *
take_spare (size_t room)
{
  unsigned char *data = NULL;
  pthread_mutex_lock (&spares.lock);
  for (size_t i = 0; i < SPARES && !data; i++)
    if (spares.all[i].room == room)
      {
	data = spares.all[i].data;
	spares.all[i] = (struct spare) { NULL, 0 };
      }
  pthread_mutex_unlock (&spares.lock);
  return data;
}

/* Makes DATA, with ROOM, a spare one, instead of an older one.  */
static void
keep_spare (unsigned char *data, size_t room)
{
  pthread_mutex_lock (&spares.lock);
  struct spare *spare = &spares.all[spares.last++ % SPARES];
  struct spare older = *spare;
  *spare = (struct spare) { data, room };
  pthread_mutex_unlock (&spares.lock);
  if (older.room)
    munmap (older.data, older.room);
}

struct image
new_image (uint64_t size)
{
  if (!size || size > SIZE_MAX / 4)
    return (struct image) { NULL, 0 };
  size_t room = image_room (size);
  void *data = take_spare (room);
  if (!data)
    data = mmap (NULL, room, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return data == MAP_FAILED ? (struct image) { NULL, 0 }
			    : (struct image) { data, size };
}

struct gasp_record_segment *
segment_of (const struct image *image, size_t i)
{
  uint64_t at = gasp_record_segment_offset (i);
  return at + gasp_record_segment_size (i) <= image->size
	 ? (struct gasp_record_segment *) (image->data + at) : NULL;
}

void
free_image (struct image *image)
{
  struct gasp_record_segment *segment;
  if (!image->size)
    return;
  memset (image->data, 0, sizeof (struct gasp_record_header));
  for (size_t i = 0; (segment = segment_of (image, i)); i++)
    if (segment->size)
      memset (segment, 0, HEAD + segment->used);
  keep_spare (image->data, image_room (image->size));
  *image = (struct image) { NULL, 0 };
}

unsigned char *
begin_segment (const struct image *image, size_t i, const struct segment *from)
{
  struct gasp_record_segment *segment = segment_of (image, i);
  segment->kind = from->kind;
  segment->element_size = from->element_size;
  segment->used = from->used;
  segment->size = gasp_record_segment_size (i);
  return (unsigned char *) (segment + 1);
}
