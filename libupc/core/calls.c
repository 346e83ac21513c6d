/* calls.c - in which calls a thread was when it crashed, and the others.

   SPDX-License-Identifier: Apache-2.0

   A thread that is about to die says where that is in the source, and asks
   those of this node by a signal where they are; other nodes ask theirs:

     libupc: thread 2 used a null pointer-to-shared
     libupc:   halo.upc:17 in exchange
     libupc:   halo.upc:40 in main
     libupc: thread 0 is in upc_barrier, halo.upc:41 in main

   What the library does within a call is left out.  */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>
#include "core/calls.h"
#include "core/control.h"

/* An overflowing stack has very many calls.  */
#define MOST_STEPS 1000000
/* At most this many other threads are asked, for at most this long; longer if
   none has crashed.  */
#define MOST_OTHERS 8
#define MOST_MILLISECONDS 300
#define MANY_MILLISECONDS 5000
/* How long a process waits for the report of another one, in seconds.  */
#define MOST_PATIENCE 30

void (*upc_tell_far) (void);
char upc_told_place[1024];

/* control->telling: the process that reports, or one of these.  */
#define NOBODY 0
#define IS_TOLD -1

/* ---- Finding them.  */

struct walk
{
  struct upc_calls *calls;
  bool in_handler;
  unsigned int steps;
};

static void
add_call (struct upc_calls *calls, uint64_t pc)
{
  uint32_t n = calls->count;
  if (n && calls->pc[n - 1] == pc)
    calls->times[n - 1]++;
  else if (n == UPC_MOST_CALLS)
    calls->more = true;
  else
    {
      calls->pc[n] = pc;
      calls->times[n] = 1;
      calls->count++;
    }
}

/* Notes a call on the stack.  It returns after the instruction; what a signal
   interrupts is at it.  */
static _Unwind_Reason_Code
note_call (struct _Unwind_Context *context, void *closure)
{
  struct walk *walk = closure;
  int is_interrupted = 0;
  uint64_t pc = _Unwind_GetIPInfo (context, &is_interrupted);
  if (!pc || walk->steps++ == MOST_STEPS)
    return _URC_END_OF_STACK;
  if (is_interrupted && walk->in_handler)
    {
      walk->in_handler = false;
      walk->calls->count = 0;
      walk->calls->more = false;
      walk->calls->stack = _Unwind_GetCFA (context);
    }
  add_call (walk->calls, is_interrupted ? pc : pc - 1);
  return _URC_NO_REASON;
}

void
upc_find_calls (struct upc_calls *calls, bool in_handler)
{
  struct walk walk = { calls, in_handler, 0 };
  calls->count = 0;
  calls->more = false;
  calls->stack = 0;
  calls->origin = __upc_origin;
  _Unwind_Backtrace (note_call, &walk);
}

/* ---- Who reports calls.  */

bool
upc_begin_telling (void)
{
  pid_t nobody = NOBODY;
  return __atomic_compare_exchange_n (&upc_control->telling, &nobody,
				      upc_process, false, __ATOMIC_ACQ_REL,
				      __ATOMIC_RELAXED);
}

void
upc_end_telling (bool last)
{
  __atomic_store_n (&upc_control->telling, last ? IS_TOLD : NOBODY,
		    __ATOMIC_RELEASE);
}

