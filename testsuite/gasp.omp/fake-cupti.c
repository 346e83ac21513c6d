/* fake-cupti.c - a CUPTI for the devices of fake-plugin.c.

   SPDX-License-Identifier: Apache-2.0

   fake-plugin.c calls fake_cupti_did, if that is there, for each kernel and copy;
   what a tool gets of that is a record of the same kind as NVIDIA's has.  Its clock
   is FAKE_CUPTI_AHEAD ns ahead of CLOCK_MONOTONIC.  What is done took a tenth of the
   time that the plugin took for it, and is printed.

     FAKE_CUPTI_VERSION  what it says it is (default: 130001), and the sizes of records
     FAKE_CUPTI_FAIL     a function that fails with error 35, or one and a number
     FAKE_CUPTI_LATE     completes buffers on a thread of its own, so many us later
     FAKE_CUPTI_DROP     loses every so-manieth record
     FAKE_CUPTI_ORDER    puts what correlates after what it is about
     FAKE_CUPTI_ZERO     does not know when things were done  */

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { COPY = 1, DRIVER = 4, KERNEL = 10, COPY_BETWEEN = 22, CORRELATION = 39, KINDS = 64 };
enum { INVALID = 1, QUEUE_EMPTY = 18, INSUFFICIENT_PRIVILEGES = 35, MAX_LIMIT = 12 };

static void (*request) (uint8_t **, size_t *, size_t *);
static void (*complete) (void *, uint32_t, uint8_t *, size_t, size_t);
static bool enabled[KINDS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint8_t *buffer;
static size_t size, used;
static uint32_t correlation;
static size_t made, dropped;
static __thread uint64_t external[8];
static __thread int depth;

static long
number (const char *name, long otherwise)
{
  const char *value = getenv (name);
  return value ? atol (value) : otherwise;
}

static uint32_t
version (void)
{
  return number ("FAKE_CUPTI_VERSION", 130001);
}

/* The error that the function NAME is to have, or 0.  */
static int
failure (const char *name)
{
  const char *what = getenv ("FAKE_CUPTI_FAIL");
  size_t length = strlen (name);
  if (!what || strncmp (what, name, length) || (what[length] && what[length] != ' '))
    return 0;
  return what[length] ? atoi (what + length) : INSUFFICIENT_PRIVILEGES;
}

/* Of records, from version to version.  */
static size_t
kernel_size (void)
{
  uint32_t v = version ();
  return v >= 130000 ? 216 : v >= 18 ? 208 : v >= 17 ? 200 : v >= 14 ? 176
	 : v >= 13 ? 168 : v >= 12 ? 160 : 144;
}

static size_t
copy_size (void)
{
  uint32_t v = version ();
  return v >= 26 ? 96 : v >= 18 ? 88 : v >= 14 ? 80 : v >= 13 ? 72 : 64;
}

static uint64_t
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ull + t.tv_nsec + number ("FAKE_CUPTI_AHEAD", 1000000);
}

int
cuptiGetVersion (uint32_t *result)
{
  *result = version ();
  return failure ("cuptiGetVersion");
}

int
cuptiGetTimestamp (uint64_t *result)
{
  *result = now ();
  return failure ("cuptiGetTimestamp");
}

int
cuptiActivityRegisterCallbacks (void (*r) (uint8_t **, size_t *, size_t *),
				void (*c) (void *, uint32_t, uint8_t *, size_t, size_t))
{
  request = r;
  complete = c;
  return failure ("cuptiActivityRegisterCallbacks");
}

int
cuptiActivityEnable (int kind)
{
  if (kind <= 0 || kind >= KINDS)
    return INVALID;
  enabled[kind] = true;
  return failure ("cuptiActivityEnable");
}

int
cuptiActivityPushExternalCorrelationId (int kind, uint64_t id)
{
  (void) kind;
  if (depth == 8)
    return MAX_LIMIT;
  external[depth++] = id;
  return 0;
}

int
cuptiActivityPopExternalCorrelationId (int kind, uint64_t *id)
{
  (void) kind;
  if (!depth)
    return QUEUE_EMPTY;
  *id = external[--depth];
  return 0;
}

int
cuptiActivityGetNumDroppedRecords (void *context, uint32_t stream, size_t *count)
{
  (void) context, (void) stream;
  *count = dropped;
  dropped = 0;
  return 0;
}

int
cuptiGetResultString (int error, const char **text)
{
  *text = error == INSUFFICIENT_PRIVILEGES ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"
	  : "CUPTI_ERROR";
  return 0;
}

static size_t
size_of (uint32_t kind)
{
  switch (kind)
    {
    case KERNEL: return kernel_size ();
    case COPY: return copy_size ();
    case CORRELATION: return 24;
    case DRIVER: return 40;
    default: abort ();
    }
}

