/* frames.c - a thread's open calls: making room, closing the dead.

   SPDX-License-Identifier: Apache-2.0

   A call that ends without its LEAVE, by an exception or longjmp, is found dead
   when the stack pointer is seen above its frame's position.  What this must
   not be confused by is another stack, where everything below seems to be dead:
   that of a coroutine (stacks.c), or the alternate one of a signal handler.
   For the latter, a marker is put between both.  It looks dead itself, so that
   events just above it come here; while there is one, LIMIT makes all function
   entries come.  */

#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "base/objects.h"
#include "base/state.h"
#include "block.h"
#include "stack/frames.h"
#include "stack/paths.h"
#include "stack/stacks.h"

#define FIRST_CAPACITY 2048

void
gasp_set_limits (struct gasp_thread *thread)
{
  struct gasp_gcc_frame *end
      = thread->frames.marker
	    ? NULL
	    : thread->frames.base + thread->frames.capacity - 1;
  thread->recorder_limit = end;
  thread->limit = gasp_recorder.find && !thread->slow_path ? end : NULL;
}

void
gasp_gcc_use_slow_path (int on)
{
  gasp_thread.slow_path = on;
  if (on)
    gasp_thread.limit = NULL;
  else
    gasp_set_limits (&gasp_thread);
}

struct gasp_gcc_frame *const *
gasp_gcc_top (void)
{
  return &gasp_thread.top;
}

struct gasp_gcc_frame *const *
gasp_gcc_base (void)
{
  return &gasp_thread.frames.base;
}

const gasp_gcc_word *
gasp_gcc_where (void)
{
  return &gasp_thread.where;
}

size_t *
gasp_gcc_until_sample (void)
{
  return &gasp_thread.until_sample;
}

gasp_gcc_word *
gasp_gcc_due (void)
{
  return &gasp_thread.due;
}

void
gasp_gcc_begin_paths (gasp_gcc_word *latest, struct gasp_gcc_log *log)
{
  struct gasp_thread *thread = &gasp_thread;
  thread->latest = latest;
  thread->due = GASP_GCC_NEVER_DUE;
  thread->log = log;
  /* Another thread, or another record, may have left its paths there.  The
     table is large, and mostly empty.  */
  if (gasp_sandboxed
      || madvise (thread->known_paths, sizeof *thread->known_paths,
		  MADV_DONTNEED) != 0)
    memset (thread->known_paths, 0, sizeof *thread->known_paths);
}

/* ---- Memory: frames, and caches of paths.  The memory of threads that have
   ended is reused, as far as there is room to remember it.  */

#define FIRST_SIZE (FIRST_CAPACITY * sizeof (struct gasp_gcc_frame))
#define SPARE 16

static struct spare
{
  void *frames;
  struct gasp_known_paths *paths;
} spare[SPARE];

/* A place that is taken while another thread forks stays taken in the
   child.  */
static gasp_flag spare_is_taken[SPARE];

