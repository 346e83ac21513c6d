/* mpir.c - what a parallel debugger that has started gasprun looks for here.

   SPDX-License-Identifier: Apache-2.0

   The names are those of the MPIR Process Acquisition Interface, version 1.0,
   of the MPI Forum.  The debugger sets MPIR_being_debugged before main, and
   stops in MPIR_Breakpoint; then it attaches to each process in the table.
   gasprun is what it stops, as mpirun, which has the same names, need not be a
   program that has them (Open MPI's of version 5 is not).  */

#include <stdlib.h>
#include "gasprun/gasprun.h"

typedef struct
{
  char *host_name, *executable_name;
  int pid;
} MPIR_PROCDESC;

enum { MPIR_NULL, MPIR_DEBUG_SPAWNED };

#define SEEN __attribute__ ((used, visibility ("default")))

volatile int MPIR_being_debugged SEEN;
volatile int MPIR_debug_state SEEN = MPIR_NULL;
MPIR_PROCDESC *MPIR_proctable SEEN;
int MPIR_proctable_size SEEN;
/* Says, as it is there, that gasprun is not a thread itself.  */
int MPIR_i_am_starter SEEN;

extern void MPIR_Breakpoint (void);

/* Does nothing: debuggers stop here.  */
void __attribute__ ((noinline)) SEEN
MPIR_Breakpoint (void)
{
  __asm__ volatile ("" : : : "memory");
}

void
tell_debugger (const struct place *places, int count, const char *program)
{
  char *path = realpath (program, NULL);
  MPIR_proctable = calloc (count, sizeof *MPIR_proctable);
  if (!MPIR_proctable)
    return;
  for (int t = 0; t < count; t++)
    MPIR_proctable[t]
      = (MPIR_PROCDESC) { (char *) places[t].host,
			  path ? path : (char *) program, places[t].process };
  MPIR_proctable_size = count;
  MPIR_debug_state = MPIR_DEBUG_SPAWNED;
  MPIR_Breakpoint ();
}
