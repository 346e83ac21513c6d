/* users.c - who uses locks, where functions of the program's stand in between:
   see users.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "users.h"

#define USERS_NEAR 4		/* how many are tried */

/* A known place: the address, which is below 2^47, between whether the caller
   counts instead, and how many words further the caller's stack pointer is, or
   BY_POINTER; 0 if that is not known, or not always the same.  */
#define PASSES_ON 1
#define ADDRESS_SHIFT 1
#define WORDS_SHIFT 48
/* Larger frames are walked over by their descriptions, in case another object
   has been where this one is: that reads no farther than the stack.  */
#define MOST_WORDS 256
#define BY_POINTER 0x7ffful	/* the frame pointer says it */

uintptr_t users_known[USERS];

static uintptr_t
address_of (uintptr_t known)
{
  return known << (64 - WORDS_SHIFT) >> (64 - WORDS_SHIFT + ADDRESS_SHIFT);
}

/* Returns what is known of ADDRESS, or a word that passes nothing on if no room
   is left for it; 0 if it is new.  */
static uintptr_t
look_up (uintptr_t address)
{
  unsigned int at = users_slot (address);
  for (unsigned int i = 0; i < USERS_NEAR; i++)
    {
      uintptr_t known = __atomic_load_n (&users_known[(at + i) % USERS],
					 __ATOMIC_RELAXED);
      if (!known || address_of (known) == address)
	return known;
    }
  return address << ADDRESS_SHIFT;
}

/* Notes NEW, a known place, unless there is no room.  What passes on once does
   so ever after.  */
static void
note (uintptr_t new)
{
  uintptr_t address = address_of (new);
  unsigned int at = users_slot (address);
  for (unsigned int i = 0; i < USERS_NEAR; i++)
    {
      uintptr_t *known = &users_known[(at + i) % USERS], old = 0;
      if (__atomic_compare_exchange_n (known, &old, new, false,
				       __ATOMIC_RELAXED, __ATOMIC_RELAXED))
	return;
      if (address_of (old) != address)
	continue;
      if (new & PASSES_ON)
	__atomic_store_n (known, new, __ATOMIC_RELAXED);
      return;
    }
}

static void
note_user (uintptr_t address)
{
  note (address << ADDRESS_SHIFT);
}

static void
note_passing (const struct gasp_gcc_caller *caller)
{
  unsigned long words = caller->size / sizeof (long);
  if (caller->size == GASP_GCC_BY_POINTER)
    words = BY_POINTER;
  else if (words > MOST_WORDS)
    words = 0;
  note (words << WORDS_SHIFT | caller->address << ADDRESS_SHIFT | PASSES_ON);
}

void
users_forget (void)
{
  for (unsigned int i = 0; i < USERS; i++)
    __atomic_store_n (&users_known[i], 0, __ATOMIC_RELAXED);
}

/* Sets CALLER to what it was called from, as its frame has WORDS.  Its frame
   pointer is 0 unless that is known.  Returns false if CALLER's is needed, and
   is not.  */
static bool
leave_frame (struct gasp_gcc_caller *caller, unsigned long words)
{
  const unsigned long *frame = (const unsigned long *) caller->pointer;
  if (words != BY_POINTER)
    {
      caller->position += words * sizeof (long);
      caller->address = ((const unsigned long *) caller->position)[-1];
      caller->pointer = 0;
    }
  else if (frame)
    {
      caller->pointer = frame[0];
      caller->address = frame[1];
      caller->position = (uintptr_t) (frame + 2);
    }
  return words != BY_POINTER || frame;
}

/* Sets *CALLER to the one NUMBER calls further out than CALL, by the frames'
   descriptions.  Returns false if there is none.  */
static __attribute__ ((noinline)) bool
walk (struct gasp_gcc_caller *caller, const struct library_call *call,
      unsigned int number)
{
  struct gasp_gcc_caller callers[CALLERS] = { users_first (call) };
  if (gasp_gcc_callers (callers, number + 1) <= number)
    return false;
  *caller = callers[number];
  return true;
}

bool
users_find (const void **address, const struct library_call *call)
{
  struct gasp_gcc_caller caller = users_first (call);
  bool is_short = true;
  for (unsigned int i = 1; i < CALLERS; i++)
    {
      uintptr_t known = look_up (caller.address);
      if (!known)
	return false;
      if (!(known & PASSES_ON))
	return true;
      is_short = is_short && known >> WORDS_SHIFT
		 && leave_frame (&caller, known >> WORDS_SHIFT);
      if (!is_short && !walk (&caller, call, i))
	return true;
      *address = (const void *) caller.address;
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
  note_user ((uintptr_t) address);
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
    note_passing (&callers[i]);
  note_user (callers[user].address);
  return (const void *) callers[user].address;
}
