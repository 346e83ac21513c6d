/* check.c - a GASP tool that judges what it is told.

   SPDX-License-Identifier: Apache-2.0

   Written against gasp.h alone.  It checks, and reports to the file that
   GASP_TEST_RESULT names, one line for each violation of these:

     - gasp_init comes once a thread and language, before the thread's other
       callbacks of it, for C and UPC or for OpenMP, with arguments that end in a
       null pointer;
     - a callback gets the context of the thread it is made on and of its event's
       language;
     - an event is known and of a type that it may have;
     - START and END of all but user events nest strictly on each thread, and an END repeats the
       arguments of its START, those that it has, and (but for functions and
       locks held, which end elsewhere than they begin) its position;
     - a position has a file and a line, and a column;
     - exit events come at most once, and nothing follows the END of a
       collective exit on its thread;
     - a thread that is gone has left nothing open.

   The last line is "ok" if there was no violation; it is written at the exit
   events.  Every callback leaves errno and all caller-saved registers
   destroyed: keeping the program's is not the tool's business.  */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "gasp.h"
#include "gasp_caf.h"
#include "gasp_mpi.h"
#include "gasp_omp.h"

#define MAX_ARGS 8

struct argument
{
  char letter;
  unsigned long value;
};

/* An event that has not ended.  */
struct open_event
{
  unsigned int tag;
  const char *file;
  int line, column;
  int args;
  struct argument arg[MAX_ARGS];
};

struct _gasp_context_S
{
  struct _gasp_context_S *next;
  struct open_event *open;
  size_t depth, size;
  pid_t tid, pid;
  int on;
  int over;			/* after the END of a collective exit */
};

struct event
{
  unsigned int number;
  const char *name;
  int pair;
  const char *shape[2];
};

