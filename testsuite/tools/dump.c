/* dump.c - a GASP tool that prints every callback, one line each.

   SPDX-License-Identifier: Apache-2.0

   Written against gasp.h alone, as somebody else would; gasp-events.def tells
   how to read the arguments.  The lines go to the file that GASP_TEST_RESULT
   names, by one write each, so that nothing is lost when the program ends in
   whatever way.  A line is

     PROCESS.THREAD SIGN NAME [FILE:LINE:COLUMN] ARGUMENTS

   (in UPC, PROCESS is the UPC thread, and forks count beyond THREADS)
   where SIGN is + for START, - for END, . for ATOMIC, and = for calls other
   than gasp_event_notify.  PROCESS counts forks, THREAD calls of gasp_init.

   With GASP_TEST_ARGV set, gasp_init replaces the program's arguments by
   "changed" "by tool".  errno is left changed by every callback: it is for
   the caller to keep it.  */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>
#include "gasp.h"

/* libgasp's, if it is there: gasp_gcc.h.  */
extern int gasp_gcc_processes (int *number) __attribute__ ((weak));

#define MAX_THREADS 4096
#define MAX_USER_EVENTS 1000

struct _gasp_context_S
{
  int thread;
  int on;
};

static struct _gasp_context_S contexts[MAX_THREADS];
static int threads;
static const char *user_desc[MAX_USER_EVENTS];
static const char *user_name[MAX_USER_EVENTS];
static unsigned int user_events;
static int result = -1;
static pid_t first_process, this_process;
static int first_number, process, processes = 1;

struct event
{
  unsigned int number;
  const char *name;
  const char *shape[2];
};

static const struct event events[] =
{
#define GASP_EVENT(number, name, role, types, start, end, section, label, text) \
  { number, #name, { start, end } },
#include "gasp-events.def"
  { 0, 0, { 0, 0 } }
};

/* A line under construction.  */
struct line
{
  char text[4096];
  size_t length;
};

static void
add_va (struct line *line, const char *format, va_list args)
{
  size_t room = sizeof line->text - line->length;
  int n = vsnprintf (line->text + line->length, room, format, args);

  if (n > 0)
    line->length += (size_t) n < room ? (size_t) n : room - 1;
}

static void
add (struct line *line, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  add_va (line, format, args);
  va_end (args);
}

/* A child of vfork has our memory, and its parent goes on with what the child
   has made of it.  */
static int
process_number (void)
{
  static int last;
  pid_t pid = getpid ();

  if (pid != this_process)
    {
      this_process = pid;
      if (last < first_number)
	last = first_number;
      process = pid == first_process ? first_number : (last += processes);
    }
  return process;
}

static void
begin (struct line *line, gasp_context_t context, char sign, const char *name)
{
  line->length = 0;
  add (line, "%d.%d %c %s", process_number (), context ? context->thread : -1, sign,
       name);
}

static void
finish (struct line *line)
{
  if (line->length > sizeof line->text - 2)
    line->length = sizeof line->text - 2;
  line->text[line->length++] = '\n';
  if (result >= 0 && write (result, line->text, line->length) < 0)
    result = -1;
  errno = 4242;
}

static void
add_position (struct line *line, const char *file, int linenum, int colnum)
{
  const char *base = file ? strrchr (file, '/') : NULL;

  add (line, " [%s:%d:%d]", base ? base + 1 : file ? file : "?", linenum,
       colnum);
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

static void
add_argument (struct line *line, char letter, va_list *args)
{
  switch (letter)
    {
    case 's': case 'n':
      {
	const char *string = va_arg (*args, const char *);
	add (line, " \"%s\"", string ? string : "(null)");
	break;
      }
    case 'z':
      add (line, " %lu", (unsigned long) va_arg (*args, size_t));
      break;
    case 'K':
      add (line, " 0x%lx", *(unsigned long *) va_arg (*args, void *));
      break;
    case 'l':
      add (line, " %ld", (long) va_arg (*args, int64_t));
      break;
    case 'd':
      add (line, " %g", va_arg (*args, double));
      break;
    case 'p': case 'P': case 'H': case 'c': case 'h':
      add (line, " 0x%lx", (unsigned long) va_arg (*args, void *));
      break;
    default:
      add (line, " %d", va_arg (*args, int));
      break;
    }
}

static void
add_user_arguments (struct line *line, unsigned int number, va_list args)
{
  if (number < user_events && user_desc[number])
    {
      add (line, " \"");
      add_va (line, user_desc[number], args);
      add (line, "\"");
    }
}

gasp_context_t
gasp_init (gasp_lang_t srclanguage, int *argc, char ***argv)
{
  static char *changed[] = { "changed", "by tool", NULL };
  const char *file = getenv ("GASP_TEST_RESULT");
  int thread = __atomic_fetch_add (&threads, 1, __ATOMIC_RELAXED);
  gasp_context_t context = &contexts[thread % MAX_THREADS];
  struct line line;

  if (result < 0 && file)
    {
      result = open (file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
      first_process = this_process = getpid ();
      if (gasp_gcc_processes)
	processes = gasp_gcc_processes (&first_number);
      process = first_number;
    }
  context->thread = thread;
  context->on = 1;
  begin (&line, context, '=', "gasp_init");
  add (&line, " %d %d %s", (int) srclanguage, *argc, (*argv)[*argc] ? "bad" : "null");
  finish (&line);
  if (getenv ("GASP_TEST_ARGV"))
    {
      *argc = 2;
      *argv = changed;
    }
  return context;
}

void
gasp_event_notifyVA (gasp_context_t context, unsigned int evttag,
		     gasp_evttype_t evttype, const char *filename,
		     int linenum, int colnum, va_list varargs)
{
  unsigned int user = evttag - GASP_UPC_USEREVT_START;
  const struct event *event = find (evttag);
  const char *letter;
  struct line line;
  va_list args;

  va_copy (args, varargs);
  begin (&line, context, "+-."[evttype],
	 event ? event->name : user < user_events ? user_name[user] : "?");
  add_position (&line, filename, linenum, colnum);
  if (event)
    for (letter = event->shape[evttype == GASP_END]; *letter; letter++)
      add_argument (&line, *letter, &args);
  else
    add_user_arguments (&line, user, args);
  va_end (args);
  finish (&line);
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
  struct line line;

  context->on = on;
  begin (&line, context, '=', "gasp_control");
  add (&line, " %d", on);
  finish (&line);
  return old;
}

unsigned int
gasp_create_event (gasp_context_t context, const char *name, const char *desc)
{
  unsigned int number = __atomic_fetch_add (&user_events, 1, __ATOMIC_RELAXED);
  struct line line;

  user_name[number % MAX_USER_EVENTS] = name;
  user_desc[number % MAX_USER_EVENTS] = desc;
  begin (&line, context, '=', "gasp_create_event");
  add (&line, " \"%s\" \"%s\"", name, desc ? desc : "(null)");
  finish (&line);
  return GASP_UPC_USEREVT_START + number;
}
