/* users.c - who uses locks, where functions of the program's stand in between:
   see users.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "users.h"

#define USERS_NEAR 4		/* so many are tried */

uint64_t users_known[USERS];

/* Sets *FRAME to what is known of ADDRESS; 0 if no room is left for it.
   Returns false if it is new.  */
static bool
look_up (uintptr_t address, unsigned int *frame)
{
  unsigned int at = users_slot (address);
  for (unsigned int i = 0; i < USERS_NEAR; i++)
    {
      uint64_t known = __atomic_load_n (&users_known[(at + i) % USERS],
					__ATOMIC_RELAXED);
      *frame = known % (1 << FRAME_BITS);
      if (known >> FRAME_BITS == address)
	return true;
      if (!known)
	return false;
    }
  *frame = 0;
  return true;
}

bool
users_find (const void **address, unsigned long position)
{
  unsigned int frame;
  for (int i = 0; i < CALLERS; i++)
    {
      if (!look_up ((uintptr_t) *address, &frame))
	return false;
      if (!frame)
	return true;
      position += frame * sizeof (void *);
      *address = ((const void *const *) position)[-1];
    }
  return true;
}

/* Notes the size of the frame of what returns to ADDRESS, in words, unless a
   larger one is known, or there is no room.  */
static void
note (uintptr_t address, uint64_t frame)
{
  unsigned int at = users_slot (address);
  uint64_t new = address << FRAME_BITS | frame;
  for (unsigned int i = 0; i < USERS_NEAR; i++)
    {
      uint64_t *known = &users_known[(at + i) % USERS], old = 0;
      if (__atomic_compare_exchange_n (known, &old, new, false,
				       __ATOMIC_RELAXED, __ATOMIC_RELAXED))
	return;
      if (old >> FRAME_BITS != address)
	continue;
      if (frame)
	__atomic_store_n (known, new, __ATOMIC_RELAXED);
      return;
    }
}

void
users_begin (struct learning *learning, const struct library_call *call,
	     const void *lock, const void *address)
{
  learning->lock = lock;
  learning->name = call->name;
  learning->address = address;
  learning->count
    = gasp_gcc_callers (call->position, learning->callers, CALLERS);
  note ((uintptr_t) address, 0);
}

/* Returns whether the call that caller NUMBER of LEARNING is in is still open,
   by the COUNT callers HERE.  */
static bool
is_open (const struct learning *learning, unsigned int number,
	 const struct gasp_gcc_caller *here, unsigned int count)
{
  const struct gasp_gcc_caller *callers = learning->callers;
  for (unsigned int i = 0; i + 1 < count; i++)
    if (here[i + 1].position == callers[number + 1].position)
      return here[i].function == callers[number].function;
  return false;
}

/* Returns the size of the frame of caller NUMBER, in words; 0 if it is one that
   cannot be noted.  */
static unsigned long
frame_of (const struct learning *learning, unsigned int number)
{
  const struct gasp_gcc_caller *caller = &learning->callers[number];
  unsigned long size = caller[1].position - caller->position;
  return size % sizeof (void *) || size >> FRAME_BITS >= sizeof (void *)
	 ? 0 : size / sizeof (void *);
}

const void *
users_end (struct learning *learning, const struct library_call *call)
{
  const struct gasp_gcc_caller *callers = learning->callers;
  struct gasp_gcc_caller here[CALLERS];
  unsigned int count = gasp_gcc_callers (call->position, here, CALLERS);
  unsigned int user = 0;
  while (user + 1 < learning->count && frame_of (learning, user)
	 && !is_open (learning, user, here, count))
    user++;
  learning->lock = NULL;
  if (user + 1 >= learning->count || !is_open (learning, user, here, count))
    user = 0;
  for (unsigned int i = 0; i < user; i++)
    note (callers[i].address, frame_of (learning, i));
  if (learning->count)
    note (callers[user].address, 0);
  return learning->count ? (const void *) callers[user].address : NULL;
}
