/* callers.c - who called what a sample finds.

   SPDX-License-Identifier: Apache-2.0

   Of calls that are not recorded nothing is known but what the stack shows: the
   addresses that they return to.  A sample notes some, from the stack pointer
   up to the innermost call that is known:

     stack pointer  ... | return to lookup | ... | return to js_call | ...
			    the caller		   known

   The runtime goes from call to call, by the descriptions of frames, as far as
   it understands them; addresses in the C library and the recorder (calling.h)
   are left out.  Beyond, an address counts if a call is in front of it.  A
   function's variables may still have one that an earlier call left there: the
   report knows where in its frame each function has its own, some from the
   frame pointer on, which those that they call may have kept after the address.
   Where it does not know, the innermost address counts whose call may have led
   there: through a pointer, out of the module, or by way of the linker's
   table.

   On x86-64 only; elsewhere, the first return address may be in a register.  */

#include "measure/sampling/callers.h"
#include "measure/sampling/calling.h"
#include "measure/sampling/cancellation.h"
#include "after-call.h"
#include "block.h"
#include "gasp_provider.h"
#include "ground/pages.h"
#include "ground/state.h"
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#pragma weak gasp_gcc_interrupted_callers

/* So many bytes of a stack are looked at, as the kernel can read them: it knows
   how many there are, and valgrind does not mind what it reads.  Else, in the
   page of the stack pointer all can be read, whatever stack that is.  */
#define PAGE 4096
#define FAR 65536
/* No stack is larger.  */
#define LARGEST (64 << 20)

#ifdef __x86_64__

static uint64_t first_pointer;	/* of the first thread */

/* Returns whether WORD is where a call returns to.  */
static bool
is_after_call (uint64_t word)
{
  const struct code_range *range = gasp_tool_lasting_code (word);
  return range ? word - range->start >= GASP_LONGEST_CALL
		 && gasp_is_after_call ((const unsigned char *) word)
	 : gasp_tool_is_after_loaded_call (word);
}

/* A look at a stack for return addresses: COUNT have been FOUND.  After the
   innermost, each is noted once, where it is outermost; and if there is no room
   for all, the outermost stay, main's among them.  */
enum { INNER_RETURNS = 36 };
struct search {
  struct gasp_record_stack *found;
  struct interrupted *from;
  uint64_t stack;
  uint64_t before;		/* the last word that was looked at */
  unsigned int count;
};

/* Returns which of the return addresses that were found WORD is; their number,
   if none.  */
static unsigned int
find_word (const struct search *search, uint64_t word)
{
  unsigned int i = 0;
  while (i < search->count
	 && (search->found->returns[i] ^ word)
	    << (64 - GASP_RECORD_RETURN_SHIFT))
    i++;
  return i;
}

/* Drops number AT of the addresses that were found.  */
static void
drop (struct search *search, unsigned int at)
{
  struct gasp_record_stack *found = search->found;
  for (search->count--; at < search->count; at++)
    {
      found->returns[at] = found->returns[at + 1];
      found->bases[at] = found->bases[at + 1];
    }
}

/* Makes room for WORD, which is further out than all that were found.  Returns
   false if it is among the innermost.  */
static bool
make_room (struct search *search, uint64_t word)
{
  if (search->count < INNER_RETURNS)
    return true;
  unsigned int at = find_word (search, word);
  if (at < INNER_RETURNS)
    return false;
  if (at < search->count)
    drop (search, at);
  else if (at == GASP_RECORD_RETURNS)
    drop (search, INNER_RETURNS);
  return true;
}

/* Notes WORD, a return address that is AT.  */
static void
add (struct search *search, uint64_t word, uint64_t at)
{
  uint64_t number = (at - search->stack) / 8;
  if (number >= UINT16_MAX || !make_room (search, word))
    return;
  unsigned int i = search->count++;
  search->found->returns[i]
    = word | number << GASP_RECORD_RETURN_SHIFT;
  search->found->bases[i]
    = search->before > at ? gasp_tool_word_at (search->before, search->stack)
			  : UINT16_MAX;
}

