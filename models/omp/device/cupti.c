/* cupti.c - what NVIDIA's devices did: see cupti.h.

   SPDX-License-Identifier: Apache-2.0

   CUPTI fills buffers of ours with records, and gives them back on a thread of
   its own, or where it is asked to.  A record of a kernel or a copy has a
   number, "correlation", of the call that asked for it; another record says
   which operation of ours that call was in.  Either may come first.

     cuptiActivityFlushAll -> complete -> take_record -> join -> SEEN

   Records have grown at their ends from version to version, and what is read
   here has stayed where it is from version 10 (CUDA 9) on.  */

#include "device/cupti.h"
#include "linked.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define CUPTI_CALL(name, params) static int (*name) params;
#define CUPTI_OPTIONAL CUPTI_CALL
#include "device/cupti-calls.def"

/* Returns whether VERSION is an old one, such as 28, or CUDA 13's, such as
   130001.  */
static bool
is_known (uint32_t version)
{
  return (version >= 10 && version < 100)
	 || (version >= 130000 && version < 140000);
}

enum
{
  KIND_COPY = 1,
  KIND_DRIVER = 4,		/* calls that ask for something */
  KIND_KERNEL = 10,		/* without making them wait for one another */
  KIND_COPY_BETWEEN = 22,	/* devices */
  KIND_CORRELATION = 39
};

enum
{
  OURS = 3,			/* correlates: the first kind of tools */
  FLUSH_FORCED = 1,
  ERROR_INSUFFICIENT_PRIVILEGES = 35,
  ERROR_MULTIPLE_SUBSCRIBERS = 39
};

/* Where records have what.  */
enum
{
  AT_KIND = 0,
  AT_OWNER = 4,
  AT_OPERATION = 8,
  AT_BEGIN = 16,
  AT_END = 24,
  CORRELATION_OF_COPY = 44,
  CORRELATION_OF_COPY_BETWEEN = 60,
  CORRELATION_OF_KERNEL = 92,
  CORRELATION_OF_OPERATION = 16
};

static cupti_seen *tell;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t dropped;	/* under the lock, as what follows */

static uint32_t
number_at (const uint8_t *record, size_t at)
{
  uint32_t number;
  memcpy (&number, record + at, sizeof number);
  return number;
}

static uint64_t
wide_at (const uint8_t *record, size_t at)
{
  uint64_t number;
  memcpy (&number, record + at, sizeof number);
  return number;
}

/* ---- Its clock, to which ours is so many nanoseconds AHEAD.  */

static int64_t ahead;

static uint64_t
our_time (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000ull + now.tv_nsec;
}

/* Compares the clocks, by the shortest of some attempts.  */
static void
compare_clocks (void)
{
  uint64_t shortest = UINT64_MAX;
  int64_t found = ahead;
  for (int i = 0; i < 5; i++)
    {
      uint64_t theirs, before = our_time ();
      if (cuptiGetTimestamp (&theirs))
	continue;
      uint64_t took = our_time () - before;
      if (took < shortest)
	{
	  shortest = took;
	  found = (int64_t) (before + took / 2 - theirs);
	}
    }
  __atomic_store_n (&ahead, found, __ATOMIC_RELAXED);
}

/* ---- Records.  Of each call one of a ring has what has come so far.  */

#define CALLS 32768
struct call
{
  uint32_t correlation;
  bool is_done;
  struct cupti_activity activity;
};
static struct call *calls;

/* Returns the call with the number CORRELATION, which may be new.  */
static struct call *
call_of (uint32_t correlation)
{
  struct call *call = &calls[correlation % CALLS];
  if (call->correlation != correlation)
    *call = (struct call) { .correlation = correlation };
  return call;
}

static void
join (struct call *call)
{
  if (!call->is_done || !call->activity.operation)
    return;
  tell (&call->activity);
  call->is_done = false;
}

static void
take_activity (const uint8_t *record, bool is_kernel, size_t at)
{
  uint64_t begin = wide_at (record, AT_BEGIN), end = wide_at (record, AT_END);
  int64_t between = __atomic_load_n (&ahead, __ATOMIC_RELAXED);
  struct call *call = call_of (number_at (record, at));
  /* It has none where they could not be found out.  */
  if (!begin || end < begin)
    return;
  call->activity.is_kernel = is_kernel;
  call->activity.begin = begin + between;
  call->activity.end = end + between;
  call->is_done = true;
  join (call);
}

static void
take_record (const uint8_t *record)
{
  switch (number_at (record, AT_KIND))
    {
    case KIND_KERNEL:
      take_activity (record, true, CORRELATION_OF_KERNEL);
      break;
    case KIND_COPY:
      take_activity (record, false, CORRELATION_OF_COPY);
      break;
    case KIND_COPY_BETWEEN:
      take_activity (record, false, CORRELATION_OF_COPY_BETWEEN);
      break;
    case KIND_CORRELATION:
      if (number_at (record, AT_OWNER) == OURS)
	{
	  struct call *call
	    = call_of (number_at (record, CORRELATION_OF_OPERATION));
	  call->activity.operation = wide_at (record, AT_OPERATION);
	  join (call);
	}
      break;
    default:
      break;
    }
}

/* ---- Buffers.  */

#define BUFFER (256 * 1024)