int
cuptiActivityGetNextRecord (uint8_t *block, size_t bytes, const uint8_t **record)
{
  uint32_t kind;
  const uint8_t *at = block;
  if (*record)
    {
      memcpy (&kind, *record, sizeof kind);
      at = *record + size_of (kind);
    }
  if (at >= block + bytes)
    return MAX_LIMIT;
  *record = at;
  return 0;
}

/* ---- Buffers are given back.  */

struct full { uint8_t *buffer; size_t size, used; };
static int on_their_way;

static void *
give_back_later (void *arg)
{
  struct full *full = arg;
  usleep (number ("FAKE_CUPTI_LATE", 0));
  complete (NULL, 0, full->buffer, full->size, full->used);
  free (full);
  __atomic_sub_fetch (&on_their_way, 1, __ATOMIC_RELEASE);
  return NULL;
}

/* Under the lock; it is not held while the tool has the buffer.  */
static void
give_back (bool at_once)
{
  struct full full = { buffer, size, used };
  pthread_t thread;
  buffer = NULL;
  pthread_mutex_unlock (&lock);
  if (full.buffer && (at_once || !getenv ("FAKE_CUPTI_LATE")))
    complete (NULL, 0, full.buffer, full.size, full.used);
  else if (full.buffer)
    {
      struct full *copy = malloc (sizeof *copy);
      *copy = full;
      __atomic_add_fetch (&on_their_way, 1, __ATOMIC_RELEASE);
      pthread_create (&thread, NULL, give_back_later, copy);
      pthread_detach (thread);
    }
  pthread_mutex_lock (&lock);
}

int
cuptiActivityFlushAll (uint32_t flags)
{
  pthread_mutex_lock (&lock);
  give_back (flags & 1);
  pthread_mutex_unlock (&lock);
  while (flags & 1 && __atomic_load_n (&on_their_way, __ATOMIC_ACQUIRE))
    usleep (1000);
  return failure ("cuptiActivityFlushAll");
}

/* ---- Records are made.  */

static void
put (void *record, uint32_t kind)
{
  size_t bytes = size_of (kind);
  long drop = number ("FAKE_CUPTI_DROP", 0);
  memcpy (record, &kind, sizeof kind);
  if (!enabled[kind])
    return;
  if (kind != CORRELATION && drop && ++made % drop == 0)
    {
      dropped++;
      return;
    }
  if (buffer && used + bytes > size)
    give_back (false);
  if (!buffer)
    {
      size_t most = 0;
      used = 0;
      request (&buffer, &size, &most);
    }
  if (!buffer)
    {
      dropped++;
      return;
    }
  memcpy (buffer + used, record, bytes);
  used += bytes;
}

static void
put_correlation (uint32_t call)
{
  uint8_t record[24] = { 0 };
  uint32_t ours = 3;
  if (!depth)
    return;
  memcpy (record + 4, &ours, 4);
  memcpy (record + 8, &external[depth - 1], 8);
  memcpy (record + 16, &call, 4);
  put (record, CORRELATION);
}

static void
put_driver (uint32_t call)
{
  uint8_t record[40] = { 0 };
  memcpy (record + 32, &call, 4);
  put (record, DRIVER);
}

/* The plugin has done something: a kernel, or a copy of BYTES.  It took TOOK ns.  */
void
fake_cupti_did (bool is_kernel, uint32_t device, uint64_t bytes, uint64_t took)
{
  uint8_t record[216] = { 0 };
  uint64_t end = now (), begin = end - took / 10;
  printf ("cupti: %s on %u at %llu, %llu ns\n", is_kernel ? "kernel" : "copy", device,
	  (unsigned long long) (begin - number ("FAKE_CUPTI_AHEAD", 1000000)),
	  (unsigned long long) (end - begin));
  pthread_mutex_lock (&lock);
  uint32_t call = ++correlation;
  if (getenv ("FAKE_CUPTI_ZERO"))
    begin = end = 0;
  memcpy (record + 16, &begin, 8);
  memcpy (record + 24, &end, 8);
  memcpy (record + (is_kernel ? 40 : 32), &device, 4);
  memcpy (record + (is_kernel ? 92 : 44), &call, 4);
  if (!is_kernel)
    memcpy (record + 8, &bytes, 8);
  if (!getenv ("FAKE_CUPTI_ORDER"))
    put_correlation (call);
  put_driver (call);
  put (record, is_kernel ? KERNEL : COPY);
  if (getenv ("FAKE_CUPTI_ORDER"))
    put_correlation (call);
  pthread_mutex_unlock (&lock);
}