/* Looks at so many BYTES of the stack, which were AT.  */
static void
look_at (struct search *search, const void *bytes, uint64_t size, uint64_t at)
{
  for (uint64_t i = 0; i + 8 <= size; i += 8)
    {
      uint64_t word;
      memcpy (&word, (const char *) bytes + i, sizeof word);
      if (!search->count && !search->from->pc
	  && gasp_tool_is_in_cancellable (word))
	search->from->pc = word - 1;
      if (is_after_call (word))
	add (search, word, at + i);
      search->before = word;
    }
}

/* ---- By the descriptions of frames.

   Reading descriptions takes long, and a thread has mostly left but a few calls
   since its last sample.  So each chain is kept: where the next one comes to a
   call of that, and all further out are still on the stack, they are taken from
   there.  */

#define LONGEST_CHAIN 256
/* Calls that count, from the innermost on.  */
struct chain {
  unsigned int count;		/* 0, too, if there were more */
  bool is_over;			/* the last one has no caller */
  struct gasp_gcc_caller calls[LONGEST_CHAIN];
};
/* A thread's, or those of a few that take turns.  LATEST is the one of two that
   was found last.  */
enum { THREADS = 8 };
struct chains {
  bool is_taken;
  unsigned int latest;
  struct chain chains[2];
};
static struct chains *all_chains; /* null without memory */

/* Takes the calling thread's chains.  Returns null if they are in use.  */
static struct chains *
take_chains (void)
{
  uintptr_t thread = (uintptr_t) __builtin_thread_pointer ();
  struct chains *chains
    = all_chains + (thread >> 12 ^ thread >> 20) % THREADS;
  if (!all_chains || !gasp_gcc_interrupted_callers)
    return NULL;
  return __atomic_exchange_n (&chains->is_taken, true, __ATOMIC_ACQUIRE)
	 ? NULL : chains;
}

static void
give_back (struct chains *chains)
{
  __atomic_store_n (&chains->is_taken, false, __ATOMIC_RELEASE);
}

/* A walk from call to call: NEW is the chain that it finds, FORMER the last
   one, whose calls below NEXT are further in; both null if there is no
   memory.  */
enum { AT_ONCE = 8 };
struct walk {
  struct search *search;
  uint64_t end, reached;	/* IS_CUT: it has come to the end */
  bool is_cut;
  struct chain *new;
  const struct chain *former;
  unsigned int next;
};

/* Comes to CALL, and notes it if it COUNTS.  Returns false if it is beyond the
   end.  */
static bool
come_to (struct walk *walk, const struct gasp_gcc_caller *call, bool counts)
{
  if (call->position - 8 >= walk->end)
    walk->is_cut = true;
  else
    walk->reached = call->position;
  if (!counts && !walk->search->count
      && gasp_tool_is_in_cancellable (call->address))
    walk->search->from->pc = call->address - 1;
  if (walk->is_cut || !counts)
    return !walk->is_cut;
  walk->search->before = call->pointer;
  add (walk->search, call->address, call->position - 8);
  if (walk->new && walk->new->count < LONGEST_CHAIN)
    walk->new->calls[walk->new->count] = *call;
  if (walk->new)
    walk->new->count++;
  return true;
}

/* Returns whether CALL is from a module that counts, or from code that is in
   none, as that which the program made while it ran.  */
static bool
counts (const struct gasp_gcc_caller *call)
{
  return call->function == GASP_GCC_NOT_DESCRIBED
	 || is_after_call (call->address);
}

/* Returns which call of the former chain CALL is, if all that are further out
   are still open; the number of calls, if not.  */
static unsigned int
find_former (struct walk *walk, const struct gasp_gcc_caller *call)
{
  const struct chain *former = walk->former;
  unsigned int count = former ? former->count : 0;
  while (walk->next < count
	 && former->calls[walk->next].position < call->position)
    walk->next++;
  if (walk->next == count)
    return count;
  const struct gasp_gcc_caller *same = &former->calls[walk->next];
  return same->position == call->position && same->address == call->address
	 && same->pointer == call->pointer
	 && gasp_gcc_are_open (same, count - walk->next) ? walk->next : count;
}