#define PAIR 1
#define ATOMIC 0
static const struct event events[] =
{
#define GASP_EVENT(number, name, role, types, start, end, section, label, text) \
  { number, #name, types, { start, end } },
#include "gasp-events.def"
  { 0, 0, 0, { 0, 0 } }
};

/* Languages whose contexts a thread has: its index here, and the tags of the
   events.  */
static const struct language
{
  int number;
  unsigned int first, last;
} languages[] =
{
#define GASP_MODEL(model, language, first, last, rank, text) \
  { language, first, last },
#include "gasp-events.def"
};
#define LANGUAGES (int) (sizeof languages / sizeof *languages)

static struct _gasp_context_S *contexts;
static __thread struct _gasp_context_S *mine[LANGUAGES];
static __thread pid_t mine_pid[LANGUAGES];
static int result = -1;
static int violations, exits[3];
static unsigned int user_events;
static unsigned long count;

/* The program may use any descriptor, for itself or as a number that it was told:
   the file has one that is unlikely.  */
#define UNLIKELY_DESCRIPTOR 700

static void
open_result (const char *file)
{
  int fd = open (file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);

  result = fcntl (fd, F_DUPFD_CLOEXEC, UNLIKELY_DESCRIPTOR);
  if (result < 0)
    result = fd;
  else
    close (fd);
}

static void
say (const char *format, ...)
{
  char text[2048];
  va_list args;
  int n;

  va_start (args, format);
  n = vsnprintf (text, sizeof text - 1, format, args);
  va_end (args);
  if (n > (int) sizeof text - 2)
    n = sizeof text - 2;
  text[n++] = '\n';
  if (result >= 0 && write (result, text, n) < 0)
    result = -1;
}

/* A complaint about an event at a place.  */
static void
complain (const struct event *event, const char *file, int line, int column,
	  const char *what)
{
  __atomic_fetch_add (&violations, 1, __ATOMIC_RELAXED);
  say ("violation: %s: %s at %s:%d:%d", what, event ? event->name : "user event",
       file ? file : "?", line, column);
}

#ifdef __x86_64__
# define CLEAR(n) "vpxord %%zmm" #n ", %%zmm" #n ", %%zmm" #n "\n\t"
__attribute__ ((target ("avx512f"))) static void
destroy_avx512 (void)
{
  __asm__ volatile (CLEAR (16) CLEAR (17) CLEAR (18) CLEAR (19) CLEAR (20)
		    CLEAR (21) CLEAR (22) CLEAR (23) CLEAR (24) CLEAR (25)
		    CLEAR (26) CLEAR (27) CLEAR (28) CLEAR (29) CLEAR (30)
		    CLEAR (31)
		    "kxorw %%k1, %%k1, %%k1; kxorw %%k2, %%k2, %%k2\n\t"
		    "kxorw %%k3, %%k3, %%k3; kxorw %%k4, %%k4, %%k4\n\t"
		    "kxorw %%k5, %%k5, %%k5; kxorw %%k6, %%k6, %%k6\n\t"
		    "kxorw %%k7, %%k7, %%k7" : : : "memory");
}
#endif

/* Leave nothing as it was that a function may change.  */
static void
destroy_registers (void)
{
#ifdef __x86_64__
  __asm__ volatile ("movq $-1, %%rax; movq %%rax, %%rcx; movq %%rax, %%rdx\n\t"
		    "movq %%rax, %%rsi; movq %%rax, %%rdi; movq %%rax, %%r8\n\t"
		    "movq %%rax, %%r9; movq %%rax, %%r10; movq %%rax, %%r11\n\t"
		    "fld1; fld1; fld1; fld1; fld1; fld1; fld1; fld1\n\t"
		    "fstp %%st(0); fstp %%st(0); fstp %%st(0); fstp %%st(0)\n\t"
		    "fstp %%st(0); fstp %%st(0); fstp %%st(0); fstp %%st(0)"
		    : : : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10",
		    "r11", "cc", "memory");
# define ONES(n) "pcmpeqd %%xmm" #n ", %%xmm" #n "\n\t"
  __asm__ volatile (ONES (0) ONES (1) ONES (2) ONES (3) ONES (4) ONES (5)
		    ONES (6) ONES (7) ONES (8) ONES (9) ONES (10) ONES (11)
		    ONES (12) ONES (13) ONES (14) ONES (15)
		    : : : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5",
		    "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12",
		    "xmm13", "xmm14", "xmm15");
  if (__builtin_cpu_supports ("avx"))
    __asm__ volatile ("vzeroall" : : : "memory");
  if (__builtin_cpu_supports ("avx512f"))
    destroy_avx512 ();
#endif
  errno = 4242;
}

static const struct event *
find (unsigned int tag)
{
  const struct event *e;

  for (e = events; e->name; e++)
    if (e->number == tag)
      return e;
  return NULL;
}

/* The index of the language NUMBER; -1 if there is none.  */
static int
find_language (int number)
{
  int i;

  for (i = 0; i < LANGUAGES; i++)
    if (languages[i].number == number)
      return i;
  return -1;
}

/* That of EVENT's; user events are of C and UPC.  */
static int
language_of (const struct event *event)
{
  int i;

  for (i = 0; event && i < LANGUAGES; i++)
    if (event->number >= languages[i].first
	&& event->number <= languages[i].last)
      return i;
  return find_language (GASP_LANG_UPC);
}

/* How an argument with LETTER is passed.  */
enum passed { INT = 1, SIZE, WIDE, DOUBLE, POINTER };
static const unsigned char passed[256] =
{
#define GASP_ARGUMENT(letter, how, type, text) [letter] = how,
#include "gasp-events.def"
};

static int
get_arguments (const char *shape, struct argument *arg, va_list args)
{
  int n;

  for (n = 0; shape[n]; n++)
    {
      arg[n].letter = shape[n];
      if (passed[(unsigned char) shape[n]] == INT)
	arg[n].value = va_arg (args, int);
      else
	arg[n].value = va_arg (args, unsigned long);
    }
  return n;
}

/* Whether the arguments of A, which has begun, and its END, which has COUNT, are
   the same as far as both have them.  At the end, the last one of shared work is
   what the thread has done of it, and those of MPI's receives and waits are what has
   come.  */
static int
same_arguments (const struct open_event *a, const struct argument *b, int count)
{
  int i;

  if (a->tag == GASP_GCC_OMP_LOOP || a->tag == GASP_GCC_OMP_SECTIONS)
    count--;
  if (a->tag == GASP_GCC_MPI_RECV || a->tag == GASP_GCC_MPI_WAIT)
    count = 1;
  if (a->tag == GASP_GCC_CAF_GET)
    count = 2;
  for (i = 0; i < a->args && i < count; i++)
    if (a->arg[i].letter == 's' || a->arg[i].letter == 'n'
	? strcmp ((const char *) a->arg[i].value, (const char *) b[i].value)
	: a->arg[i].value != b[i].value)
      return 0;
  return 1;
}

static int
thread_is_gone (pid_t tid)
{
  return syscall (SYS_tgkill, getpid (), tid, 0) < 0 && errno == ESRCH;
}

/* At the end of the process: nothing may be open on this thread, or on one
   that has ended; those that a parent had when this was forked never end.  */
static void
final_report (gasp_context_t context, size_t may_be_open)
{
  gasp_context_t c;

  for (c = contexts; c; c = c->next)
    if (c->depth > (c == context ? may_be_open : 0)
	&& (c == context
	    || (c->pid == getpid () && thread_is_gone (c->tid))))
      complain (find (c->open[c->depth - 1].tag),
		c->open[c->depth - 1].file, c->open[c->depth - 1].line,
		c->open[c->depth - 1].column, "left open");
  if (violations == 0)
    say ("ok %lu events", count);
}

static void
push (gasp_context_t c, unsigned int tag, const char *file, int line,
      int column, int args, const struct argument *arg)
{
  struct open_event *e;

  if (c->depth == c->size)
    {
      c->size = c->size ? 2 * c->size : 64;
      c->open = realloc (c->open, c->size * sizeof *c->open);
    }
  e = &c->open[c->depth];
  e->tag = tag;
  e->file = file;
  e->line = line;
  e->column = column;
  e->args = args;
  memcpy (e->arg, arg, args * sizeof *arg);
  c->depth++;
}

/* Make the open event TAG that has the same arguments the innermost one: locks are
   given back in any order.  */
static void
bring_up (gasp_context_t c, unsigned int tag, int args,
	  const struct argument *arg)
{
  int i = c->depth;
  while (i-- > 0)
    if (c->open[i].tag == tag && same_arguments (&c->open[i], arg, args))
      {
	struct open_event e = c->open[i];
	memmove (&c->open[i], &c->open[i + 1],
		 (c->depth - 1 - i) * sizeof e);
	c->open[c->depth - 1] = e;
	return;
      }
}

static void
pop (gasp_context_t c, const struct event *event, unsigned int tag,
     const char *file, int line, int column, int args,
     const struct argument *arg)
{
  struct open_event *e;

  if (tag == GASP_GCC_OMP_HOLD)
    bring_up (c, tag, args, arg);
  if (c->depth == 0 || c->open[c->depth - 1].tag != tag)
    {
      complain (event, file, line, column, "END does not match");
      return;
    }
  e = &c->open[--c->depth];
  if (!same_arguments (e, arg, args))
    complain (event, file, line, column, "END has other arguments");
  if (!event || !file || !e->file)
    return;
  if (strcmp (file, e->file) != 0
      || (tag != GASP_C_FUNC && tag != GASP_GCC_OMP_HOLD
	  && (line != e->line || column != e->column)))
    complain (event, file, line, column, "END has another position");
}

static void
check_position (const struct event *event, const char *file, int line,
		int column)
{
  if (!file || !*file)
    complain (event, file, line, column, "no file");
  if (line <= 0)
    complain (event, file, line, column, "no line");
  if (column <= 0)
    complain (event, file, line, column, "no column");
}

static void
check_context (gasp_context_t c, const struct event *event, const char *file,
	       int line, int column)
{
  gasp_context_t own = mine[language_of (event)];

  if (!own)
    complain (event, file, line, column, "before gasp_init");
  else if (c != own)
    complain (event, file, line, column, "context of another thread");
  if (c && c->over)
    complain (event, file, line, column, "after the end of exit");
}

static void
check_exit (gasp_context_t c, const struct event *event, gasp_evttype_t type,
	    const char *file, int line, int column)
{
  if (__atomic_fetch_add (&exits[type], 1, __ATOMIC_RELAXED))
    complain (event, file, line, column, "exits a second time");
  if (type == GASP_END)
    {
      final_report (c, 0);
      c->over = 1;
    }
  if (type == GASP_ATOMIC)
    final_report (c, (size_t) -1);
}

gasp_context_t
gasp_init (gasp_lang_t srclanguage, int *argc, char ***argv)
{
  const char *file = getenv ("GASP_TEST_RESULT");
  gasp_context_t context = calloc (1, sizeof *context);
  int language = find_language (srclanguage);

  if (result < 0 && file)
    open_result (file);
  if (language < 0)
    {
      complain (find (GASP_C_FUNC), "gasp_init", 0, 0, "unknown language");
      return context;
    }
  if (mine[language] && mine_pid[language] == getpid ())
    complain (find (GASP_C_FUNC), "gasp_init", 0, 0, "twice on a thread");
  if (!argc || !argv || !*argv
      || *argc < 0 || (*argv)[*argc])
    complain (find (GASP_C_FUNC), "gasp_init", 0, 0, "bad arguments");
  if (!contexts)
    say ("started");
  mine[language] = context;
  mine_pid[language] = getpid ();
  context->on = 1;
  context->tid = syscall (SYS_gettid);
  context->pid = getpid ();
  do
    context->next = __atomic_load_n (&contexts, __ATOMIC_RELAXED);
  while (!__sync_bool_compare_and_swap (&contexts, context->next, context));
  destroy_registers ();
  return context;
}

static void
judge (gasp_context_t c, const struct event *event, unsigned int tag,
       gasp_evttype_t type, const char *file, int line, int column,
       va_list args)
{
  struct argument arg[MAX_ARGS];
  int n = 0;

  /* User events begin and end where the user says.  */
  if (event)
    n = get_arguments (event->shape[type == GASP_END], arg, args);
  if (event && event->pair != (type != GASP_ATOMIC))
    complain (event, file, line, column, "type");
  if (tag == GASP_C_FUNC && (n < 1 || !arg[0].value
			     || !*(const char *) arg[0].value))
    complain (event, file, line, column, "no signature");
  if (!event)
    return;
  if (type == GASP_START)
    push (c, tag, file, line, column, n, arg);
  else if (type == GASP_END)
    pop (c, event, tag, file, line, column, n, arg);
}

/* If the stack ends here, let it be now, before anything is half changed.  */
__attribute__ ((noinline)) static void
need_stack (void)
{
  volatile char room[2048];

  room[0] = 0;
}

void
gasp_event_notifyVA (gasp_context_t context, unsigned int evttag,
		     gasp_evttype_t evttype, const char *filename,
		     int linenum, int colnum, va_list varargs)
{
  const struct event *event = find (evttag);
  va_list args;

  need_stack ();
  __atomic_fetch_add (&count, 1, __ATOMIC_RELAXED);
  check_context (context, event, filename, linenum, colnum);
  check_position (event, filename, linenum, colnum);
  if (!event && evttag - GASP_UPC_USEREVT_START >= user_events)
    complain (event, filename, linenum, colnum, "unknown");
  va_copy (args, varargs);
  if (context)
    judge (context, event, evttag, evttype, filename, linenum, colnum, args);
  va_end (args);
  if (evttag == GASP_UPC_COLLECTIVE_EXIT
      || evttag == GASP_UPC_NONCOLLECTIVE_EXIT)
    check_exit (context, event, evttype, filename, linenum, colnum);
  destroy_registers ();
}

void
gasp_event_notify (gasp_context_t context, unsigned int evttag,
		   gasp_evttype_t evttype, const char *filename,
		   int linenum, int colnum, ...)
{
  va_list args;

  va_start (args, colnum);
  gasp_event_notifyVA (context, evttag, evttype, filename, linenum, colnum,
		       args);
  va_end (args);
}

int
gasp_control (gasp_context_t context, int on)
{
  int old = context->on;

  if (context != mine[find_language (GASP_LANG_UPC)])
    complain (NULL, "gasp_control", 0, 0, "context of another thread");
  context->on = on;
  destroy_registers ();
  return old;
}

unsigned int
gasp_create_event (gasp_context_t context, const char *name, const char *desc)
{
  unsigned int number = __atomic_fetch_add (&user_events, 1, __ATOMIC_RELAXED);

  (void) desc;
  if (context != mine[find_language (GASP_LANG_UPC)] || !name)
    complain (NULL, "gasp_create_event", 0, 0, "bad arguments");
  destroy_registers ();
  return GASP_UPC_USEREVT_START + number;
}
