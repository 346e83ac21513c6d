/* session.h - the measurement of a process begins.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_SESSION_H
#define GASP_SESSION_H

#include <stdbool.h>

#pragma GCC visibility push (hidden)

/* At the start, if there is a tool.  */
extern void gasp_session_open (int argc, char **argv);
/* Later, with the tool that has been found; whether it has begun.  */
extern bool gasp_session_attach (void);

/* Before either, let the runtimes that have registered start; they may change
   the arguments, and become several processes.  (provider.c)  */
extern void gasp_provider_open (int *argc, char ***argv);
/* Behind gasp_session_attach, tell them that it has begun.  */
extern void gasp_provider_attached (void *unused);
/* There is a tool, and an instrumented object has been loaded.  */
extern void gasp_provider_loaded (void *unused);
/* The process exits, and there are no more events.  */
extern void gasp_provider_over (void);

#pragma GCC visibility pop

#endif /* GASP_SESSION_H */
