/* times.c - what was asked of a device gets the times of when it was done.

   SPDX-License-Identifier: Apache-2.0

   cupti.c has these some time after the host is done with what it has asked
   for.  Until then that is in a ring:

     devices.c -> enter ... leave -> (seen) -> settle -> tracing.c, consumer.h

   settle gets from CUPTI what it knows, and hands on.  That does a thread that
   is done with something, now and then, and one that wants the records.

   A kernel that libgomp does not wait for is in the ring, too, with the host's
   times: until libgomp is notified of its end, on a thread of the plugin's.  */

#include "device/times.h"
#include "device/cupti.h"
#include "gasp_provider.h"
#include "device/tracing.h"

#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>

enum state
{
  FREE,
  ENTERED,
  LEFT
};

struct operation
{
  uint64_t number;
  int state;			/* atomic */
  int device;
  bool is_traced, is_asked;
  const void *task;		/* libgomp's, if that is notified of the end */
  ompt_record_ompt_t record;
  struct gasp_omp_asked asked;
  /* By the clock of the device; under the lock.  */
  uint64_t begin, end;
};

#define MOST 16384
static struct operation *ring;	/* null before anything is in it */
static bool has_cupti;		/* atomic: else the host's clock has to do */

/* Protects LAST, and BEGIN and END in the ring.  */
static pthread_mutex_t seeing = PTHREAD_MUTEX_INITIALIZER;
static uint64_t last;		/* number of an operation */
/* Held by the thread that settles operations; protects what follows.  */
static pthread_mutex_t settling = PTHREAD_MUTEX_INITIALIZER;
static uint64_t settled;	/* all operations up to this one are */
static uint64_t unknown;	/* operations of which CUPTI knows nothing */
static uint64_t next_time;	/* atomic: to settle */

/* As often as a viewer of a running program looks.  */
#define PERIOD 200000000

static struct operation *
operation_of (uint64_t number)
{
  return &ring[number % MOST];
}

/* ---- What CUPTI knows.  */

/* Notes ACTIVITY, which may be one of several of its operation.  */
static void
seen (const struct cupti_activity *activity)
{
  struct operation *o = operation_of (activity->operation);
  pthread_mutex_lock (&seeing);
  if (o->number == activity->operation)
    {
      if (!o->begin || activity->begin < o->begin)
	o->begin = activity->begin;
      if (activity->end > o->end)
	o->end = activity->end;
    }
  pthread_mutex_unlock (&seeing);
}

static void
say (const char *which, const char *why)
{
  char text[400];
  snprintf (text, sizeof text,
	    "%s of devices are by the host's clock: %s", which, why);
  if (&gasp_omp_builtin && gasp_gcc_say_unmeasured)
    gasp_gcc_say_unmeasured (text);
  else
    fprintf (stderr, "libgasp-omp: %s\n", text);
}

static void
make_ring (void)
{
  void *block = mmap (NULL, MOST * sizeof *ring, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block != MAP_FAILED)
    __atomic_store_n (&ring, block, __ATOMIC_RELEASE);
}

/* Returns whether there is a ring.  */
static bool
need_ring (void)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once (&once, make_ring);
  return ring != NULL;
}

static void
begin (void)
{
  const char *why = gasp_omp_cupti_begin (seen);
  if (why)
    say ("the times", why);
  else
    __atomic_store_n (&has_cupti, need_ring (), __ATOMIC_RELEASE);
}

bool gasp_omp_times_possible;	/* atomic */

void
gasp_omp_times_begin (void)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (__atomic_load_n (&gasp_omp_times_possible, __ATOMIC_RELAXED)
      && !gasp_omp_cupti_is_unwanted ())
    pthread_once (&once, begin);
}

/* ---- Handing on.  */

static void
hand_on (struct operation *o)
{
  ompt_record_ompt_t *record = &o->record;
  struct gasp_omp_did did = { .device = o->device, .asked = record->time,
			      .begin = o->begin, .took = o->end - o->begin,
			      .is_by_host = o->task != NULL };
  bool is_known = o->end != 0;
  if (is_known)
    {
      record->time = o->begin;
      if (record->type == ompt_callback_target_submit)
	record->record.target_kernel.end_time = o->end;
      else
	record->record.target_data_op.end_time = o->end;
    }
  else if (!o->task)
    unknown++;
  if (o->is_traced)
    gasp_omp_trace (o->device, record);
  if (is_known && o->is_asked)
    gasp_omp_builtin.did (&o->asked, &did);
  __atomic_store_n (&o->state, FREE, __ATOMIC_RELEASE);
}

/* Returns the state of the operation NUMBER: FREE if it has gone.  Sets
   *IS_KNOWN if its times are known.  */
static int
state_of (uint64_t number, bool *is_known)
{
  struct operation *o = operation_of (number);
  int state = FREE;
  pthread_mutex_lock (&seeing);
  if (o->number == number)
    state = __atomic_load_n (&o->state, __ATOMIC_ACQUIRE);
  *is_known = o->end != 0;
  pthread_mutex_unlock (&seeing);
  return state;
}

static uint64_t
count (void)
{
  pthread_mutex_lock (&seeing);
  uint64_t number = last;
  pthread_mutex_unlock (&seeing);
  return number;
}

