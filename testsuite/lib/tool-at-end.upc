/* tool-at-end.upc - a tool that reads and writes shared objects of the next thread in
   each event, in the last one of threads 0 and 1 later than others do.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>
#include <upc.h>
#include <gasp.h>
#include <gasp_upc.h>
struct _gasp_context_S { int events; };
static struct _gasp_context_S c;
static shared int counts[THREADS];
static shared struct { char text[200]; } wide[THREADS];
gasp_context_t gasp_init (gasp_model_t m, int *argc, char ***argv) { return &c; }
void
gasp_event_notifyVA (gasp_context_t c, unsigned tag, gasp_evttype_t type,
		     const char *file, int line, int column, va_list args)
{
  int other = (MYTHREAD + 1) % THREADS;
  int last = ((tag == GASP_UPC_COLLECTIVE_EXIT && type == GASP_END)
	      || tag == GASP_UPC_NONCOLLECTIVE_EXIT);
  if (last)
    usleep (200000 * (2 - MYTHREAD));
  c->events++;
  counts[other] = counts[other] + 1;
  wide[other].text[150] = 3;
  if (last)
    fprintf (stderr, "tool %d: last event, %d\n", MYTHREAD,
	     counts[other] == c->events && wide[other].text[150] == 3);
}
