/* tool.c - a tool that counts, and switches the functions of the program.

   SPDX-License-Identifier: Apache-2.0

   As a library of the program: it says what to switch, by name.  With TOGGLE
   set, a thread of the tool's own switches any functions it has seen, without
   pause, until the program is over.  */

#define _GNU_SOURCE
#include <gasp_gcc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tool.h"

#define SEEN 512

static const struct gasp_gcc_function *seen[SEEN];
unsigned long tool_entered, tool_left, tool_counted, tool_switched;

static void GASP_GCC_FAST
note (const struct gasp_gcc_function *function)
{
  unsigned long slot = ((unsigned long) function / 8) % SEEN;
  __atomic_store_n (&seen[slot], function, __ATOMIC_RELAXED);
}

static void GASP_GCC_FAST
enter (struct gasp_gcc_frame *frame, gasp_context_t context)
{
  (void) context;
  note (frame->function);
  frame->data = frame;
  __atomic_fetch_add (&tool_entered, 1, __ATOMIC_RELAXED);
}

static void GASP_GCC_FAST
leave (struct gasp_gcc_frame *frame, gasp_context_t context)
{
  (void) context;
  (void) frame;
  __atomic_fetch_add (&tool_left, 1, __ATOMIC_RELAXED);
}

static void GASP_GCC_FAST
count (struct gasp_gcc_frame *top, gasp_context_t context,
       const struct gasp_gcc_function *function)
{
  (void) context;
  (void) top;
  note (function);
  __atomic_fetch_add (&tool_counted, 1, __ATOMIC_RELAXED);
}

static void
unload (const struct gasp_gcc_function *functions,
	const struct gasp_gcc_function *end)
{
  for (int i = 0; i < SEEN; i++)
    if (seen[i] >= functions && seen[i] < end)
      seen[i] = NULL;
}

static const struct gasp_gcc_recorder recorder = {
  GASP_GCC_VERSION, enter, leave, NULL, NULL, unload, count
};

int
tool_set (const char *name, int mode)
{
  for (int i = 0; i < SEEN; i++)
    {
      const char *found = seen[i] ? strstr (gasp_gcc_signature (seen[i]), name)
				  : NULL;
      if (found && found[strlen (name)] == '(')
	return gasp_gcc_set_mode (&seen[i], 1, mode);
    }
  return -1;
}

static volatile int over;
static pthread_t thread;

/* One function at a time, or all.  */
static void *
toggle (void *unused)
{
  unsigned int random = 1;
  while (!over)
    {
      const struct gasp_gcc_function *some[SEEN];
      unsigned long n = 0;
      random = random * 1103515245 + 12345;
      unsigned int which = random >> 8;
      for (int i = 0; i < SEEN; i++)
	if (seen[i] && (which % 7 == 0 || (which + i) % 13 == 0))
	  some[n++] = seen[i];
      if (n > 0 && gasp_gcc_set_mode (some, n, which % 3) > 0)
	tool_switched += n;
    }
  /* What is off may have been seen no more: all is as it was.  */
  for (int i = 0; i < SEEN; i++)
    if (seen[i])
      gasp_gcc_set_mode (&seen[i], 1, GASP_GCC_CALLS);
  return unused;
}

void
tool_toggle (int on)
{
  over = !on;
  if (on)
    pthread_create (&thread, NULL, toggle, NULL);
  else
    pthread_join (thread, NULL);
}

gasp_context_t
gasp_init (gasp_lang_t language, int *argc, char ***argv)
{
  (void) language;
  (void) argc;
  (void) argv;
  gasp_gcc_set_recorder (&recorder);
  return NULL;
}

void
gasp_event_notify (gasp_context_t context, unsigned int tag,
		   gasp_evttype_t type, const char *file, int line,
		   int column, ...)
{
  (void) context, (void) tag, (void) type, (void) file, (void) line,
    (void) column;
}

void
gasp_event_notifyVA (gasp_context_t context, unsigned int tag,
		     gasp_evttype_t type, const char *file, int line,
		     int column, va_list args)
{
  (void) context, (void) tag, (void) type, (void) file, (void) line,
    (void) column, (void) args;
}

int
gasp_control (gasp_context_t context, int on)
{
  (void) context;
  return on;
}

unsigned int
gasp_create_event (gasp_context_t context, const char *name, const char *text)
{
  (void) context, (void) name, (void) text;
  return GASP_UPC_USEREVT_START;
}
