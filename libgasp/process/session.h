/* session.h - the measurement of a process begins.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>

#pragma GCC visibility push (hidden)

/* Opens the session at the start, if there is a tool.  */
extern void gasp_session_open (int argc, char **argv);
/* Opens the session later, with the tool that has been found.  Returns whether
   it has begun.  */
extern bool gasp_session_attach (void);

/* Lets the runtimes that have registered start, before either; they may change
   the arguments, and become several processes.  (provider.c)  */
extern void gasp_provider_open (int *argc, char ***argv);
/* Notifies them, after gasp_session_attach, that it has begun.  */
extern void gasp_provider_attached (void *unused);
/* Notifies them that there is a tool, and an instrumented object has been
   loaded.  */
extern void gasp_provider_loaded (void *unused);
/* Notifies them that the process exits: no event follows.  */
extern void gasp_provider_over (void);

#pragma GCC visibility pop