/* Goes on by the former chain, from its call NUMBER, which has been noted.
   Sets *LAST to the outermost.  Returns false if one is beyond the end.  */
static bool
go_by_former (struct walk *walk, unsigned int number,
	      struct gasp_gcc_caller *last)
{
  const struct chain *former = walk->former;
  *last = former->calls[former->count - 1];
  while (++number < former->count)
    if (!come_to (walk, &former->calls[number], true))
      return false;
  walk->next = former->count;
  return true;
}

/* Goes on with WALK from the first of CALLS, which is the last that it has come
   to, or where the thread was if IS_INNERMOST.  Returns false where no
   further caller is found; sets *IS_OVER to whether the last one has none.  */
static bool
go_on (struct walk *walk, struct gasp_gcc_caller calls[AT_ONCE],
       bool is_innermost, int *is_over)
{
  unsigned int count
    = gasp_gcc_interrupted_callers (calls, AT_ONCE, is_innermost, is_over);
  for (unsigned int i = 1; i < count; i++)
    {
      if (!come_to (walk, &calls[i], counts (&calls[i])))
	return false;
      unsigned int former = find_former (walk, &calls[i]);
      if (!walk->former || former == walk->former->count)
	continue;
      *is_over = walk->former->is_over;
      return go_by_former (walk, former, calls) && !*is_over;
    }
  calls[0] = calls[AT_ONCE - 1];
  return count == AT_ONCE;
}

/* Notes the calls that lead to AT, up to END, as far as they are understood and
   not too many.  Returns whether these are all, and sets *REACHED to how far
   they go.  */
static bool
follow (struct search *search, const struct interrupted *at, uint64_t end,
	uint64_t *reached)
{
  enum { MOST_TURNS = 300 };
  struct gasp_gcc_caller calls[AT_ONCE]
    = { { .address = at->pc + 1, .position = at->stack,
	  .pointer = at->frame_pointer } };
  struct walk walk = { .search = search, .end = end, .reached = at->stack };
  int is_over = 0, turns = 0;
  struct chains *chains = take_chains ();
  if (chains)
    {
      walk.former = &chains->chains[chains->latest];
      chains->latest = !chains->latest;
      walk.new = &chains->chains[chains->latest];
      walk.new->count = 0;
    }
  while (gasp_gcc_interrupted_callers && turns < MOST_TURNS
	 && go_on (&walk, calls, turns == 0, &is_over))
    turns++;
  if (chains)
    {
      walk.new->is_over = is_over && !walk.is_cut;
      if (walk.new->count > LONGEST_CHAIN)
	walk.new->count = 0;
      give_back (chains);
    }
  *reached = walk.reached;
  return is_over || walk.is_cut;
}

/* ---- By what looks like return addresses.  */

/* Where the kernel copies pages of stacks to: the thread's own may be
   short.  */
enum { COPIES = 4 };
static struct copy {
  bool is_taken;
  char bytes[2 * PAGE];
} copies[COPIES];

/* Takes a copy that no thread uses, and returns it; or null.  */
static struct copy *
take_copy (void)
{
  for (int i = 0; i < COPIES; i++)
    if (!__atomic_exchange_n (&copies[i].is_taken, true, __ATOMIC_ACQUIRE))
      return &copies[i];
  return NULL;
}

/* Copies SIZE bytes of the stack, from AT on, as far as there are so many.
   Returns how many.  What is beyond a stack may go away at any time.  */
static size_t
copy_stack (struct copy *copy, uint64_t at, size_t size)
{
  struct iovec from = { (void *) at, size }, to = { copy->bytes, size };
  long copied = ASK_KERNEL (SYS_process_vm_readv, ASK_KERNEL (SYS_getpid),
			    (long) &to, 1, (long) &from, 1, 0);
  return copied > 0 ? (size_t) copied : 0;
}

