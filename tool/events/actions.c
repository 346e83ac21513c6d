/* actions.c - what some events do beside taking time, by their role.

   SPDX-License-Identifier: Apache-2.0

   event.c and direct.c ask for it, with the event's arguments.  */

#include <stdlib.h>
#include "events/context.h"
#include "events/event.h"
#include "measure/clock.h"
#include "measure/memory/memory.h"
#include "models/peers.h"
#include "models/phases.h"
#include "models/tally.h"
#include "models/team.h"
#include "record/place.h"
#include "record/process.h"

static void
exits (gasp_context_t context, struct open_event *event,
       const union argument *arguments)
{
  (void) event;
  (void) arguments;
  gasp_tool_locks_settle (context);
  gasp_tool_last_phase (context);
}

static uint64_t
exited (gasp_context_t context, const struct open_event *event,
	const union argument *arguments)
{
  (void) event;
  if (!(context->attention & ATTENTION_DEAD))
    gasp_tool_note_processor (context->thread);
  gasp_tool_end (GASP_RECORD_EXITED, arguments[0].i & 0xff);
  return 0;
}

/* Notes why the process is about to die, and ends the record.  */
static uint64_t
crashed (gasp_context_t context, const struct open_event *event,
	 const union argument *arguments)
{
  (void) event;
  struct gasp_record_note note = {
    .kind = GASP_RECORD_CRASH, .text = gasp_tool_string (arguments[1].s),
    .count = 1
  };
  if (note.text)
    gasp_tool_add (GASP_RECORD_NOTES, &note, sizeof note);
  if (!(context->attention & ATTENTION_DEAD))
    gasp_tool_note_processor (context->thread);
  if (arguments[0].i)
    gasp_tool_end (GASP_RECORD_KILLED, arguments[0].i);
  else
    gasp_tool_end (GASP_RECORD_EXITED, EXIT_FAILURE);
  return 0;
}

/* Notes what the thread has waited for, and who has woken it.  */
static uint64_t
woken (gasp_context_t context, const struct open_event *event,
       const union argument *arguments)
{
  if (!event || !context->took_timed)
    return 0;
  const struct gasp_gcc_wait wait = {
    .tag = event->tag, .took = context->took, .object = arguments[2].p,
    .waker = (int) arguments[3].i, .woken_at = arguments[4].p
  };
  if (wait.object || wait.waker)
    gasp_tool_add_woken (context, event->node->place, &wait);
  return 0;
}

/* Notes whose iteration the thread has waited for.  */
static uint64_t
waited_for (gasp_context_t context, const struct open_event *event,
	    const union argument *arguments)
{
  if (!event || !context->took_timed
      || !*gasp_tool_event_shape (event->tag)->end)
    return 0;
  const struct gasp_gcc_wait wait = {
    .tag = event->tag, .took = context->took, .waker = (int) arguments[0].i
  };
  gasp_tool_add_woken (context, event->node->place, &wait);
  return 0;
}