/* Hands on what is over, and known or no later than operation ANYWAY.  */
static void
hand_on_all (uint64_t anyway)
{
  bool is_whole = true;
  uint64_t end = count ();
  for (uint64_t number = settled + 1; number <= end; number++)
    {
      bool is_known;
      int state = state_of (number, &is_known);
      if (state == LEFT && (is_known || number <= anyway))
	hand_on (operation_of (number));
      else if (state != FREE)
	is_whole = false;
      if (is_whole)
	settled = number;
    }
}

static void
settle (uint64_t anyway, bool end)
{
  struct thread *thread = gasp_omp_thread;
  int kept = thread ? *thread->error : 0;
  if (__atomic_load_n (&has_cupti, __ATOMIC_ACQUIRE))
    gasp_omp_cupti_flush (end);
  hand_on_all (anyway);
  __atomic_store_n (&next_time, gasp_omp_device_time () + PERIOD,
		    __ATOMIC_RELAXED);
  if (thread)
    *thread->error = kept;
}

static void
say_what_is_missing (void)
{
  char text[200];
  uint64_t dropped = gasp_omp_cupti_dropped (), all = count ();
  if (!unknown && !dropped)
    return;
  snprintf (text, sizeof text, "CUPTI has no times of %lu of %lu "
	    "copies and kernels, and dropped %lu records",
	    (unsigned long) unknown, (unsigned long) all,
	    (unsigned long) dropped);
  say (unknown < all ? "some times" : "the times", text);
}

void
gasp_omp_times_settle (bool end)
{
  if (!__atomic_load_n (&ring, __ATOMIC_ACQUIRE))
    return;
  pthread_mutex_lock (&settling);
  settle (end ? UINT64_MAX : 0, end);
  if (end && __atomic_load_n (&has_cupti, __ATOMIC_RELAXED))
    say_what_is_missing ();
  pthread_mutex_unlock (&settling);
}

/* ---- Operations.  */

/* Returns an operation with the next number, or null if the ring is full.  */
static struct operation *
claim (void)
{
  struct operation *o;
  pthread_mutex_lock (&seeing);
  o = operation_of (last + 1);
  if (__atomic_load_n (&o->state, __ATOMIC_ACQUIRE) != FREE)
    o = NULL;
  else
    {
      o->number = ++last;
      o->begin = o->end = 0;
      o->task = NULL;
      __atomic_store_n (&o->state, ENTERED, __ATOMIC_RELAXED);
    }
  pthread_mutex_unlock (&seeing);
  return o;
}

/* Claims an operation also where the ring is full, by settling those that
   are over or that CUPTI does not know.  Returns null if all go on.  */
static struct operation *
claim_anyway (void)
{
  struct operation *o = claim ();
  for (int attempt = 0; attempt < 2 && !o; attempt++)
    {
      pthread_mutex_lock (&settling);
      settle (attempt ? count () + 1 - MOST : 0, false);
      pthread_mutex_unlock (&settling);
      o = claim ();
    }
  return o;
}

uint64_t
gasp_omp_times_enter (void)
{
  if (!__atomic_load_n (&has_cupti, __ATOMIC_ACQUIRE))
    return 0;
  struct operation *o = claim_anyway ();
  if (!o)
    return 0;
  gasp_omp_cupti_enter (o->number);
  return o->number;
}

uint64_t
gasp_omp_times_defer (const void *task)
{
  struct operation *o = need_ring () ? claim_anyway () : NULL;
  if (!o)
    return 0;
  pthread_mutex_lock (&seeing);
  o->task = task;
  o->begin = gasp_omp_device_time ();
  pthread_mutex_unlock (&seeing);
  return o->number;
}

/* Returns the operation of TASK that is not over, or null.  The newest is that,
   as libgomp may use the memory of a task again.  */
static struct operation *
find_deferred (const void *task)
{
  uint64_t first = last > MOST ? last - MOST : 0;
  for (uint64_t number = last; number > first; number--)
    {
      struct operation *o = operation_of (number);
      if (o->number == number && o->task == task && !o->end
	  && __atomic_load_n (&o->state, __ATOMIC_ACQUIRE) != FREE)
	return o;
    }
  return NULL;
}

void
gasp_omp_times_done (const void *task)
{
  if (!__atomic_load_n (&ring, __ATOMIC_ACQUIRE))
    return;
  pthread_mutex_lock (&seeing);
  struct operation *o = find_deferred (task);
  if (o)
    o->end = gasp_omp_device_time ();
  pthread_mutex_unlock (&seeing);
}

void
gasp_omp_times_leave (uint64_t number, int device,
		      const ompt_record_ompt_t *record, bool is_traced,
		      const struct gasp_omp_asked *asked)
{
  struct operation *o = operation_of (number);
  if (!o->task)
    gasp_omp_cupti_leave ();
  o->device = device;
  o->is_traced = is_traced;
  o->record = *record;
  o->is_asked = asked != NULL;
  if (asked)
    o->asked = *asked;
  __atomic_store_n (&o->state, LEFT, __ATOMIC_RELEASE);
  if (gasp_omp_device_time () < __atomic_load_n (&next_time, __ATOMIC_RELAXED)
      || pthread_mutex_trylock (&settling))
    return;
  settle (0, false);
  pthread_mutex_unlock (&settling);
}
