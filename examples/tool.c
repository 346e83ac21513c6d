/* tool.c - a whole GASP tool in 40 lines: it counts events.

   SPDX-License-Identifier: Apache-2.0

   Into the program:

     gaspcc -O2 -c tool.c
     gaspcc --profile --tool=tool.o phases.c -o phases
     ./phases

   Or into a program that is there already, if it was instrumented:

     gaspcc -O2 -fPIC -shared tool.c -o tool.so
     LD_PRELOAD=./tool.so ./phases

   A tool is compiled without --profile: it is not to see itself.  Threads
   may call it at the same time.  */

#include <stdio.h>
#include <gasp.h>

static unsigned long functions, allocations, bytes, user_events;
static unsigned int next_tag = GASP_UPC_USEREVT_START;
static int measuring = 1;

#define ADD(counter, n) __atomic_add_fetch (&counter, n, __ATOMIC_RELAXED)

gasp_context_t
gasp_init (gasp_lang_t language, int *argc, char ***argv)
{
  return NULL;			/* nothing to remember for each thread */
}

void
gasp_event_notifyVA (gasp_context_t context, unsigned int tag,
		     gasp_evttype_t type, const char *file, int line,
		     int column, va_list args)
{
  if (tag == GASP_UPC_COLLECTIVE_EXIT && type == GASP_END)
    fprintf (stderr, "%lu calls of functions, %lu allocations of %lu bytes, "
	     "%lu user events\n", functions, allocations, bytes, user_events);
  if (type == GASP_END || !measuring)
    return;
  if (tag == GASP_C_FUNC)
    ADD (functions, 1);
  else if (tag == GASP_C_MALLOC)
    ADD (allocations, 1), ADD (bytes, va_arg (args, size_t));
  else if (tag >= GASP_UPC_USEREVT_START)
    ADD (user_events, 1);
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

int
gasp_control (gasp_context_t context, int on)
{
  int before = measuring;
  measuring = on;
  return before;
}

unsigned int
gasp_create_event (gasp_context_t context, const char *name, const char *desc)
{
  return next_tag++;
}
