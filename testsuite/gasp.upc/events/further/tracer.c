/* tracer.c - a tool as published ones are: it knows events by their names if
   the headers have them, prints each with all arguments, and has a UPC part
   that looks into pointers-to-shared and locks, both as variables that hold
   one, and meets the other threads at the end.

   SPDX-License-Identifier: Apache-2.0

   Lines go to trace.MYTHREAD.  Whatever is not as the specification says ends
   the program.  */

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <gasp.h>
#include <gasp_upc.h>
#include "tracer.h"

enum { MOST_OPEN = 4096, TEXT = 256 };

struct _gasp_context_S
{
  int in_upcall, enabled, mythread, threads, open_count;
  unsigned int open[MOST_OPEN], user_events;
  const char *descriptions[64];
  FILE *output;
};

/* Into the UPC part, whose own events are passed over.  */
#define UPCALL(context, call)						\
  do									\
    {									\
      assert (!(context)->in_upcall);					\
      (context)->in_upcall = 1;						\
      call;								\
      (context)->in_upcall = 0;						\
    }									\
  while (0)

struct event
{
  unsigned int tag;
  const char *name, *start, *end;
};

static const struct event events[] = {
#define EVENT(name, start, end) { GASP_##name, #name, start, end },
#include "tracer.def"
};

int
gasp_control (gasp_context_t context, int on)
{
  int before = context->enabled;
  context->enabled = on;
  return before;
}

unsigned int
gasp_create_event (gasp_context_t context, const char *name, const char *desc)
{
  unsigned int n = context->user_events++;
  assert (name && n < sizeof context->descriptions / sizeof (char *));
  context->descriptions[n] = desc ? desc : "";
  return GASP_UPC_USEREVT_START + n;
}

gasp_context_t
gasp_init (gasp_model_t model, int *argc, char ***argv)
{
  gasp_context_t context = calloc (1, sizeof *context);
  char name[TEXT];

  assert (context && model == GASP_MODEL_UPC && *argc >= 1 && **argv);
  UPCALL (context, tracer_threads (&context->mythread, &context->threads));
  snprintf (name, sizeof name, "trace.%d", context->mythread);
  context->output = fopen (name, "w");
  assert (context->output);
  context->enabled = 1;
  return context;
}

static const struct event *
find (unsigned int tag)
{
  size_t i;

  for (i = 0; i < sizeof events / sizeof *events; i++)
    if (events[i].tag == tag)
      return &events[i];
  return NULL;
}

static void
print_argument (gasp_context_t context, char letter, va_list *args)
{
  char text[TEXT] = "";
  const char *string;

  switch (letter)
    {
    case 'I': sprintf (text, "%d", va_arg (*args, int)); break;
    case 'z': sprintf (text, "%lu", (unsigned long) va_arg (*args, size_t)); break;
    case 'p': va_arg (*args, void *); strcpy (text, "local"); break;
    case 'H': va_arg (*args, gasp_upc_nb_handle_t); strcpy (text, "handle"); break;
    case 's':
      string = va_arg (*args, const char *);
      assert (string);
      snprintf (text, sizeof text, "%s", string);
      break;
    case 'P':
      UPCALL (context, tracer_pointer (va_arg (*args, gasp_upc_PTS_t *), text, TEXT));
      break;
    case 'K':
      UPCALL (context, tracer_lock (va_arg (*args, gasp_upc_lock_t *), text, TEXT));
      break;
    case 'F':
      UPCALL (context, tracer_flags (va_arg (*args, int), text, TEXT));
      break;
    case 'O':
      UPCALL (context, tracer_operation (va_arg (*args, int), text, TEXT));
      break;
    case 'R':
      {
	gasp_upc_reduction_t type = va_arg (*args, gasp_upc_reduction_t);
	assert (type >= GASP_UPC_REDUCTION_C && type <= GASP_UPC_REDUCTION_LD);
	sprintf (text, "type%d", (int) type);
      }
    }
  fprintf (context->output, " %s", text);
}

/* Each END closes the event that was begun last.  */
static void
check_nesting (gasp_context_t context, unsigned int tag, gasp_evttype_t type)
{
  if (type == GASP_START)
    {
      assert (context->open_count < MOST_OPEN);
      context->open[context->open_count++] = tag;
    }
  else if (type == GASP_END)
    {
      assert (context->open_count > 0);
      assert (context->open[--context->open_count] == tag);
    }
}

void
gasp_event_notifyVA (gasp_context_t context, unsigned int tag,
		     gasp_evttype_t type, const char *file, int line,
		     int column, va_list args)
{
  static const char *const types[] = { "START", "END", "ATOMIC" };
  const struct event *event = find (tag);
  const char *letters;
  va_list copy;

  assert (context && context->output);
  if (!context->enabled || context->in_upcall)
    return;
  check_nesting (context, tag, type);
  if (!event)
    return;
  va_copy (copy, args);
  letters = type == GASP_END ? event->end : event->start;
  fprintf (context->output, "%s:%d:%d %s %s", file ? file : "?", line, column,
	   event->name, types[type]);
  for (; *letters; letters++)
    print_argument (context, *letters, &copy);
  va_end (copy);
  fprintf (context->output, "\n");
  if (tag == GASP_UPC_COLLECTIVE_EXIT && type == GASP_END)
    {
      UPCALL (context, tracer_barrier ());
      fprintf (context->output, "goodbye from %d of %d\n", context->mythread,
	       context->threads);
      fclose (context->output);
      UPCALL (context, tracer_barrier ());
      context->enabled = 0;
    }
}

void
gasp_event_notify (gasp_context_t context, unsigned int tag,
		   gasp_evttype_t type, const char *file, int line, int column,
		   ...)
{
  va_list args;

  va_start (args, column);
  gasp_event_notifyVA (context, tag, type, file, line, column, args);
  va_end (args);
}
