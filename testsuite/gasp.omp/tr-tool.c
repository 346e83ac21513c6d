/* tr-tool.c - a tool for the report of 2015: it counts events, pairs them, and asks
   all that may be asked, in callbacks and in a signal handler.

   SPDX-License-Identifier: Apache-2.0

   What is wrong is printed as "wrong: ...".  At the end come the answers of
   ompt_set_callback and the number of each event.  */

#define _GNU_SOURCE
#include <ompt.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

#define EVENTS 71
#define MOST 64

static ompt_set_callback_t set_callback;
static ompt_get_callback_t get_callback;
static ompt_get_state_t get_state;
static ompt_get_thread_id_t get_thread_id;
static ompt_get_parallel_id_t get_parallel_id;
static ompt_get_parallel_team_size_t get_team_size;
static ompt_get_task_info_t get_task_info;

static int counts[EVENTS], answers[EVENTS];
static long looks, known_looks;
static __thread struct { int event; uint64_t id; } open_pairs[MOST];
static __thread int depth;

#define CHECK(truth)							\
  do									\
    if (!(truth))							\
      printf ("wrong: %s: %s\n", __func__, #truth);			\
  while (0)

static void
count (int event)
{
  __atomic_add_fetch (&counts[event], 1, __ATOMIC_RELAXED);
}

static void
begin (int event, uint64_t id)
{
  count (event);
  if (depth < MOST)
    {
      open_pairs[depth].event = event;
      open_pairs[depth].id = id;
    }
  depth++;
}

/* END is the event that ends BEGIN.  */
static void
end (int begin_event, int end_event, uint64_t id)
{
  count (end_event);
  depth--;
  if (depth < 0 || open_pairs[depth].event != begin_event
      || open_pairs[depth].id != id)
    printf ("wrong: event %d of %llu ends, %d of %llu is open\n", end_event,
	    (unsigned long long) id, depth < 0 ? 0 : open_pairs[depth].event,
	    depth < 0 ? 0ull : (unsigned long long) open_pairs[depth].id);
}

static void
ask (void)
{
  ompt_task_type_t type;
  ompt_task_id_t task;
  ompt_frame_t *frame;
  ompt_parallel_id_t region;
  ompt_wait_id_t wait;
  ompt_state_t state = get_state (&wait);
  CHECK (state < ompt_state_first);
  if (!get_thread_id ())
    return;
  __atomic_add_fetch (&known_looks, 1, __ATOMIC_RELAXED);
  for (int level = 0; get_task_info (level, &type, &task, &frame, &region);
       level++)
    {
      CHECK (task && frame && type >= ompt_task_serial
	     && type <= ompt_task_explicit && level < MOST);
      CHECK (!level || frame->reenter_runtime_frame || region);
    }
  for (int level = 0; get_parallel_id (level); level++)
    CHECK (get_team_size (level) >= 0 && level < MOST);
  CHECK (get_team_size (MOST) == -1 && !get_parallel_id (MOST));
  get_task_info (0, NULL, NULL, NULL, NULL);
}

static void
on_signal (int number)
{
  (void) number;
  __atomic_add_fetch (&looks, 1, __ATOMIC_RELAXED);
  ask ();
}

/* ---- Callbacks  */

static __thread ompt_thread_id_t me;

static void
thread_begin (ompt_thread_type_t type, ompt_thread_id_t id)
{
  count (ompt_event_thread_begin);
  CHECK (id && !me && id == get_thread_id ());
  CHECK (type == ompt_thread_initial || type == ompt_thread_worker);
  me = id;
}

static void
thread_end (ompt_thread_type_t type, ompt_thread_id_t id)
{
  count (ompt_event_thread_end);
  CHECK (id == me && type);
  CHECK (!depth);
}

static void
idle_begin (ompt_thread_id_t id)
{
  CHECK (id == me);
  begin (ompt_event_idle_begin, id);
}

static void
idle_end (ompt_thread_id_t id)
{
  end (ompt_event_idle_begin, ompt_event_idle_end, id);
}

static void
parallel_begin (ompt_task_id_t task, const ompt_frame_t *frame,
		ompt_parallel_id_t region, uint32_t threads, const void *code,
		ompt_invoker_t invoker)
{
  CHECK (task && frame->reenter_runtime_frame && region && threads && code);
  CHECK (invoker == ompt_invoker_program);
  begin (ompt_event_parallel_begin, region);
}

static void
parallel_end (ompt_parallel_id_t region, ompt_task_id_t task,
	      ompt_invoker_t invoker)
{
  CHECK (task && invoker == ompt_invoker_program);
  end (ompt_event_parallel_begin, ompt_event_parallel_end, region);
}

static void
implicit_task_begin (ompt_parallel_id_t region, ompt_task_id_t task)
{
  ompt_task_type_t type;
  ompt_task_id_t now;
  begin (ompt_event_implicit_task_begin, task);
  CHECK (region && region == get_parallel_id (0));
  CHECK (get_task_info (0, &type, &now, NULL, NULL) && now == task
	 && type == ompt_task_implicit);
}

static void
implicit_task_end (ompt_parallel_id_t region, ompt_task_id_t task)
{
  CHECK (region);
  end (ompt_event_implicit_task_begin, ompt_event_implicit_task_end, task);
}

static void
initial_task_begin (ompt_task_id_t task)
{
  CHECK (!get_parallel_id (0));
  begin (ompt_event_initial_task_begin, task);
}

static void
initial_task_end (ompt_task_id_t task)
{
  end (ompt_event_initial_task_begin, ompt_event_initial_task_end, task);
}

static void
task_begin (ompt_task_id_t parent, const ompt_frame_t *frame,
	    ompt_task_id_t task, const void *code)
{
  count (ompt_event_task_begin);
  CHECK (parent && frame && task && task != parent && code);
}

static void
task_end (ompt_task_id_t task)
{
  count (ompt_event_task_end);
  CHECK (task);
}

static void
task_switch (ompt_task_id_t first, ompt_task_id_t second)
{
  count (ompt_event_task_switch);
  CHECK (second && first != second);
}

/* Begins with a place and without, and ends, of EVENT's kind.  */
#define PAIR(event)							\
static void								\
event##_begin (ompt_parallel_id_t region, ompt_task_id_t task,		\
	       const void *place)					\
{									\
  (void) region, (void) place;						\
  CHECK (task);								\
  begin (ompt_event_##event##_begin, task);				\
}									\
static void								\
event##_end (ompt_parallel_id_t region, ompt_task_id_t task)		\
{									\
  (void) region;							\
  end (ompt_event_##event##_begin, ompt_event_##event##_end, task);	\
}
#define PLAIN_PAIR(event)						\
static void								\
event##_begin (ompt_parallel_id_t region, ompt_task_id_t task)		\
{									\
  (void) region;							\
  begin (ompt_event_##event##_begin, task);				\
}									\
static void								\
event##_end (ompt_parallel_id_t region, ompt_task_id_t task)		\
{									\
  (void) region;							\
  end (ompt_event_##event##_begin, ompt_event_##event##_end, task);	\
}
PAIR (loop)
PAIR (sections)
PAIR (single_in_block)
PAIR (workshare)
PAIR (master)
PAIR (barrier)
PAIR (taskwait)
PAIR (taskgroup)
PLAIN_PAIR (single_others)
PLAIN_PAIR (wait_barrier)
PLAIN_PAIR (wait_taskwait)
PLAIN_PAIR (wait_taskgroup)

#define WAIT_ID(event)							\
static void								\
event (ompt_wait_id_t id)						\
{									\
  count (ompt_event_##event);						\
  CHECK (id);								\
}
WAIT_ID (wait_lock)
WAIT_ID (wait_nest_lock)
WAIT_ID (wait_ordered)
WAIT_ID (acquired_lock)
WAIT_ID (acquired_nest_lock_first)
WAIT_ID (acquired_nest_lock_next)
WAIT_ID (acquired_critical)
WAIT_ID (acquired_atomic)
WAIT_ID (acquired_ordered)
WAIT_ID (release_lock)
WAIT_ID (release_nest_lock_last)
WAIT_ID (release_nest_lock_prev)
WAIT_ID (release_critical)
WAIT_ID (release_atomic)
WAIT_ID (release_ordered)
WAIT_ID (destroy_lock)
WAIT_ID (destroy_nest_lock)

#define LOCK(event)							\
static void								\
event (ompt_wait_id_t id, ompt_lock_hint_t hint, ompt_lock_type_t type)	\
{									\
  (void) hint;								\
  count (ompt_event_##event);						\
  CHECK (id && type == 1);						\
}
LOCK (init_lock)
LOCK (init_nest_lock)
LOCK (wait_critical)

static void
wait_atomic (ompt_wait_id_t id, uint32_t type)
{
  count (ompt_event_wait_atomic);
  CHECK (id && type == 1);
}

static void
flush (ompt_thread_id_t id)
{
  count (ompt_event_flush);
  CHECK (id == me);
}

static void
task_dependences (ompt_task_id_t task, const ompt_task_dependence_t *on,
		  int number)
{
  count (ompt_event_task_dependences);
  CHECK (task && number > 0);
  for (int i = 0; i < number; i++)
    CHECK (on[i].variable_addr && on[i].dependence_flags >= 1
	   && on[i].dependence_flags <= 3);
}

static void
task_dependence_pair (ompt_task_id_t first, ompt_task_id_t second)
{
  count (ompt_event_task_dependence_pair);
  CHECK (first && second && first != second);
}

static void
target_task_begin (ompt_task_id_t parent, const ompt_frame_t *frame,
		   ompt_task_id_t task, int device,
		   ompt_target_task_type_t type)
{
  (void) device;
  CHECK (parent && frame && type >= ompt_target_task_target
	 && type <= ompt_target_task_update);
  begin (ompt_event_target_task_begin, task);
}

static void
target_task_end (ompt_task_id_t task)
{
  end (ompt_event_target_task_begin, ompt_event_target_task_end, task);
}

static void
target_data_begin (ompt_task_id_t task, int device, const void *place)
{
  (void) device;
  CHECK (place);
  begin (ompt_event_target_data_begin, task);
}

static void
target_data_end (ompt_task_id_t task)
{
  end (ompt_event_target_data_begin, ompt_event_target_data_end, task);
}

static void
nothing (void)
{
  printf ("wrong: an event that was said not to be raised\n");
}

static void
control (uint64_t command, uint64_t modifier)
{
  count (ompt_event_control);
  CHECK (command == 64 && modifier == 7);
}

static void
runtime_shutdown (void)
{
  count (ompt_event_runtime_shutdown);
  for (int event = 1; event < EVENTS; event++)
    if (answers[event] >= 0)
      printf ("event %d: answer %d, %d times\n", event, answers[event],
	      counts[event]);
  CHECK (!set_callback (ompt_event_flush, NULL));
  CHECK (!looks || known_looks);
}

/* ---- Start  */

static void
set (ompt_event_t event, ompt_callback_t callback)
{
  ompt_callback_t got = NULL;
  answers[event] = set_callback (event, callback);
  if (answers[event] >= 3)
    CHECK (get_callback (event, &got) && got == callback);
  else
    CHECK (!get_callback (event, &got));
}

static void
enumerate (ompt_function_lookup_t lookup)
{
  ompt_enumerate_state_t states
    = (ompt_enumerate_state_t) lookup ("ompt_enumerate_state");
  ompt_enumerate_lock_type_t locks
    = (ompt_enumerate_lock_type_t) lookup ("ompt_enumerate_lock_type");
  ompt_enumerate_atomic_type_t atomics
    = (ompt_enumerate_atomic_type_t) lookup ("ompt_enumerate_atomic_type");
  ompt_state_t state = ompt_state_first;
  uint32_t type = ompt_lock_type_first;
  const char *name;
  while (states (state, &state, &name))
    printf ("state %#x: %s\n", state, name);
  while (locks (type, &type, &name))
    printf ("lock %u: %s\n", type, name);
  type = ompt_atomic_type_first;
  while (atomics (type, &type, &name))
    printf ("atomic %u: %s\n", type, name);
}

static void
initialize (ompt_function_lookup_t lookup, const char *runtime,
	    unsigned int version)
{
#define FIND(variable, type, name) variable = (type) lookup (name)
  FIND (set_callback, ompt_set_callback_t, "ompt_set_callback");
  FIND (get_callback, ompt_get_callback_t, "ompt_get_callback");
  FIND (get_state, ompt_get_state_t, "ompt_get_state");
  FIND (get_thread_id, ompt_get_thread_id_t, "ompt_get_thread_id");
  FIND (get_parallel_id, ompt_get_parallel_id_t, "ompt_get_parallel_id");
  FIND (get_team_size, ompt_get_parallel_team_size_t,
	"ompt_get_parallel_team_size");
  FIND (get_task_info, ompt_get_task_info_t, "ompt_get_task_info");
  CHECK (version == 2 && strstr (runtime, "libgomp"));
  CHECK (!lookup ("ompt_no_such_function"));
  enumerate (lookup);
  memset (answers, -1, sizeof answers);
#define SET(name) set (ompt_event_##name, (ompt_callback_t) name)
#define SETS(name) SET (name##_begin); SET (name##_end)
  SETS (thread); SETS (parallel); SETS (task); SETS (target_task);
  SET (control); SET (runtime_shutdown);
  SETS (idle); SETS (wait_barrier); SETS (wait_taskwait);
  SETS (wait_taskgroup); SET (release_lock); SET (release_nest_lock_last);
  SET (release_critical); SET (release_atomic); SET (release_ordered);
  SETS (implicit_task); SETS (initial_task); SET (task_switch); SETS (loop);
  SETS (sections); SETS (single_in_block); SETS (single_others);
  SETS (workshare); SETS (master); SETS (barrier); SETS (taskwait);
  SETS (taskgroup); SET (release_nest_lock_prev); SET (wait_lock);
  SET (wait_nest_lock); SET (wait_critical); SET (wait_atomic);
  SET (wait_ordered); SET (acquired_lock); SET (acquired_nest_lock_first);
  SET (acquired_nest_lock_next); SET (acquired_critical);
  SET (acquired_atomic); SET (acquired_ordered); SET (init_lock);
  SET (init_nest_lock); SET (destroy_lock); SET (destroy_nest_lock);
  SET (flush); SETS (target_data); SET (task_dependences);
  SET (task_dependence_pair);
  set (ompt_event_target_data_map_begin, nothing);
  set (ompt_event_target_data_map_end, nothing);
  if (LOOKS_PER_SECOND)
    {
      struct itimerval often = { { 0, 1000000 / LOOKS_PER_SECOND },
				 { 0, 1000000 / LOOKS_PER_SECOND } };
      struct sigaction action = { .sa_handler = on_signal,
				  .sa_flags = SA_RESTART };
      sigaction (SIGPROF, &action, NULL);
      setitimer (ITIMER_PROF, &often, NULL);
    }
}

ompt_initialize_fn_t
ompt_tool (void)
{
  return initialize;
}