static const struct action actions[ROLES] = {
  [ROLE_ALLOCATE] = { NULL, gasp_tool_allocated },
  [ROLE_REALLOCATE] = { gasp_tool_reallocating, gasp_tool_reallocated },
  [ROLE_FREE] = { gasp_tool_freeing, gasp_tool_freed },
  [ROLE_EXIT] = { exits, exited },
  [ROLE_CRASH] = { NULL, crashed },
  [ROLE_NOTIFY] = { gasp_tool_barrier_arrives, NULL },
  [ROLE_WAIT] = { gasp_tool_barrier_waits, gasp_tool_barrier_leaves },
  [ROLE_BARRIER] = { gasp_tool_barrier_arrives, gasp_tool_barrier_leaves },
  [ROLE_BARRIER_WITHIN] = { gasp_tool_barrier_within,
			    gasp_tool_barrier_leaves },
  [ROLE_MEETING] = { gasp_tool_meeting_begins, gasp_tool_meeting_ends },
  [ROLE_ROOT_GIVES] = { gasp_tool_root_gives, gasp_tool_meeting_ends },
  [ROLE_ROOT_GETS] = { gasp_tool_root_gets, gasp_tool_meeting_ends },
  [ROLE_MEETING_IN_ORDER] = { gasp_tool_meeting_in_order,
			      gasp_tool_meeting_ends },
  [ROLE_MEETING_IF_HELD] = { gasp_tool_meeting_if_held,
			     gasp_tool_meeting_ends },
  [ROLE_GATHERING] = { gasp_tool_gathering_begins, gasp_tool_gathering_ends },
  [ROLE_MEETING_BEGUN] = { gasp_tool_meeting_begun, NULL },
  [ROLE_MEETING_OVER] = { gasp_tool_meeting_over, NULL },
  [ROLE_COLLECTIVE] = { gasp_tool_collective_begins,
			gasp_tool_collective_ends },
  [ROLE_COMPLETE] = { gasp_tool_waits_begin, gasp_tool_waits_end },
  [ROLE_PROBE] = { gasp_tool_waits_begin, gasp_tool_probed },
  [ROLE_SEND_BEGUN] = { gasp_tool_send_begun, NULL },
  [ROLE_SEND_OVER] = { gasp_tool_message_taken, NULL },
  [ROLE_SIGNAL] = { gasp_tool_signal, NULL },
  [ROLE_SIGNALLED] = { gasp_tool_signalled, NULL },
  [ROLE_CHANGE] = { gasp_tool_change_begins, NULL },
  [ROLE_CHANGED] = { gasp_tool_change_awaited, NULL },
  [ROLE_COMES] = { gasp_tool_comes, NULL },
  [ROLE_HELD] = { gasp_tool_held, NULL },
  [ROLE_GROUP] = { gasp_tool_group_known, NULL },
  [ROLE_FILE] = { gasp_tool_file_opened, NULL },
  [ROLE_IO_BEGUN] = { gasp_tool_io_begun, NULL },
  [ROLE_IO_OVER] = { gasp_tool_io_over, NULL },
  [ROLE_RECEIVE_BEGUN] = { gasp_tool_waits_begin, gasp_tool_receive_begun },
  [ROLE_TEAM] = { gasp_tool_team_begins, NULL },
  [ROLE_MEMBER] = { gasp_tool_member_comes, NULL },
  [ROLE_WORKSHARE] = { NULL, gasp_tool_work_done },
  [ROLE_TEAM_WAIT] = { gasp_tool_team_waits, gasp_tool_team_waited },
  [ROLE_TASK] = { gasp_tool_task_begins, NULL },
  [ROLE_LOCK] = { gasp_tool_lock_wanted, gasp_tool_lock_got },
  [ROLE_TURN] = { gasp_tool_lock_wanted, gasp_tool_turn_came },
  [ROLE_AWAIT] = { NULL, woken },
  [ROLE_BLOCK] = { NULL, woken },
  [ROLE_TASK_WAIT] = { NULL, waited_for },
  [ROLE_ACQUIRE] = { gasp_tool_lock_awaited, gasp_tool_acquired },
  [ROLE_RELEASE] = { gasp_tool_lock_releasing, gasp_tool_lock_released },
  [ROLE_HOLD] = { gasp_tool_lock_had, gasp_tool_lock_given },
  [ROLE_TRYLOCK] = { gasp_tool_lock_wanted, gasp_tool_try_over },
  [ROLE_UNLOCK] = { gasp_tool_lock_passed_on, NULL },
  [ROLE_SHARED_ALLOCATE] = { NULL, gasp_tool_shared_blocks_allocated },
  [ROLE_SHARED_ALLOCATE_OWN] = { NULL, gasp_tool_shared_allocated },
  [ROLE_SHARED_FREE] = { gasp_tool_shared_freeing, NULL },
  [ROLE_LOCK_ALLOCATE] = { NULL, gasp_tool_lock_allocated },
  [ROLE_LOCK_FREE] = { gasp_tool_shared_freeing, NULL }
};

const struct action *
gasp_tool_action (uint32_t tag, enum role role)
{
  static const struct action moves = { NULL, gasp_tool_moved },
    sends = { gasp_tool_message_sent, gasp_tool_message_left },
    receives = { gasp_tool_waits_begin, gasp_tool_message_came },
    together = { gasp_tool_together_begins, gasp_tool_together_ends };
  if (!gasp_tool_movement (tag))
    return &actions[role];
  switch (role)
    {
    case ROLE_SEND: return &sends;
    case ROLE_RECEIVE: return &receives;
    case ROLE_ONE_TO_ALL: case ROLE_ALL_TO_ONE: case ROLE_ALL_TO_ALL:
    case ROLE_COLLECTIVE: return &together;
    default: return &moves;
    }
}
