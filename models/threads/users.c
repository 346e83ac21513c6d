/* users.c - who uses locks, where functions of the program's stand in between:
   see users.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "users.h"
#include "syscall.h"

#define USERS_NEAR 4		/* so many are tried */
/* In place of a frame's size: this is not the same each time.  */
#define VARIES ((1 << FRAME_BITS) - 1)
#define PAGE 4096

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
      if (*frame == VARIES)
	*frame = 0;
      if (known >> FRAME_BITS == address)
	return true;
      if (!known)
	return false;
    }
  *frame = 0;
  return true;
}

/* Notes the size of the frame of what returns to ADDRESS, in words, or 0 if
   nothing else is known, unless there is no room.  */
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
      uint64_t before = old % (1 << FRAME_BITS);
      if (before && before != frame)
	new |= VARIES;
      if (frame)
	__atomic_store_n (known, new, __ATOMIC_RELAXED);
      return;
    }
}

/* Asks the kernel, by a call that it refuses.  */
bool
users_can_read (uintptr_t address, uintptr_t position)
{
  static __thread uintptr_t known
    __attribute__ ((tls_model ("initial-exec")));
  uintptr_t page = address & -PAGE;
  if (page == (position & -PAGE) || page == known)
    return true;
  if (gasp_gcc_is_sandboxed ())
    return false;
  const long arguments[6] = { -1, (long) address, 0, sizeof (long) };
  if (ask_kernel (SYS_rt_sigprocmask, arguments) == -EFAULT)
    return false;
  known = page;
  return true;
}

/* Returns whether the call made at POSITION has, so MANY callers away, one that
   returns to ADDRESS.  */
static bool
is_caller (unsigned long position, unsigned int many, uintptr_t address)
{
  struct gasp_gcc_caller callers[CALLERS];
  return gasp_gcc_callers (position, callers, many + 1) > many
	 && callers[many].address == address;
}

/* Returns the return address of the caller whose FRAME, in words, begins at
   POSITION; 0 if there is none.  It is so MANY callers away from the call that
   was made at START.  */
static uintptr_t
caller_above (unsigned long position, unsigned int frame, unsigned int many,
	      unsigned long start)
{
  unsigned int unused;
  uintptr_t at = position + (frame - 1) * sizeof (void *);
  if (!users_can_read (at, position - sizeof (void *)))
    return 0;
  uintptr_t caller = *(const uintptr_t *) at;
  return look_up (caller, &unused) || is_caller (start, many, caller)
	 ? caller : 0;
}

bool
users_find (const void **address, unsigned long position)
{
  unsigned long start = position;
  unsigned int frame;
  for (unsigned int i = 1; i < CALLERS; i++)
    {
      if (!look_up ((uintptr_t) *address, &frame))
	return false;
      if (!frame)
	return true;
      uintptr_t caller = caller_above (position, frame, i, start);
      if (!caller)
	{
	  note ((uintptr_t) *address, VARIES);
	  return true;
	}
      position += frame * sizeof (void *);
      *address = (const void *) caller;
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
  learning->count
    = gasp_gcc_callers (call->position, learning->callers, CALLERS);
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

/* Returns the size of the frame of caller NUMBER, in words; 0 if it is one that
   cannot be noted.  */
static unsigned long
frame_of (const struct learning *learning, unsigned int number)
{
  const struct gasp_gcc_caller *caller = &learning->callers[number];
  unsigned long size = caller[1].position - caller->position;
  return size % sizeof (void *) || size >= VARIES * sizeof (void *)
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
