/* further.c - the callers of what waits: see further.h.

   SPDX-License-Identifier: Apache-2.0

   Following a stack takes longer than a short system call.  So callers are
   remembered by where the call was made.  If their addresses are on the stack
   where they were, nothing has changed: each says how large its frame is, and
   so where the next one is.  All in all, following takes a small part of the
   time; what would take more has no callers.  */

#include "further.h"
#include "hash.h"
#include "ticks.h"
#include "users.h"
#include <string.h>

#define CHAINS 64		/* a power of 2 */
#define LONGEST (GASP_GCC_FURTHER + 1)
#define PART 16			/* of the time, following is allowed */
#define ALWAYS (1 << 22)	/* and so many ticks */

static struct chain {
  bool is_taken;
  unsigned int count;
  struct gasp_gcc_caller callers[LONGEST];
} chains[CHAINS];

/* Returns whether CHAIN is that of CALL.  */
static bool
is_chain_of (const struct chain *chain, const struct library_call *call)
{
  const struct gasp_gcc_caller *callers = chain->callers;
  if (!chain->count || callers[0].position != call->position
      || callers[0].address != (unsigned long) call->address)
    return false;
  for (unsigned int i = 1; i < chain->count; i++)
    {
      unsigned long at = callers[i].position - sizeof (long);
      if (!users_can_read (at, callers[i - 1].position)
	  || *(const unsigned long *) at != callers[i].address)
	return false;
    }
  return true;
}

/* Sets CHAIN to that of CALL, if there is time for it.  */
static void
follow (struct chain *chain, const struct library_call *call)
{
  static uint64_t began, spent;
  uint64_t now = read_tsc (), none = 0;
  __atomic_compare_exchange_n (&began, &none, now, false, __ATOMIC_RELAXED,
			       __ATOMIC_RELAXED);
  uint64_t since = __atomic_load_n (&began, __ATOMIC_RELAXED);
  uint64_t allowed = ALWAYS + (now - since) / PART;
  chain->count = 0;
  if (__atomic_load_n (&spent, __ATOMIC_RELAXED) > allowed)
    return;
  chain->count = gasp_gcc_callers (call->position, chain->callers, LONGEST);
  __atomic_fetch_add (&spent, read_tsc () - now, __ATOMIC_RELAXED);
}

static void
find_in (struct chain *chain, const struct library_call *call,
	 unsigned long *further)
{
  if (!is_chain_of (chain, call))
    follow (chain, call);
  unsigned int i = 1;
  for (; i < chain->count; i++)
    further[i - 1] = chain->callers[i].address;
  further[i - 1] = 0;
}

void
find_further (const struct library_call *call,
	      unsigned long further[GASP_GCC_FURTHER + 1])
{
  further[0] = 0;
  if (gasp_gcc_is_sandboxed ())
    return;
  uint64_t key = gasp_mix (call->position ^ (uintptr_t) call->address << 8);
  struct chain *chain = &chains[key % CHAINS], own = { 0 };
  bool is_mine = !__atomic_exchange_n (&chain->is_taken, true,
				       __ATOMIC_ACQUIRE);
  find_in (is_mine ? chain : &own, call, further);
  if (is_mine)
    __atomic_store_n (&chain->is_taken, false, __ATOMIC_RELEASE);
}