void
upc_stop_telling (int process)
{
  __atomic_compare_exchange_n (&upc_control->telling, &process, NOBODY, false,
			       __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static pid_t
teller (void)
{
  return __atomic_load_n (&upc_control->telling, __ATOMIC_ACQUIRE);
}

bool
upc_is_telling (void)
{
  return teller () != NOBODY;
}

static void
sleep_milliseconds (long n)
{
  nanosleep (&(struct timespec) { 0, n * 1000000 }, NULL);
}

void
upc_await_telling (void)
{
  for (int i = 0; i < MOST_PATIENCE * 100 && teller () > 0; i++)
    sleep_milliseconds (10);
}

void
upc_await_end (void)
{
  for (int i = 0; i < MOST_PATIENCE * 10 && upc_control->monitor; i++)
    sleep_milliseconds (100);
}

bool
upc_answer_calls (void)
{
  int saved_errno = errno;
  struct upc_thread *thread = upc_this_thread ();
  if (__atomic_load_n (&thread->told, __ATOMIC_ACQUIRE) != UPC_ASKED
      || teller () == IS_TOLD)
    return false;
  upc_find_calls (&thread->calls, true);
  __atomic_store_n (&thread->told, UPC_TOLD, __ATOMIC_RELEASE);
  errno = saved_errno;
  return true;
}

/* ---- What is of the library.  */

static bool
begins_with (const char *text, const char *start)
{
  return !strncmp (text, start, strlen (start));
}

static bool
is_main (const char *function)
{
  return !strcmp (function, "upc_main");
}

static bool
begins_with_any (const char *text, const char *const *starts)
{
  while (*starts && !begins_with (text, *starts))
    starts++;
  return *starts != NULL;
}

/* Returns whether SYMBOL is of the library.  Its sources have relative names,
   wherever it was compiled (mk/build.mk).  */
static bool
is_library (const struct upc_symbol *symbol)
{
  static const char *const functions[]
    = { "upc_", "__upc_", "__gasp_", "bupc_", "gasp_", NULL };
  const char *place = symbol->place ? symbol->place : "";
  if (*place == '.' && (strstr (place, "/src/libupc/")
			|| strstr (place, "/src/libgasp/")
			|| strstr (place, "/src/tool/")
			|| strstr (place, "/src/shared/syscall.h")))
    return true;
  return (symbol->function && !is_main (symbol->function)
	  && begins_with_any (symbol->function, functions));
}

/* Returns the name by which programs call SYMBOL, of the library, or null.  */
static const char *
name_in_source (const struct upc_symbol *symbol)
{
  static const char *const starts[]
    = { "upc_all_",    "upc_alloc",  "upc_atomic_", "upc_free",
	"upc_global_", "upc_local_", "upc_lock",    "upc_mem",
	"upc_unlock",  "bupc_",	     NULL };
  static const char *const statements[]
    = { "upc_barrier", "upc_notify", "upc_wait", "upc_fence" };
  const char *function = symbol->function ? symbol->function : "";
  if (begins_with (function, "__gasp_"))
    function += strlen ("__gasp_");
  if (begins_with_any (function, starts))
    return function;
  if (begins_with (function, "__"))
    function += strlen ("__");
  for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
    if (!strcmp (function, statements[i]))
      return function;
  return !strcmp (function, "upc_barrier_at") ? statements[0] : NULL;
}

/* ---- Telling.  */

struct story
{
  const struct upc_symbol *symbols;
  size_t count;
  const char *why;		/* nothing is known, or null */
  size_t owner[UPC_MOST_CALLS * (MOST_OTHERS + 1)]; /* of each address */
  uint64_t pc[UPC_MOST_CALLS * (MOST_OTHERS + 1)];
  size_t addresses;
};

/* Adds the addresses of CALLS, of number OWNER, to what is to be found.  */
static void
add_calls (struct story *story, const struct upc_calls *calls, size_t owner)
{
  for (uint32_t i = 0; i < calls->count && i < UPC_MOST_CALLS; i++)
    {
      story->owner[story->addresses] = owner;
      story->pc[story->addresses++]
	= calls->pc[i] - calls->origin + __upc_origin;
    }
}

/* Returns whether symbol number I is of a function that the library calls, or
   main does not: its own ones may have no lines.  */
static bool
is_within_library (const struct story *story, size_t i)
{
  size_t owner = story->owner[story->symbols[i].index];
  for (; i < story->count && story->owner[story->symbols[i].index] == owner;
       i++)
    if (story->symbols[i].function && is_main (story->symbols[i].function))
      return false;
    else if (is_library (&story->symbols[i]))
      return true;
  return false;
}

/* Returns the next of OWNER's symbols, from number *FROM on, that belongs to
   the program, and moves *FROM behind it; null if there is none.  *WITHIN
   becomes the library's function that it called, or null.  */
static const struct upc_symbol *
next_symbol (const struct story *story, size_t owner, size_t *from,
	     const char **within)
{
  *within = NULL;
  while (*from < story->count)
    {
      size_t i = (*from)++;
      const struct upc_symbol *symbol = &story->symbols[i];
      if (story->owner[symbol->index] != owner || !symbol->function
	  || !strcmp (symbol->function, "_start"))
	continue;
      if (is_library (symbol))
	{
	  const char *name = name_in_source (symbol);
	  *within = name ? name : *within;
	}
      else if (symbol->place || !is_within_library (story, i))
	return symbol;
    }
  return NULL;
}

/* Writes SYMBOL as "FILE:LINE in FUNCTION" into TEXT, of SIZE bytes.  */
static void
describe (char *text, size_t size, const struct upc_symbol *symbol)
{
  const char *function = is_main (symbol->function) ? "main"
			 : symbol->function;
  snprintf (text, size, "%.700s%sin %.200s", symbol->place ? symbol->place : "",
	    symbol->place ? " " : "", function);
}

static bool
same_line (const struct upc_symbol *a, const struct upc_symbol *b)
{
  return (!strcmp (a->function, b->function)
	  && (a->place == b->place
	      || (a->place && b->place && !strcmp (a->place, b->place))));
}

/* Prints SYMBOL, from which the library was called WITHIN a function; it
   stands for so many calls.  */
static void
tell_call (const struct upc_symbol *symbol, const char *within, uint32_t times)
{
  char text[1024], often[48] = "";
  describe (text, sizeof text, symbol);
  if (times > 1)
    snprintf (often, sizeof often, ", %u times", times);
  if (within)
    upc_message ("  in %.200s", within);
  upc_message ("  %s%s", text, often);
}

static void
tell_own (const struct story *story, const struct upc_calls *calls)
{
  size_t from = 0;
  const char *within, *next_within;
  bool has_places = true, has_main = false;
  const struct upc_symbol *next,
    *symbol = next_symbol (story, 0, &from, &within);
  if (symbol)
    describe (upc_told_place, sizeof upc_told_place, symbol);
  for (uint32_t times = 0; symbol && !has_main; symbol = next)
    {
      next = next_symbol (story, 0, &from, &next_within);
      times += calls->times[symbol->index];
      if (next && !next_within && same_line (symbol, next))
	continue;
      tell_call (symbol, within, times);
      has_places &= symbol->place != NULL;
      has_main = is_main (symbol->function);
      within = next_within;
      times = 0;
    }
  if (calls->more && !has_main)
    upc_message ("  and so on");
  if (!has_places)
    upc_message ("  (lines are known of what is compiled with -g)");
}

/* Returns what THREAD does, which is in none of the program's functions.  */
static const char *
outside_main (int thread)
{
  uint32_t state = upc_control->threads[thread - upc_control->first].state;
  return (state == UPC_RETURNED || state == UPC_ENDING
	  ? "has ended, and waits for the others" : "is not in main");
}

static void
tell_other (const struct story *story, size_t owner, int thread, bool crashed)
{
  size_t from = 0;
  char text[1024];
  const char *within;
  const struct upc_symbol *symbol = next_symbol (story, owner, &from, &within);
  if (!symbol)
    {
      upc_message ("thread %d %s", thread, outside_main (thread));
      return;
    }
  describe (text, sizeof text, symbol);
  upc_message ("thread %d %s%s%.200s%s%s", thread,
	       crashed ? "crashed, too: " : "is ", within ? "in " : "",
	       within ? within : "", within ? ", " : symbol->place ? "at " : "",
	       text);
}

/* Asks the threads of this node, up to a limit, but for the caller if it has
   CALLS; their numbers here in ASKED, and how many they are.  */
static int
ask_others (int *asked, const struct upc_calls *calls)
{
  int count = 0;
  for (int t = 0; t < upc_control->count && count < MOST_OTHERS; t++)
    {
      struct upc_thread *thread = &upc_control->threads[t];
      /* The monitor makes it 0 when the thread ends, which to kill(2) means all
	 processes of the group.  */
      pid_t process = __atomic_load_n (&thread->process, __ATOMIC_RELAXED);
      if (process <= 0 || (calls && process == upc_process))
	continue;
      asked[count++] = t;
      if (thread->told != UPC_CRASHED)
	{
	  __atomic_store_n (&thread->told, UPC_ASKED, __ATOMIC_RELEASE);
	  if (syscall (SYS_tgkill, process, process, UPC_END_SIGNAL))
	    count--;
	}
    }
  return count;
}

static bool
has_told (int t)
{
  return __atomic_load_n (&upc_control->threads[t].told, __ATOMIC_ACQUIRE)
	 > UPC_ASKED;
}

static void
await_answers (const int *asked, int count, int most)
{
  for (int i = 0, waited = 0; i < count; i++)
    while (!has_told (asked[i]) && waited < most)
      {
	sleep_milliseconds (5);
	waited += 5;
      }
}

/* Reports CALLS, which are the caller's, or null, in a line if IN_LINE, and
   those of this node's other threads in a line each.  */
static void
tell_here (const struct upc_calls *calls, bool in_line)
{
  static struct story story;
  int asked[MOST_OTHERS], count = ask_others (asked, calls);
  int others = upc_control->count - (calls != NULL);
  story.addresses = 0;
  if (calls)
    add_calls (&story, calls, 0);
  await_answers (asked, count, in_line ? MANY_MILLISECONDS : MOST_MILLISECONDS);
  for (int i = 0; i < count; i++)
    if (has_told (asked[i]))
      add_calls (&story, &upc_control->threads[asked[i]].calls, i + 1);
  story.count = upc_find_symbols (story.pc, story.addresses, &story.symbols,
				  &story.why);
  if (story.why)
    upc_message ("  where that is, cannot be told: %s", story.why);
  else if (calls && in_line)
    tell_other (&story, 0, MYTHREAD, false);
  else if (calls)
    tell_own (&story, calls);
  for (int i = 0; i < count; i++)
    if (has_told (asked[i]))
      tell_other (&story, i + 1, upc_control->first + asked[i],
		  upc_control->threads[asked[i]].told == UPC_CRASHED);
  if (others > MOST_OTHERS)
    upc_message ("and %d more threads", others - MOST_OTHERS);
}

void
upc_tell_calls (const struct upc_calls *calls, bool in_line)
{
  tell_here (calls, in_line);
  if (upc_tell_far)
    upc_tell_far ();
}

static void
say_where (bool last, bool in_line)
{
  struct upc_calls calls;
  if (!upc_process)
    return;
  upc_find_calls (&calls, false);
  if (!upc_begin_telling ())
    return;
  upc_tell_calls (&calls, in_line);
  upc_end_telling (last);
}

void
upc_say_where (bool last)
{
  say_where (last, false);
}

void
upc_say_where_all_are (void)
{
  say_where (false, true);
}

void
upc_answer_where (void)
{
  if (!upc_begin_telling ())
    return;
  tell_here (NULL, true);
  upc_end_telling (false);
}
