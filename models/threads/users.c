/* users.c - who uses locks, where functions of the program's stand in between:
   see users.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "users.h"

#define USERS_NEAR 4		/* so many are tried */
#define PASSES_ON 1		/* the caller counts */

uintptr_t users_known[USERS];

/* Sets *PASSES_ON to what is known of ADDRESS; to 0 if no room is left for it.
   Returns false if it is new.  */
static bool
look_up (uintptr_t address, unsigned int *passes_on)
{
  unsigned int at = users_slot (address);
  *passes_on = 0;
  for (unsigned int i = 0; i < USERS_NEAR; i++)
    {
      uintptr_t known = __atomic_load_n (&users_known[(at + i) % USERS],
					 __ATOMIC_RELAXED);
      if (!known)
	return false;
      if (known >> 1 != address)
	continue;
      *passes_on = known & PASSES_ON;
      return true;
    }
  return true;
}

/* Notes whether what returns to ADDRESS PASSES_ON, unless there is no room.  */
static void
note (uintptr_t address, unsigned int passes_on)
{
  unsigned int at = users_slot (address);
  uintptr_t new = address << 1 | passes_on;
  for (unsigned int i = 0; i < USERS_NEAR; i++)
    {
      uintptr_t *known = &users_known[(at + i) % USERS], old = 0;
      if (__atomic_compare_exchange_n (known, &old, new, false,
				       __ATOMIC_RELAXED, __ATOMIC_RELAXED))
	return;
      if (old >> 1 != address)
	continue;
      if (passes_on)
	__atomic_store_n (known, new, __ATOMIC_RELAXED);
      return;
    }
}

bool
users_find (const void **address, const struct library_call *call)
{
  struct gasp_gcc_caller callers[2] = { users_first (call) };
  unsigned int passes_on;
  for (unsigned int i = 1; i < CALLERS; i++)
    {
      if (!look_up (callers->address, &passes_on))
	return false;
      if (!passes_on || gasp_gcc_callers (callers, 2) < 2)
	return true;
      callers[0] = callers[1];
      *address = (const void *) callers->address;
    }
  return true;
}

void
users_begin (struct learning *learning, const struct library_call *call,
	     const void *lock, const void *address)
{
  learning->lock = lock;
  learning->name = call->name;
  learning->address = address;
  learning->callers[0] = users_first (call);
  learning->count = gasp_gcc_callers (learning->callers, CALLERS);
  note ((uintptr_t) address, 0);
}

/* Returns whether the call that caller NUMBER of LEARNING is in is still open,
   by the COUNT callers HERE; or was, until it ended by a jump to what gives the
   lock back, which returns to where it would have.  */
static bool
is_open (const struct learning *learning, unsigned int number,
	 const struct gasp_gcc_caller *here, unsigned int count)
{
  const struct gasp_gcc_caller *callers = learning->callers;
  if (count && here->position == callers[number + 1].position
      && here->address == callers[number + 1].address)
    return true;
  for (unsigned int i = 0; i + 1 < count; i++)
    if (here[i + 1].position == callers[number + 1].position)
      return here[i].function == callers[number].function;
  return false;
}

const void *
users_end (struct learning *learning, const struct library_call *call)
{
  const struct gasp_gcc_caller *callers = learning->callers;
  struct gasp_gcc_caller here[CALLERS] = { users_first (call) };
  unsigned int count = gasp_gcc_callers (here, CALLERS);
  unsigned int user = 0;
  learning->lock = NULL;
  if (learning->count < 2)
    return learning->address;
  while (user + 1 < learning->count && !is_open (learning, user, here, count))
    user++;
  if (user + 1 >= learning->count || !is_open (learning, user, here, count))
    user = 0;
  for (unsigned int i = 0; i < user; i++)
    note (callers[i].address, PASSES_ON);
  note (callers[user].address, 0);
  return (const void *) callers[user].address;
}