/* Looks at the stack from AT to END, as far as there is any.  Returns false if
   the kernel is not to be asked, or refuses, as in some containers.  */
static bool
look_by_kernel (struct search *search, uint64_t at, uint64_t end)
{
  struct copy *copy = gasp_tool_may_be_sandboxed ? NULL : take_copy ();
  if (!copy)
    return false;
  bool has_copied = false;
  for (size_t copied; at < end; at += copied)
    {
      size_t size = end - at < sizeof copy->bytes ? end - at
		    : sizeof copy->bytes;
      copied = copy_stack (copy, at, size);
      has_copied |= copied != 0;
      look_at (search, copy->bytes, copied, at);
      if (copied < size)
	break;
    }
  __atomic_store_n (&copy->is_taken, false, __ATOMIC_RELEASE);
  return has_copied;
}

/* Returns where the stack of the calling thread ends, which is at STACK; the
   last address, if that is not known.  */
static uint64_t
end_of_stack (uint64_t stack)
{
  extern void *__libc_stack_end __attribute__ ((weak));
  uint64_t first = &__libc_stack_end ? (uintptr_t) __libc_stack_end : 0;
  uint64_t own = (uintptr_t) __builtin_thread_pointer ();
  return first - stack < LARGEST ? first
	 : own != first_pointer && own - stack < LARGEST ? own : UINT64_MAX;
}

/* Notes what may be return addresses from STACK up to END.  */
static void
look_through (struct search *search, uint64_t stack, uint64_t end)
{
  /* What is before STACK has been read, or is the stack pointer's: a page that
     begins there may be none of the stack's.  */
  uint64_t page_end = ((stack - 1) | (PAGE - 1)) + 1;
  uint64_t near = end - stack > FAR ? stack + FAR / 2 : end;
  if (!look_by_kernel (search, stack, near))
    look_at (search, (const void *) stack,
	     (end < page_end ? end : page_end) - stack, stack);
  else if (near < end && end - stack < LARGEST)
    {
      /* Keep the two ends of a very deep stack, as if there were nothing
	 between.  */
      search->stack += end - FAR / 2 - near;
      look_by_kernel (search, end - FAR / 2, end);
    }
}

/* Has words from REACHED on be not too far, as the record has them, behind the
   innermost COUNT addresses, as if there were less between.  */
static void
pass_over (struct search *search, unsigned int count, uint64_t reached)
{
  uint64_t near = search->stack + FAR / 2;
  if (count)
    near += 8 * (search->found->returns[count - 1] >> GASP_RECORD_RETURN_SHIFT);
  if (reached > near)
    search->stack += reached - near;
}

bool
gasp_tool_find_returns (struct gasp_record_stack *found,
			struct interrupted *at, uint64_t end)
{
  if (at->stack % 8 || end <= at->stack)
    return false;
  uint64_t last = end_of_stack (at->stack), reached = at->stack;
  if (end > last || last - at->stack <= FAR)
    end = last;
  struct search search = { found, at, at->stack, 0, 0 };
  if (at->pc && follow (&search, at, end, &reached))
    found->exact = GASP_RECORD_ALL_EXACT;
  else if (reached < end)
    {
      /* Addresses found later may take the place of others.  */
      found->exact = search.count < INNER_RETURNS ? (uint16_t) search.count
		     : INNER_RETURNS;
      pass_over (&search, found->exact, reached);
      look_through (&search, reached, end);
    }
  return search.count != 0;
}

void
gasp_tool_callers_begin (void)
{
  first_pointer = (uintptr_t) __builtin_thread_pointer ();
  if (!all_chains)
    all_chains = gasp_tool_pages (THREADS * sizeof *all_chains);
}

#else

void
gasp_tool_callers_begin (void)
{
}

bool
gasp_tool_find_returns (struct gasp_record_stack *found,
			struct interrupted *at, uint64_t end)
{
  (void) found;
  (void) at;
  (void) end;
  return false;
}

#endif