static void *
pages (size_t bytes)
{
  void *block = mmap (NULL, bytes, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return block == MAP_FAILED ? NULL : block;
}

static void
request (uint8_t **buffer, size_t *bytes, size_t *most_records)
{
  *buffer = pages (BUFFER);
  *bytes = *buffer ? BUFFER : 0;
  *most_records = 0;
}

static void
complete (void *context, uint32_t stream, uint8_t *buffer, size_t bytes,
	  size_t used)
{
  const uint8_t *record = NULL;
  size_t lost = 0;
  (void) bytes;
  pthread_mutex_lock (&lock);
  while (buffer && !cuptiActivityGetNextRecord (buffer, used, &record))
    take_record (record);
  if (cuptiActivityGetNumDroppedRecords
      && !cuptiActivityGetNumDroppedRecords (context, stream, &lost))
    dropped += lost;
  pthread_mutex_unlock (&lock);
  if (buffer)
    munmap (buffer, BUFFER);
}

void
gasp_omp_cupti_flush (bool end)
{
  compare_clocks ();
  cuptiActivityFlushAll (end ? FLUSH_FORCED : 0);
}

uint64_t
gasp_omp_cupti_dropped (void)
{
  pthread_mutex_lock (&lock);
  uint64_t count = dropped;
  pthread_mutex_unlock (&lock);
  return count;
}

void
gasp_omp_cupti_enter (uint64_t operation)
{
  cuptiActivityPushExternalCorrelationId (OURS, operation);
}

void
gasp_omp_cupti_leave (void)
{
  uint64_t operation;
  cuptiActivityPopExternalCorrelationId (OURS, &operation);
}

/* ---- Beginning  */

/* Why there is none.  */
static char reason[300];

#define BECAUSE(...) (snprintf (reason, sizeof reason, __VA_ARGS__), false)

static void *
open_library (void)
{
  static const char *const names[] = {
    "libcupti.so.13", "libcupti.so.12", "libcupti.so",
    "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so",
    "/usr/local/cuda/lib64/libcupti.so"
  };
  const char *named = getenv ("GASP_CUPTI");
  void *library = NULL;
  if (named && strcmp (named, "yes") && strcmp (named, "1"))
    return gasp_omp_open (named);
  for (size_t i = 0; !library && i < sizeof names / sizeof *names; i++)
    library = gasp_omp_open (names[i]);
  return library;
}

bool
gasp_omp_cupti_is_unwanted (void)
{
  const char *named = getenv ("GASP_CUPTI");
  return named && (!*named || !strcmp (named, "no") || !strcmp (named, "0"));
}

static bool
find_functions (void *library)
{
#define CUPTI_OPTIONAL(name, params)					\
  *(void **) &name = gasp_omp_symbol (library, #name);
#define CUPTI_CALL(name, params)					\
  *(void **) &name = gasp_omp_symbol (library, #name);			\
  if (!name)								\
    return BECAUSE ("libcupti lacks " #name);
#include "device/cupti-calls.def"
  return true;
}

static bool
is_known_version (void)
{
  uint32_t version = 0;
  int error = cuptiGetVersion (&version);
  return (!error && is_known (version))
	 || BECAUSE ("the version of libcupti, %u, is not known", version);
}

/* Returns false, because of ERROR of what it was asked to DO.  */
static bool
refused (const char *what, int error)
{
  const char *text = NULL;
  if (cuptiGetResultString)
    cuptiGetResultString (error, &text);
  return BECAUSE ("CUPTI refuses to %s: %s (%d)%s", what,
		  text ? text : "error", error,
		  error == ERROR_INSUFFICIENT_PRIVILEGES
		  ? ": this user may not profile devices"
		  : error == ERROR_MULTIPLE_SUBSCRIBERS
		  ? ": another tool uses it" : "");
}

static bool
enable (void)
{
  static const struct { int kind; const char *what; } kinds[] = {
    { KIND_CORRELATION, "say which call is which" },
    { KIND_DRIVER, "record calls" },
    { KIND_COPY, "record copies" },
    { KIND_KERNEL, "record kernels" }
  };
  int error = cuptiActivityRegisterCallbacks (request, complete);
  if (error)
    return refused ("record", error);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if ((error = cuptiActivityEnable (kinds[i].kind)))
      return refused (kinds[i].what, error);
  /* Not all know these.  */
  cuptiActivityEnable (KIND_COPY_BETWEEN);
  return true;
}

static bool
begin (void)
{
  void *library = open_library ();
  if (!library)
    return BECAUSE ("no libcupti is found (GASP_CUPTI=FILE names one)");
  if (!find_functions (library) || !is_known_version ())
    return false;
  calls = pages (CALLS * sizeof *calls);
  if (!calls)
    return BECAUSE ("there is no memory for more");
  compare_clocks ();
  return enable ();
}

const char *
gasp_omp_cupti_begin (cupti_seen *seen)
{
  static pthread_mutex_t beginning = PTHREAD_MUTEX_INITIALIZER;
  static bool tried;
  pthread_mutex_lock (&beginning);
  if (!tried)
    {
      tried = true;
      tell = seen;
      begin ();
    }
  pthread_mutex_unlock (&beginning);
  return *reason ? reason : NULL;
}
