/* upc-trace.c - what the trace says of communication: who, how much, which lock.

   SPDX-License-Identifier: Apache-2.0

   A trace has each event, but not its arguments.  Of those, this adds what
   readers want to see as communication (report/trace-rma.c): behind the enter of
   the event, and, if only its end knows, before its leave.  Before this,
   event.c.  */

#include "event.h"
#include "trace.h"
#include "upc.h"

enum about { TRANSFER, COLLECTIVE, LOCK, NOTHING };

#define NONE -1

/* What is said of an event, and which argument's value at its start and its end;
   or NONE.  */
static const struct remark
{
  uint32_t tag;
  enum about about;
  signed char start, end;
} remarks[] = {
  { GASP_UPC_GET, TRANSFER, NONE, NONE },
  { GASP_UPC_PUT, TRANSFER, NONE, NONE },
  { GASP_UPC_MEMCPY, TRANSFER, NONE, NONE },
  { GASP_UPC_MEMGET, TRANSFER, NONE, NONE },
  { GASP_UPC_MEMPUT, TRANSFER, NONE, NONE },
  { GASP_UPC_MEMSET, TRANSFER, NONE, NONE },
  { GASP_UPC_NB_GET_INIT, TRANSFER, NONE, 4 },
  { GASP_UPC_NB_PUT_INIT, TRANSFER, NONE, 4 },
  { GASP_GCC_NB_MEMCPY_INIT, TRANSFER, NONE, 3 },
  { GASP_GCC_NB_MEMGET_INIT, TRANSFER, NONE, 3 },
  { GASP_GCC_NB_MEMPUT_INIT, TRANSFER, NONE, 3 },
  { GASP_GCC_NB_MEMSET_INIT, TRANSFER, NONE, 3 },
  { GASP_UPC_NB_SYNC, NOTHING, 0, NONE },
  { GASP_GCC_NB_TRYSYNC, NOTHING, 0, 1 },
  { GASP_GCC_ATOMIC, TRANSFER, 1, NONE },
  { GASP_UPC_LOCK, LOCK, NONE, NONE },
  { GASP_UPC_LOCK_ATTEMPT, LOCK, NONE, 1 },
  { GASP_UPC_UNLOCK, LOCK, NONE, NONE },
  { GASP_UPC_ALL_BROADCAST, COLLECTIVE, 3, NONE },
  { GASP_UPC_ALL_SCATTER, COLLECTIVE, 3, NONE },
  { GASP_UPC_ALL_GATHER, COLLECTIVE, 3, NONE },
  { GASP_UPC_ALL_GATHER_ALL, COLLECTIVE, 3, NONE },
  { GASP_UPC_ALL_EXCHANGE, COLLECTIVE, 3, NONE },
  { GASP_UPC_ALL_PERMUTE, COLLECTIVE, 4, NONE },
  { GASP_UPC_ALL_REDUCE, COLLECTIVE, 6, NONE },
  { GASP_UPC_ALL_PREFIX_REDUCE, COLLECTIVE, 6, NONE },
  { GASP_GCC_ALL_SORT, NOTHING, 5, NONE }
};

static const struct remark *
remark_on (uint32_t tag)
{
  for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++)
    if (remarks[i].tag == tag)
      return &remarks[i];
  return NULL;
}

static void
remark_value (gasp_context_t context, int number,
	      const union argument *arguments)
{
  if (number != NONE)
    gasp_tool_trace_remark (context, GASP_TRACE_VALUE, 0, arguments[number].z);
}

static void
remark_moved (const struct moving *moving, const struct gasp_gcc_shared *at,
	      bool written, uint64_t bytes)
{
  gasp_tool_trace_remark (moving->context, written ? GASP_TRACE_WRITES
			  : GASP_TRACE_READS, at->thread, bytes);
}

/* What each thread moves and which is the root.  What moves from where to where is
   not said: an address may not be right before all threads have come.  */
static void
remark_collective (const struct moving *moving, uint32_t tag,
		   const union argument *arguments)
{
  uint64_t bytes;
  bool written;
  struct gasp_gcc_shared at;
  int pointer = gasp_tool_upc_moved (tag, arguments, &bytes, &written);
  if (pointer != NONE && gasp_tool_upc_find (arguments[pointer].p, &at))
    remark_moved (moving, &at, written, bytes);
}

void
gasp_tool_upc_trace_start (gasp_context_t context, uint32_t tag,
			   const union argument *arguments)
{
  const struct remark *remark = remark_on (tag);
  struct moving moving = { context, 0, 1, remark_moved };
  struct gasp_gcc_shared at;
  if (!remark || !gasp_tool_upc_threads)
    return;
  remark_value (context, remark->start, arguments);
  if (remark->about == TRANSFER)
    gasp_tool_upc_move (&moving, tag, arguments);
  else if (remark->about == COLLECTIVE)
    remark_collective (&moving, tag, arguments);
  else if (remark->about == LOCK && gasp_tool_upc_find (arguments[0].p, &at))
    gasp_tool_trace_remark (context, GASP_TRACE_LOCK, at.thread, at.address);
}

void
gasp_tool_upc_trace_end (gasp_context_t context, uint32_t tag,
			 const union argument *arguments)
{
  const struct remark *remark = remark_on (tag);
  if (remark && gasp_tool_upc_threads)
    remark_value (context, remark->end, arguments);
}
