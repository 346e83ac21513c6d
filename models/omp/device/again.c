/* again.c - what is copied to devices more than once: see again.h.

   SPDX-License-Identifier: Apache-2.0

   Of each array, a sum of some of its words is kept.  Reading all of it would
   take about as long as copying it.  */

#include "device/again.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>

/* Bytes of the smallest copy that is looked at: libgomp gathers smaller ones in
   memory of its own, and copies them together.  */
#define LEAST (32 * 1024)
#define WORDS_LEAST 64
#define WORDS_MOST 256
#define BYTES_A_WORD 4096

static uint64_t
word_at (const void *source, size_t offset)
{
  uint64_t word;
  memcpy (&word, (const char *) source + offset, sizeof word);
  return word;
}

/* Returns a sum of words from all over BYTES at SOURCE, the first and the last
   among them.  */
static uint64_t
sum_of (const void *source, size_t bytes)
{
  size_t words = bytes / BYTES_A_WORD;
  words = words < WORDS_LEAST  ? WORDS_LEAST
	  : words > WORDS_MOST ? WORDS_MOST
			       : words;
  size_t step = (bytes - sizeof (uint64_t)) / (words - 1);
  uint64_t sum = word_at (source, bytes - sizeof (uint64_t));
  for (size_t i = 0; i < words; i++)
    sum = (sum ^ word_at (source, i * step)) * 0x9e3779b97f4a7c15ull
	  + (sum >> 29);
  return sum;
}

/* Of copies that fall on one place, the latest are known, the latest first.  */
#define PLACES 256
#define KNOWN 4
static struct array
{
  const void *source;
  size_t bytes;
  int device;
  uint64_t sum;
} arrays[PLACES][KNOWN];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static size_t
index_of (const struct array *a)
{
  uint64_t key = (uintptr_t) a->source ^ (uint64_t) a->bytes << 20 ^ a->device;
  return (key * 0x9e3779b97f4a7c15ull >> 32) % PLACES;
}

static bool
is_same (const struct array *a, const struct array *b)
{
  return a->source == b->source && a->bytes == b->bytes
	 && a->device == b->device;
}

bool
gasp_omp_is_copied_again (int device, const void *source, size_t bytes)
{
  if (bytes <= LEAST)
    return false;
  struct array now = { source, bytes, device, sum_of (source, bytes) };
  struct array *known = arrays[index_of (&now)];
  size_t i = 0;
  pthread_mutex_lock (&lock);
  while (i < KNOWN - 1 && !is_same (&known[i], &now))
    i++;
  bool again = is_same (&known[i], &now) && known[i].sum == now.sum;
  memmove (known + 1, known, i * sizeof *known);
  *known = now;
  pthread_mutex_unlock (&lock);
  return again;
}