static void *
map (size_t size)
{
  void *area = mmap (NULL, size, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return area == MAP_FAILED ? NULL : area;
}

/* Maps paths, which are wiped in a copy of this process, so that its first
   event is noticed.  Returns null if it cannot.  */
static struct gasp_known_paths *
map_paths (void)
{
  struct gasp_known_paths *paths = map (sizeof *paths);
  if (paths)
    madvise (paths, sizeof *paths, MADV_WIPEONFORK);
  return paths;
}

static void
unmap (struct spare memory, size_t size)
{
  if (memory.frames)
    munmap (memory.frames, size);
  if (memory.paths)
    munmap (memory.paths, sizeof *memory.paths);
}

/* Exchanges MEMORY with a place: if it is empty, with one that has some,
   else with an empty one.  Returns false if there is no such place.  */
static bool
exchange (struct spare *memory)
{
  bool put = memory->frames != NULL;
  for (int i = 0; i < SPARE; i++)
    {
      if (__atomic_exchange_n (&spare_is_taken[i], true, __ATOMIC_ACQUIRE))
	continue;
      struct spare found = spare[i];
      bool fits = put == !found.frames;
      if (fits)
	spare[i] = *memory;
      __atomic_store_n (&spare_is_taken[i], false, __ATOMIC_RELEASE);
      if (fits)
	{
	  *memory = found;
	  return true;
	}
    }
  return false;
}

static bool
map_frames (struct gasp_thread *thread)
{
  struct spare memory = { NULL, NULL };
  if (!exchange (&memory))
    memory = (struct spare) { map (FIRST_SIZE), map_paths () };
  if (!memory.frames || !memory.paths)
    {
      unmap (memory, FIRST_SIZE);
      return false;
    }
  thread->known_paths = memory.paths;
  thread->frames.base = memory.frames;
  thread->frames.capacity = FIRST_CAPACITY;
  return true;
}

bool
gasp_begin_frames (struct gasp_thread *thread)
{
  /* A call that began before, and was left by a jump, may have got as far as
     the tool's setting its data there.  */
  void *data = thread->frames.base && thread->life.initialised
		   ? thread->frames.base->data
		   : NULL;
  if (!thread->frames.base && !map_frames (thread))
    return false;
  *thread->frames.base
      = (struct gasp_gcc_frame) { .position = thread->frames.own_high,
				 .data = data };
  thread->top = thread->frames.base;
  thread->frames.marker = thread->frames.floor = 0;
  gasp_set_limits (thread);
  return true;
}

/* The top frame of a thread that has none any more.  Another thread may have
   been given this one's storage by clone, and be in a hook, which looks
   there.  */
static struct gasp_gcc_frame no_frame;

void
gasp_unmap_frames (struct gasp_thread *thread)
{
  struct spare memory = { thread->frames.base, thread->known_paths };
  thread->frames.base = NULL;
  thread->top = thread->limit = &no_frame;
  barrier ();
  if (thread->frames.capacity != FIRST_CAPACITY || !exchange (&memory))
    unmap (memory, thread->frames.capacity * sizeof *memory.frames);
}

static bool
double_frames (struct gasp_thread *thread)
{
  size_t size = thread->frames.capacity * sizeof *thread->frames.base;
  void *area = mremap (thread->frames.base, size, 2 * size, MREMAP_MAYMOVE);
  if (area == MAP_FAILED)
    return false;
  thread->top
      = (struct gasp_gcc_frame *) area + (thread->top - thread->frames.base);
  thread->frames.base = area;
  thread->frames.capacity *= 2;
  gasp_set_limits (thread);
  return true;
}

/* Doubles the room for frames, which may move: signals are blocked, as a
   recorder may look at them whenever one comes.  */
static bool
try_to_grow (struct gasp_thread *thread)
{
  gasp_signals saved;
  gasp_block_signals (&saved);
  bool has_grown = double_frames (thread);
  gasp_unblock_signals (&saved);
  return has_grown;
}

static bool
grow (struct gasp_thread *thread)
{
  static gasp_flag told;
  bool has_grown = try_to_grow (thread);
  if (!has_grown && !__atomic_exchange_n (&told, true, __ATOMIC_RELAXED))
    gasp_gcc_message ("no memory for more than %zu calls one inside the "
		      "other; deeper ones are not reported",
		      thread->frames.capacity);
  return has_grown;
}

/* More frames than a stack of 8 MB has, which most programs have.  */
#define DEEP (1 << 18)

void
gasp_gcc_make_room (void)
{
  struct gasp_thread *thread = &gasp_thread;
  gasp_may_be_sandboxed = true;
  if (thread->life.state != GASP_THREAD_RUNNING || !gasp_hold (thread))
    return;
  while (thread->frames.capacity < DEEP && try_to_grow (thread))
    continue;
  gasp_release (thread);
}

bool
gasp_room (struct gasp_thread *thread)
{
  return (thread->top < thread->frames.base + thread->frames.capacity - 1
	  || (!gasp_sandboxed && grow (thread)));
}

/* ---- Closing  */

/* The function that a frame gets when its own function's object is gone.  */
static const struct
{
  struct gasp_gcc_function function;
  char name[sizeof "(unloaded)"];
} unloaded = {
  .function.signature_offset = sizeof (struct gasp_gcc_function),
  .function.file_offset = sizeof (struct gasp_gcc_function)
			  - offsetof (struct gasp_gcc_function, file_offset),
  .name = "(unloaded)",
};

static bool
is_marker (struct gasp_thread *thread, const struct gasp_gcc_frame *frame)
{
  return thread->frames.marker
	 && frame == thread->frames.base + thread->frames.marker;
}

/* Ends the call of FRAME, whose function was switched off before it was over,
   so that the time of its end is not known.  The last time that the thread's
   clock was read is taken for it.  */
static void
end_unseen (const struct gasp_thread *thread, struct gasp_gcc_frame *frame)
{
  struct gasp_gcc_path *path = frame->data;
  if (frame->time <= GASP_GCC_RECORDED || path->function != frame->function)
    return;
  if (!path->period && gasp_is_open (path))
    path->ticks += *thread->latest;
  frame->time = GASP_GCC_UNTIMED;
}

static void
close_top (struct gasp_thread *thread)
{
  struct gasp_gcc_frame *frame = thread->top;
  if (is_marker (thread, frame))
    {
      thread->frames.marker = 0;
      gasp_set_limits (thread);
    }
  else if (thread->frames.floor
	   && frame == thread->frames.base + thread->frames.floor)
    gasp_leave_floor (thread);
  else
    {
      if (!gasp_function_known (frame->function))
	frame->function = &unloaded.function;
      if (gasp_is_switched_off (frame->function))
	end_unseen (thread, frame);
      gasp_pop (thread);
      return;
    }
  thread->top--;
}

void
gasp_close_above (struct gasp_thread *thread,
		  const struct gasp_gcc_frame *frame)
{
  while (thread->top > frame)
    close_top (thread);
}

/* ---- Going on  */

void
gasp_resume_frame (struct gasp_thread *thread,
		   const struct gasp_gcc_frame *suspended)
{
  struct gasp_gcc_frame *frame = thread->top + 1;
  *frame = (struct gasp_gcc_frame) {
    .function = gasp_function_known (suspended->function)
		? suspended->function : &unloaded.function,
    .position = suspended->position,
    .time = GASP_GCC_RECORDED,
    .was = (gasp_gcc_word) thread->top->data
  };
  thread->top = frame;
  if (gasp_recorder.resume)
    gasp_recorder.resume (frame, thread->context);
  else
    gasp_record_enter (frame, thread->context);
}

/* ---- Alternate stacks  */

/* Returns the stack that signal handlers may run on; size 0 if none is set up,
   or if the kernel takes it away while one does (SS_AUTODISARM).  It makes a
   system call, since the C library's function may be someone else's.  */
static stack_t
alternate_stack (void)
{
  stack_t stack = { 0 };
  if (gasp_sandboxed)
    return stack;
  long result = gasp_system_call (SYS_sigaltstack, 0, (long) &stack);
  if (result != 0 || stack.ss_flags & SS_DISABLE)
    stack.ss_size = 0;
  return stack;
}

static bool
is_within (unsigned long position, unsigned long start, size_t size)
{
  return position - start < size;
}

bool
gasp_same_stack (unsigned long a, unsigned long b)
{
  stack_t stack = alternate_stack ();
  unsigned long start = (unsigned long) stack.ss_sp;
  return (is_within (a, start, stack.ss_size)
	  == is_within (b, start, stack.ss_size));
}

static void
push_marker (struct gasp_thread *thread, const stack_t *stack)
{
  struct gasp_gcc_frame *below = thread->top;
  below[1].function = NULL;
  below[1].position = 0;
  below[1].data = below->data;
  below[1].time = GASP_GCC_UNTIMED;
  below[1].was = (gasp_gcc_word) below->data;
  thread->top = below + 1;
  thread->frames.marker = thread->top - thread->frames.base;
  thread->frames.alternate = (unsigned long)stack->ss_sp;
  thread->frames.alternate_size = stack->ss_size;
  gasp_set_limits (thread);
}

/* Marks the change if POSITION is on an alternate stack, and the innermost
   frame is not.  */
static void
enter_alternate (struct gasp_thread *thread, unsigned long position)
{
  stack_t stack = alternate_stack ();
  unsigned long start = (unsigned long) stack.ss_sp;
  if (is_within (position, start, stack.ss_size)
      && !is_within (thread->top->position, start, stack.ss_size)
      && gasp_room (thread))
    push_marker (thread, &stack);
}

void
gasp_leave_alternate (struct gasp_thread *thread, unsigned long position)
{
  if (thread->frames.marker
      && !is_within (position, thread->frames.alternate,
		     thread->frames.alternate_size))
    gasp_close_above (thread, thread->frames.base + thread->frames.marker - 1);
}

void
gasp_settle (struct gasp_thread *thread, unsigned long position)
{
  gasp_leave_alternate (thread, position);
  if (thread->frames.marker
      || position - thread->low <= thread->top->position - thread->low)
    return;
  enter_alternate (thread, position);
  if (!thread->frames.marker)
    gasp_find_stack (thread, position);
}

struct gasp_gcc_frame *
gasp_innermost_live (struct gasp_thread *thread, unsigned long live)
{
  size_t bottom = thread->frames.marker > thread->frames.floor
		      ? thread->frames.marker
		      : thread->frames.floor;
  struct gasp_gcc_frame *frame = thread->top;
  while (frame > thread->frames.base + bottom && frame->position < live)
    frame--;
  return frame;
}

void
gasp_close_dead (struct gasp_thread *thread, unsigned long position,
		 unsigned long live)
{
  gasp_settle (thread, position);
  if (thread->top->position >= live)
    return;
  struct gasp_gcc_frame *frame = gasp_innermost_live (thread, live);
  if (thread->frames.marker || !gasp_leave_part (thread, position, frame))
    gasp_close_above (thread, frame);
}
