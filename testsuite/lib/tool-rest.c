/* tool-rest.c - what a tool has besides gasp_init and gasp_event_notifyVA: goes
   after these.

   SPDX-License-Identifier: Apache-2.0  */

void
gasp_event_notify (gasp_context_t c, unsigned tag, gasp_evttype_t type,
		   const char *file, int line, int column, ...)
{
  va_list args;
  va_start (args, column);
  gasp_event_notifyVA (c, tag, type, file, line, column, args);
  va_end (args);
}
int gasp_control (gasp_context_t c, int on) { return 1; }
unsigned gasp_create_event (gasp_context_t c, const char *n, const char *d)
{ static unsigned next = GASP_UPC_USEREVT_START; return next++; }
