/* fake-papi.c - a PAPI whose one counter, fake:::WORK, each thread advances itself.

   SPDX-License-Identifier: Apache-2.0

   In place of libpapi: with it, counters and samples by their overflow are tested on
   machines that have no counters.  The program calls fake_work (N).  */

#include <papi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SETS = 100, EVENT = 0x40000000 };
static PAPI_component_info_t component = { .name = "fake", .short_name = "fake" };
static struct { int events, threshold; PAPI_overflow_handler_t handler; } sets[SETS];
static int set_count;
static __thread long long counted, since;	/* until now; at the latest sample */
static __thread int running = PAPI_NULL;

void
fake_work (long long n)
{
  for (; n > 0; n--)
    {
      counted++;
      if (running == PAPI_NULL || !sets[running].handler
	  || counted - since < sets[running].threshold)
	continue;
      since = counted;
      sets[running].handler (running, __builtin_return_address (0), 1, NULL);
    }
}

int PAPI_library_init (int version) { return version; }
int PAPI_thread_init (unsigned long (*self) (void)) { return self ? PAPI_OK : PAPI_EINVAL; }
int PAPI_register_thread (void) { return PAPI_OK; }
int PAPI_unregister_thread (void) { return PAPI_OK; }
char *PAPI_strerror (int error) { return error == PAPI_ENOEVNT ? "Event does not exist" : "no"; }
int PAPI_get_event_component (int code) { return code == EVENT ? 0 : PAPI_ENOEVNT; }
const PAPI_component_info_t *PAPI_get_component_info (int i) { return i ? NULL : &component; }
int PAPI_get_component_index (const char *name) { return strcmp (name, "fake") ? PAPI_ENOCMP : 0; }
int PAPI_num_components (void) { return 1; }
int PAPI_assign_eventset_component (int set, int i) { return set + i < 0 ? PAPI_EINVAL : PAPI_OK; }
int PAPI_set_multiplex (int set) { return set < 0 ? PAPI_EINVAL : PAPI_OK; }
int PAPI_multiplex_init (void) { return PAPI_OK; }
long long PAPI_get_real_nsec (void) { return 0; }
long long PAPI_get_virt_nsec (void) { return 0; }

int
PAPI_event_name_to_code (const char *name, int *code)
{
  *code = EVENT;
  return strcmp (name, "fake:::WORK") ? PAPI_ENOEVNT : PAPI_OK;
}

int
PAPI_get_event_info (int code, PAPI_event_info_t *info)
{
  memset (info, 0, sizeof *info);
  strcpy (info->units, "turns");
  return code == EVENT ? PAPI_OK : PAPI_ENOEVNT;
}

int
PAPI_create_eventset (int *set)
{
  *set = __atomic_fetch_add (&set_count, 1, __ATOMIC_RELAXED);
  return *set < SETS ? PAPI_OK : PAPI_ENOMEM;
}

int
PAPI_add_event (int set, int code)
{
  sets[set].events++;
  return code == EVENT ? PAPI_OK : PAPI_ENOEVNT;
}

int
PAPI_overflow (int set, int code, int threshold, int flags, PAPI_overflow_handler_t handler)
{
  (void) flags;
  sets[set].threshold = threshold;
  sets[set].handler = handler;
  return code == EVENT ? PAPI_OK : PAPI_ENOEVNT;
}

int
PAPI_start (int set)
{
  running = set;
  counted = since = 0;
  return sets[set].events ? PAPI_OK : PAPI_EINVAL;
}

int
PAPI_read (int set, long long *values)
{
  if (set != running)
    return PAPI_ENOTRUN;
  *values = counted;
  return PAPI_OK;
}

int
PAPI_stop (int set, long long *values)
{
  if (set != running)
    return PAPI_ENOTRUN;
  if (values)
    *values = counted;
  running = PAPI_NULL;
  return PAPI_OK;
}

int PAPI_cleanup_eventset (int set) { sets[set].events = 0; return PAPI_OK; }
int PAPI_destroy_eventset (int *set) { *set = PAPI_NULL; return PAPI_OK; }
