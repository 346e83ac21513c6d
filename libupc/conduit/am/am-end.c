/* am-end.c - what threads say of their end by active messages.

   SPDX-License-Identifier: Apache-2.0  */

#include "conduit/am/am.h"

/* At thread 0, where the looker changes it for others: a glimpse of half of it
   only delays what is done about it.  */
static struct
{
  bool any, told;
  int thread, status;
} ended;

/* As one number: whether there is one, whether nobody has been told yet, the
   status, the thread.  */
#define ANY (UINT64_C (1) << 62)
#define FIRST (UINT64_C (1) << 61)
#define STATUS_SHIFT 32

static uint64_t
note (int thread, int status)
{
  if (!ended.any || (status && !ended.status))
    {
      ended.thread = thread;
      ended.status = status;
    }
  ended.any = true;
  return 0;
}

static uint64_t
tell (bool may_be_first)
{
  bool first = may_be_first && ended.any && !ended.told;
  ended.told |= first;
  return ((ended.any ? ANY : 0) | (first ? FIRST : 0)
	  | (uint64_t) ended.status << STATUS_SHIFT | ended.thread);
}

void
upc_am_serve_end (int from, const struct upc_record *record,
		  const char *data __attribute__ ((unused)))
{
  uint64_t value = (record->kind == UPC_AM_ENDED ? note (from, record->what)
		    : tell (record->what));
  upc_am_reply (from, record->pending, value, NULL, 0);
}

/* ---- At the others  */

/* Reports that this thread has ended, with STATUS.  Thread 0 may be at the end
   by then, and does not reply.  */
void
upc_am_have_ended (int status)
{
  struct upc_record record = { .kind = UPC_AM_ENDED, .what = status };
  if (MYTHREAD == 0)
    note (0, status);
  else
    upc_am_add_alone (0, &record, NULL, 0);
}

struct upc_am_ended
upc_am_who_has_ended (bool may_be_first)
{
  struct upc_record record
    = { .kind = UPC_AM_WHO_HAS_ENDED, .what = may_be_first };
  uint64_t answer = (MYTHREAD == 0 ? tell (may_be_first)
		     : upc_am_add_and_wait (0, &record));
  return (struct upc_am_ended) { (answer & ANY) != 0, (answer & FIRST) != 0,
				 (uint32_t) answer,
				 answer >> STATUS_SHIFT & 0xff };
}
