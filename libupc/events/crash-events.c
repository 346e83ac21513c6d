/* crash-events.c - the event of a thread that dies of a signal, or ends the
   program for a mistake.

   SPDX-License-Identifier: Apache-2.0

   It is raised in the signal's handler (diagnostics/crash.c), or in upc_fatal,
   with the line at which that has happened.  What is done to find that line is
   not the program's: measuring stops meanwhile.  */

#include "core/calls.h"
#include "core/start.h"
#include "events/crash-events.h"

extern int pupc_control (int on) __attribute__ ((weak));

static void
note (int number, const char *why, const char *file, int line)
{
  const int column = 0;
  if (pupc_control)
    pupc_control (why != NULL);
  if (!why)
    return;
  EVENTS (GASP_GCC_CRASH);
  ATOMIC (number, why);
}

void
upc_note_crashes (void)
{
  upc_note_crash = note;
}
