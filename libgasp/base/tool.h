/* tool.h - the tool's functions, or libgasp's own.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/common.h"

#pragma GCC visibility push (hidden)

/* The functions of the tool, or libgasp's own.  */
struct gasp_tool
{
  gasp_context_t (*init) (gasp_lang_t, int *, char ***);
  void (*notify) (gasp_context_t, unsigned int, gasp_evttype_t,
		  const char *, int, int, ...);
  void (*notify_va) (gasp_context_t, unsigned int, gasp_evttype_t,
		     const char *, int, int, va_list);
  int (*control) (gasp_context_t, int);
  unsigned int (*create_event) (gasp_context_t, const char *, const char *);
};
extern struct gasp_tool gasp_tool;

/* Fills gasp_tool in.  Returns whether there is a tool.  */
extern bool gasp_tool_find (void);
/* Takes the tool's functions from what dlopen has returned.  */
extern bool gasp_tool_take (void *handle);

extern __typeof__ (gasp_init) gasp_default_init;
extern __typeof__ (gasp_event_notify) gasp_default_notify;
extern __typeof__ (gasp_event_notifyVA) gasp_default_notify_va;
extern __typeof__ (gasp_control) gasp_default_control;
extern __typeof__ (gasp_create_event) gasp_default_create_event;
/* Answers gasp_control and gasp_create_event without a tool.  */
extern int gasp_own_control (int on);
extern unsigned int gasp_own_event (void);

#pragma GCC visibility pop
