/* library-recorder.upc - a tool that keeps the last START and END of one
   event, for library-events.upc.

   SPDX-License-Identifier: Apache-2.0  */

#include <string.h>
#include <gasp.h>
#include "library-recorder.h"

struct recorded recorded[2];
int recorded_count;

static unsigned int wanted;
static const char *shapes[2];

struct _gasp_context_S {
  int unused;
};

void
record (unsigned int tag, const char *start, const char *end)
{
  wanted = tag;
  shapes[0] = start;
  shapes[1] = end;
  recorded_count = 0;
  memset (recorded, 0, sizeof recorded);
}

/* The arguments by their letters; a pointer-to-shared is what the argument
   points to.  */
static void
decode (struct recorded *r, const char *shape, va_list args)
{
  for (int i = 0; shape[i]; i++)
    switch (shape[i])
      {
      case 'z': r->argument[i] = va_arg (args, size_t); break;
      case 'p': case 'H': r->argument[i] = (unsigned long) va_arg (args, void *); break;
      case 'P': r->argument[i] = *(unsigned long *) va_arg (args, void *); break;
      default: r->argument[i] = va_arg (args, int);
      }
}

void
gasp_event_notifyVA (gasp_context_t context, unsigned int tag,
		     gasp_evttype_t type, const char *file, int line,
		     int column, va_list args)
{
  (void) context;
  (void) file;
  if (tag != wanted || type > GASP_END)
    return;
  recorded_count++;
  recorded[type].line = line;
  recorded[type].column = column;
  decode (&recorded[type], shapes[type], args);
}

void
gasp_event_notify (gasp_context_t context, unsigned int tag,
		   gasp_evttype_t type, const char *file, int line,
		   int column, ...)
{
  va_list args;
  va_start (args, column);
  gasp_event_notifyVA (context, tag, type, file, line, column, args);
  va_end (args);
}

gasp_context_t
gasp_init (gasp_lang_t language, int *argc, char ***argv)
{
  static struct _gasp_context_S context;
  (void) language;
  (void) argc;
  (void) argv;
  return &context;
}

int
gasp_control (gasp_context_t context, int on)
{
  (void) context;
  (void) on;
  return 1;
}

unsigned int
gasp_create_event (gasp_context_t context, const char *name, const char *desc)
{
  (void) context;
  (void) name;
  (void) desc;
  return GASP_UPC_USEREVT_START;
}
