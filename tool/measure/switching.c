/* switching.c - which events are switched off, and which of them together.  See
   budget.h.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include <stdio.h>
#include "gasp_omp.h"
#include "gasp_threads.h"
#include "measure/budget.h"
#include "measure/clock.h"
#include "events/context.h"
#include "ground/message.h"
#include "ground/shapes.h"
#include "ground/state.h"
#include "measure/memory/sampling.h"
#include "record/place.h"
#include "events/user.h"

#pragma weak gasp_gcc_leave_out

/* Events, by tag.  */
static unsigned char off[GASP_GCC_TAGS / 8];
static bool any_off;

/* Returns whether TAG is of the model whose threads work in teams.  */
static bool
is_of_teams (uint32_t tag)
{
  const struct gasp_tool_model *teams = gasp_tool_model (GASP_LANG_OMP);
  return teams && tag >= teams->first && tag <= teams->last;
}

/* Returns whether events with ROLE show what processes wait for each other for:
   in part they would show something false, as those of one process are matched
   with those of the others.  */
static bool
is_between_processes (enum role role)
{
  return ((role >= ROLE_LOCK && role <= ROLE_UNLOCK)
	  || (role >= ROLE_SEND && role <= ROLE_PROBE)
	  || (role >= ROLE_ONE_TO_ALL && role <= ROLE_GATHERING)
	  || role == ROLE_SETUP || role == ROLE_NOTIFY || role == ROLE_WAIT
	  || role == ROLE_BARRIER);
}

/* Returns whether TAG waits for a transfer that only this process knows of.  */
static bool
is_of_handle (uint32_t tag)
{
  return tag == GASP_UPC_NB_SYNC || tag == GASP_GCC_NB_TRYSYNC;
}

/* Returns whether events with ROLE describe the whole run.  */
static bool
is_needed (enum role role)
{
  return (role == ROLE_EXIT
	  || (role >= ROLE_SHARED_ALLOCATE && role <= ROLE_SHARED_STATIC));
}

/* Events that mean nothing without each other are switched off together:
   waiting for a lock and having it; with parallel regions, all that happens in
   them.  So are all user events.  Exit events and those that describe shared
   objects are always kept, and those between processes, unless there are to be
   samples alone.  */
uint32_t
gasp_tool_spender_tag (uint32_t tag)
{
  if (gasp_tool_user_name (tag))
    return GASP_UPC_USEREVT_START;
  const struct event_shape *shape = gasp_tool_event_shape (tag);
  if (!shape || tag >= GASP_GCC_TAGS)
    return 0;
  if (shape->role == ROLE_LOCK_SAMPLE || shape->role == ROLE_TAKEN
      || shape->role == ROLE_WAITED)
    return 0;
  if (is_of_teams (tag))
    return (shape->role == ROLE_LOCK || shape->role == ROLE_TURN
	    || shape->role == ROLE_HOLD)
	   ? GASP_GCC_OMP_HOLD : GASP_GCC_OMP_PARALLEL;
  if (is_needed (shape->role)
      || (!gasp_tool_samples_alone && is_between_processes (shape->role)
	  && !is_of_handle (tag)))
    return 0;
  switch (shape->role)
    {
    case ROLE_ACQUIRE:
    case ROLE_RELEASE:
      return GASP_THREADS_LOCK;
    case ROLE_ALLOCATE:
    case ROLE_REALLOCATE:
    case ROLE_FREE:
      return gasp_tool_memory_stays_exact () ? 0 : GASP_C_MALLOC;
    default:
      return tag;
    }
}

bool
gasp_tool_is_off (uint32_t tag)
{
  return any_off && off[tag / 8] >> tag % 8 & 1;
}

static void
switch_event_off (uint32_t tag)
{
  off[tag / 8] |= 1 << tag % 8;
  any_off = true;
  if (gasp_gcc_leave_out)
    gasp_gcc_leave_out (tag);
}

bool
gasp_tool_goes_with (uint32_t tag, uint32_t spender)
{
  return (gasp_tool_spender_tag (tag) == spender
	  || (spender == GASP_GCC_OMP_PARALLEL && is_of_teams (tag)));
}

/* Says that the events that SPENDER stands for are missing from now on.  */
static void
note_missing (uint32_t spender)
{
  const struct event_shape *shape = gasp_tool_event_shape (spender);
  const char *name = spender == GASP_GCC_OMP_PARALLEL ? "all of OpenMP's"
		     : spender == GASP_GCC_OMP_HOLD ? "those of OpenMP's locks"
		     : spender == GASP_THREADS_LOCK ? "those of mutexes"
		     : spender == GASP_C_MALLOC ? "those of allocations"
		     : shape ? shape->label : "user events";
  char text[250];
  snprintf (text, sizeof text, "to keep within the budget, events were left "
	    "out from %.1f ms on: %s; their counts and times are lower "
	    "bounds%s; all: gasp run --exact",
	    gasp_tool_age () / 1e6, name,
	    spender == GASP_GCC_OMP_HOLD
	    ? ", but those of locks of threads, which samples were taken of"
	    : spender >= GASP_THREADS_LOCK && spender <= GASP_THREADS_CALL
	    ? ", but all waits of 4 us or more are known" : "");
  gasp_tool_note (text);
}

void
gasp_tool_switch_off (uint32_t spender)
{
  switch_event_off (spender);
  for (uint32_t tag = 0; tag < GASP_GCC_TAGS; tag++)
    if (gasp_tool_event_shape (tag) && gasp_tool_goes_with (tag, spender))
      switch_event_off (tag);
  note_missing (spender);
}

void
gasp_tool_switch_all_off (uint32_t kept)
{
  for (uint32_t tag = 0; tag < GASP_GCC_TAGS; tag++)
    {
      uint32_t spender = gasp_tool_spender_tag (tag);
      if (gasp_tool_event_shape (tag) && spender && spender != kept)
	switch_event_off (tag);
    }
}
