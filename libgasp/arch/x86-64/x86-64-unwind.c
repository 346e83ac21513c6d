/* x86-64-unwind.c - whether a call was made, by others, from a frame that is
   known.

   SPDX-License-Identifier: Apache-2.0

   The program's own description of its frames (.eh_frame) is followed as an
   exception would, but for one thing: what is at the end of a stack that
   somebody made by hand may look like anything, and must not be stepped into.
   So memory is asked for before it is read, and a return address is believed
   if there is a description of the code that it is in.

   Only the stack and the frame pointer are traced: what needs more to find its
   frame is not understood.  A function that aligns its frame keeps the frame's
   address in it, and finds that and the frame pointer's from this.  */

#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include "after-call.h"
#include "gasp_provider.h"
#include "base/state.h"
#include "stack/stacks.h"
#include "rows.h"

#define MAX_STEPS 400

/* Rows that were read, each of the code before IP, in a function that BEGINs so
   much before that.  They last until an object is loaded or unloaded, or until
   another one takes their place.  Reading one takes ten times as long as
   finding it here.  */
#define KNOWN 4096		/* a power of 2 */
#define KNOWN_NEAR 4		/* how many are tried */
#define IS_WRITTEN 1		/* in place of KEY */
static struct known
{
  unsigned long key;		/* IP, and above that the number of LOADS */
  unsigned int begin;
  struct row row;
} all_known[KNOWN];

enum { LOADS_SHIFT = 48 };
static unsigned long loads;

void
gasp_chain_forget (void)
{
  __atomic_add_fetch (&loads, 1, __ATOMIC_RELAXED);
}

/* Pages that were found to be readable.  */
#define PAGES 8
struct pages
{
  unsigned long readable[PAGES];
  unsigned int count;		/* that were found */
};

/* The registers of a thread; and pages of its stack and of code.  That stack
   may be short, so that what is on it here is, too.  */
struct machine
{
  unsigned long ip, sp, fp;
  struct pages *stack, *code;
};

static unsigned long
key_of (unsigned long ip)
{
  return ip | __atomic_load_n (&loads, __ATOMIC_RELAXED) << LOADS_SHIFT;
}

/* Returns whether KEY is of another time than WANTED.  */
static bool
is_forgotten (unsigned long key, unsigned long wanted)
{
  return key != IS_WRITTEN && (key ^ wanted) >> LOADS_SHIFT;
}

/* Returns whether KEY is known.  Sets *SLOT to its slot, or else to the one
   that it is to take.  */
static bool
is_known (unsigned long key, struct known **slot)
{
  static unsigned int turn;
  struct known *free = NULL;
  unsigned long first = key ^ key >> 11;
  for (unsigned int i = 0; i < KNOWN_NEAR; i++)
    {
      *slot = &all_known[(first + i) % KNOWN];
      unsigned long its = __atomic_load_n (&(*slot)->key, __ATOMIC_ACQUIRE);
      if (its == key)
	return true;
      if (!free && (!its || is_forgotten (its, key)))
	free = *slot;
      if (!its)
	break;
    }
  if (free)
    *slot = free;
  else
    {
      unsigned int i = __atomic_fetch_add (&turn, 1, __ATOMIC_RELAXED);
      *slot = &all_known[(first + i % KNOWN_NEAR) % KNOWN];
    }
  return false;
}

/* Replaces what is in SLOT, which is not needed any more, by KNOWN.  */
static void
keep (struct known *slot, const struct known *known)
{
  unsigned long had = slot->key;
  if (had != IS_WRITTEN
      && __atomic_compare_exchange_n (&slot->key, &had, IS_WRITTEN, false,
				      __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
    {
      slot->begin = known->begin;
      slot->row = known->row;
      __atomic_store_n (&slot->key, known->key, __ATOMIC_RELEASE);
    }
}

/* Sets *KNOWN to what is known of the code before IP.  False if that is
   nothing.  */
static bool
look_up (unsigned long ip, bool in_handler, struct known *known)
{
  struct known *slot;
  unsigned long key = key_of (ip);
  if (is_known (key, &slot))
    {
      *known = *slot;
      __atomic_thread_fence (__ATOMIC_ACQUIRE);
      if (__atomic_load_n (&slot->key, __ATOMIC_RELAXED) == key)
	return true;
      slot = NULL;
    }
  known->key = key;
  if (!gasp_describe (ip, in_handler, &known->row, &known->begin))
    return false;
  if (slot)
    keep (slot, known);
  return true;
}

/* ---- Stepping  */

#define PAGE 4096ul

/* Returns whether the kernel can read the word at ADDRESS, in a call that it
   refuses to do anything for; Valgrind would report that one.  It takes null as
   no address, and nothing is mapped near that.  */
static bool
kernel_reads (unsigned long address)
{
  if (address < PAGE)
    return false;
  unsigned long word;
  struct iovec here = { &word, sizeof word };
  struct iovec there = { (void *) (address & -8ul), sizeof word };
  if (gasp_has_valgrind)
    return process_vm_readv (gasp_process, &here, 1, &there, 1, 0) > 0;
  long result = SYS_rt_sigprocmask;
  register unsigned long size __asm__ ("r10") = sizeof (long);
  __asm__ volatile ("syscall" : "+a" (result)
		    : "D" (-1), "S" (address & -8ul), "d" (NULL), "r" (size)
		    : "rcx", "r11", "memory");
  return result != -EFAULT;
}

static bool
is_in_pages (const struct pages *pages, unsigned long address)
{
  for (unsigned int i = 0; i < PAGES && i < pages->count; i++)
    if (pages->readable[i] == (address & -PAGE))
      return true;
  return false;
}

/* Notes that the page of ADDRESS can be read, in place of the one that was
   found first.  */
static void
add_page (struct pages *pages, unsigned long address)
{
  pages->readable[pages->count++ % PAGES] = address & -PAGE;
}

static bool
is_readable (struct pages *pages, unsigned long address)
{
  if (is_in_pages (pages, address))
    return true;
  if (gasp_gcc_is_sandboxed () || !kernel_reads (address))
    return false;
  add_page (pages, address);
  return true;
}

static bool
read_word (struct machine *m, unsigned long address, unsigned long *word)
{
  if (address % sizeof *word || !is_readable (m->stack, address))
    return false;
  *word = *(const unsigned long *) address;
  return true;
}

/* Returns whether IP is in the code that the kernel has handlers return to.  */
static bool
ends_handler (const unsigned char *ip)
{
  static const unsigned char code[]
    = { 0x48, 0xc7, 0xc0, SYS_rt_sigreturn, 0, 0, 0, 0x0f, 0x05 };
  return memcmp (ip, code, sizeof code) == 0;
}

/* Returns whether there is a caller, by the code that M returns to.  That of a
   loaded object's function, which has a description, can be read.  */
static enum gasp_chain
look_at_return (struct machine *m)
{
  enum { BEFORE = 8, BEHIND = 8 };
  const unsigned char *ip = (const unsigned char *) m->ip;
  struct known *slot, known = { .key = key_of (m->ip) };
  if (is_known (known.key, &slot))
    return GASP_CHAIN_REACHED;
  bool is_described = gasp_describe (m->ip, true, &known.row, &known.begin);
  if (!(is_described && known.begin >= BEFORE)
      && (!is_readable (m->code, m->ip - BEFORE)
	  || !is_readable (m->code, m->ip + BEHIND)))
    return GASP_CHAIN_ENDED;
  if (gasp_is_after_call (ip))
    {
      if (is_described)
	keep (slot, &known);
      return GASP_CHAIN_REACHED;
    }
  return (is_readable (m->code, m->ip + BEHIND) && ends_handler (ip)
	  ? GASP_CHAIN_UNKNOWN : GASP_CHAIN_ENDED);
}

/* Returns where the caller's frame begins, according to ROW; 0 if that is not
   understood.  */
static unsigned long
find_cfa (struct machine *m, const struct row *row)
{
  if (row->cfa_register != STACK_POINTER && row->cfa_register != FRAME_POINTER)
    return 0;
  unsigned long cfa = row->cfa_offset + (row->cfa_register == STACK_POINTER
					 ? m->sp : m->fp);
  return row->cfa_in_memory && !read_word (m, cfa, &cfa) ? 0 : cfa;
}

/* Goes to the caller, by the ROW of the code.  */
static enum gasp_chain
step_by (struct machine *m, const struct row *row)
{
  if (row->outermost)
    return GASP_CHAIN_ENDED;
  unsigned long cfa = find_cfa (m, row);
  if (cfa <= m->sp)
    return GASP_CHAIN_UNKNOWN;
  m->sp = cfa;
  if (!read_word (m, cfa - sizeof m->ip, &m->ip))
    return GASP_CHAIN_UNKNOWN;
  unsigned long from = row->pointer_rule == SAVED_BY_POINTER ? m->fp : cfa;
  if (row->pointer_rule == LOST)
    m->fp = 0;
  else if (row->pointer_rule != UNCHANGED
	   && !read_word (m, from + row->pointer_offset, &m->fp))
    return GASP_CHAIN_UNKNOWN;
  return look_at_return (m);
}

/* Returns how much of the stack the code behind IP gives back before it
   returns, if that is all it does: Python's code for perf(1), which only calls.
   0 if it is not.  */
static unsigned long
size_of_caller (const unsigned char *ip)
{
  static const unsigned char add[] = { 0x48, 0x83, 0xc4 };
  enum { SIZE = 3, RETURN = 4, RET = 0xc3, LARGEST = 0x7f };
  return !memcmp (ip, add, sizeof add) && ip[SIZE] <= LARGEST
	 && ip[RETURN] == RET ? ip[SIZE] : 0;
}

/* Goes to the caller of M's innermost code, if its return address is what the
   stack pointer points to, as in a function that has no frame, or not yet: if
   that is behind a call of what begins shortly before.  */
static bool
step_out_of_leaf (struct machine *m)
{
  enum { CALL = 0xe8, CALL_SIZE = 5, LARGEST = 4096 };
  const unsigned long far = 1ul << 31;	/* no call reaches */
  struct machine next = *m;
  int32_t distance;
  if (!read_word (&next, m->sp, &next.ip)
      || next.ip - m->ip + far >= 2 * far
      || !is_readable (next.code, next.ip - CALL_SIZE)
      || !is_readable (next.code, next.ip - 1))
    return false;
  const unsigned char *behind = (const unsigned char *) next.ip;
  memcpy (&distance, behind - sizeof distance, sizeof distance);
  unsigned long start = next.ip + (unsigned long) (long) distance;
  if (behind[-CALL_SIZE] != CALL || m->ip - start > LARGEST)
    return false;
  next.sp += sizeof next.ip;
  *m = next;
  return true;
}

/* Goes to the caller of code that has no description, as what a program makes
   while it runs: of such that only calls, or of a frame that the frame pointer
   is in.  Nothing of M changes if that is not understood.  Where there is no
   frame pointer before and nothing was called, as below Go's goroutines, the
   calls begin: what lies beyond is another's stack.  */
static enum gasp_chain
step_by_look (struct machine *m, bool is_innermost)
{
  enum { LARGEST = 1 << 20 };
  if (is_innermost && step_out_of_leaf (m))
    return GASP_CHAIN_REACHED;
  struct machine next = *m;
  unsigned long size
    = is_innermost ? 0 : size_of_caller ((const unsigned char *) m->ip);
  if (size)
    next.sp += size;
  else if (m->fp - m->sp > LARGEST || !read_word (&next, m->fp, &next.fp))
    return GASP_CHAIN_UNKNOWN;
  else
    next.sp = m->fp + sizeof m->fp;
  if (!read_word (&next, next.sp, &next.ip))
    return GASP_CHAIN_UNKNOWN;
  enum gasp_chain chain = look_at_return (&next);
  if (chain != GASP_CHAIN_REACHED)
    return !size && !next.fp ? chain : GASP_CHAIN_UNKNOWN;
  next.sp += sizeof next.ip;
  *m = next;
  return GASP_CHAIN_REACHED;
}

static enum gasp_chain
step (struct machine *m)
{
  struct row row;
  unsigned int begin;
  return gasp_describe (m->ip, false, &row, &begin) ? step_by (m, &row)
	 : GASP_CHAIN_UNKNOWN;
}

/* Goes up from the function that this is part of until POSITION is within M's
   frames.  */
__attribute__ ((always_inline)) static inline enum gasp_chain
climb (struct machine *m, unsigned long position)
{
  enum gasp_chain chain = GASP_CHAIN_REACHED;
  __asm__ volatile ("leaq 0(%%rip), %0\n\tmovq %%rsp, %1\n\tmovq %%rbp, %2"
		    : "=r" (m->ip), "=r" (m->sp), "=r" (m->fp));
  for (int i = 0; i < MAX_STEPS && m->sp < position; i++)
    if ((chain = step (m)) != GASP_CHAIN_REACHED)
      break;
  return m->sp >= position ? GASP_CHAIN_REACHED
	 : chain == GASP_CHAIN_ENDED ? chain : GASP_CHAIN_UNKNOWN;
}

__attribute__ ((noinline)) enum gasp_chain
gasp_call_chain (unsigned long position)
{
  struct pages pages = { .count = 0 };
  struct machine m = { .stack = &pages, .code = &pages };
  return climb (&m, position);
}

__attribute__ ((noinline)) enum gasp_origin
gasp_chain_origin (void)
{
  struct pages pages = { .count = 0 };
  struct machine m = { .stack = &pages, .code = &pages };
  if (climb (&m, ~0ul) == GASP_CHAIN_ENDED)
    return GASP_ORIGIN_CALL;
  return (is_readable (m.code, m.ip) && is_readable (m.code, m.ip + 8)
	  && ends_handler ((const unsigned char *) m.ip)
	  ? GASP_ORIGIN_HANDLER : GASP_ORIGIN_UNKNOWN);
}

__attribute__ ((noinline)) unsigned long
gasp_chain_end (void)
{
  struct pages pages = { .count = 0 };
  struct machine m = { .stack = &pages, .code = &pages };
  return climb (&m, ~0ul) == GASP_CHAIN_ENDED ? m.sp : 0;
}

/* Pages of the stack that a thread found to be readable.  While the stack
   pointer is in one of them, the others are of that stack, too.  LATEST may be
   being written when a sample comes.  */
static __thread struct pages latest
  __attribute__ ((tls_model ("initial-exec"))), latest_of_samples
  __attribute__ ((tls_model ("initial-exec")));

/* Makes PAGES those of the stack at POSITION, if that is in none of them.  */
static void
begin_pages (struct pages *pages, unsigned long position)
{
  if (is_in_pages (pages, position))
    return;
  pages->count = 0;
  add_page (pages, position);
}

/* Returns how far the caller's frame begins behind the stack pointer, by ROW,
   or GASP_GCC_BY_POINTER; 0 if it is found otherwise.  */
static unsigned long
fixed_size (const struct row *row)
{
  enum { WORD = sizeof (long) };
  if (row->cfa_in_memory)
    return 0;
  if (row->cfa_register == STACK_POINTER)
    return row->cfa_offset;
  return (row->cfa_register == FRAME_POINTER && row->cfa_offset == 2 * WORD
	  && row->pointer_rule == SAVED && row->pointer_offset == -2 * WORD
	  ? GASP_GCC_BY_POINTER : 0);
}

unsigned int
gasp_chain_callers (struct gasp_gcc_caller *callers, unsigned int most)
{
  struct pages pages = latest, code = { .count = 0 };
  struct machine m = {
    callers->address, callers->position, callers->pointer, &pages, &code
  };
  begin_pages (&pages, callers->position - sizeof (long));
  unsigned int count = 1;
  struct known known;
  while (count < most && look_up (m.ip, false, &known))
    {
      callers[count - 1].function = m.ip - known.begin;
      callers[count - 1].size = fixed_size (&known.row);
      if (step_by (&m, &known.row) != GASP_CHAIN_REACHED)
	break;
      callers[count++] = (struct gasp_gcc_caller) {
	.address = m.ip, .position = m.sp, .pointer = m.fp
      };
    }
  latest = pages;
  return count;
}

/* Returns whether the stack that the calling handler runs on has room for what
   follows.  What is below an alternate stack may be readable, too.  */
static bool
has_room (void)
{
  enum { ROOM = 2048 };
  unsigned long here = (unsigned long) __builtin_frame_address (0);
  stack_t other;
  long failed;
  __asm__ volatile ("syscall" : "=a" (failed)
		    : "a" (SYS_sigaltstack), "D" (NULL), "S" (&other)
		    : "rcx", "r11", "memory");
  if (!failed && other.ss_flags & SS_ONSTACK)
    return here - (unsigned long) other.ss_sp >= ROOM;
  return (here ^ (here - ROOM)) < PAGE || kernel_reads (here - ROOM);
}

static __attribute__ ((noinline)) unsigned int
find_interrupted (struct gasp_gcc_caller *callers, unsigned int most,
		  int is_innermost, int *is_over)
{
  struct pages code = { .count = 0 };
  struct machine m = {
    callers->address, callers->position, callers->pointer, &latest_of_samples,
    &code
  };
  struct known known;
  unsigned int count = 1;
  /* What the stack pointer points to, or the return address before.  */
  begin_pages (m.stack, callers->position - (is_innermost ? 0 : sizeof (long)));
  /* Any instruction may be the innermost: too many to remember.  */
  bool is_described = is_innermost
		      ? gasp_describe (m.ip, true, &known.row, &known.begin)
		      : look_up (m.ip, true, &known);
  while (count < most)
    {
      enum gasp_chain chain
	= is_described ? step_by (&m, &known.row)
	  : step_by_look (&m, is_innermost && count == 1);
      *is_over = chain == GASP_CHAIN_ENDED;
      if (chain != GASP_CHAIN_REACHED)
	break;
      is_described = look_up (m.ip, true, &known);
      callers[count++] = (struct gasp_gcc_caller) {
	.address = m.ip, .position = m.sp, .pointer = m.fp,
	.function = is_described ? 0 : GASP_GCC_NOT_DESCRIBED
      };
    }
  return count;
}

unsigned int
gasp_chain_interrupted (struct gasp_gcc_caller *callers, unsigned int most,
			int is_innermost, int *is_over)
{
  *is_over = 0;
  if (is_innermost && (gasp_gcc_is_sandboxed () || !has_room ()))
    return 1;
  return find_interrupted (callers, most, is_innermost, is_over);
}

bool
gasp_chain_is_open (const struct gasp_gcc_caller *callers, unsigned int count)
{
  unsigned long word;
  struct machine m = { .stack = &latest_of_samples };
  begin_pages (m.stack, callers->position - sizeof (long));
  for (unsigned int i = 1; i < count; i++)
    if (!read_word (&m, callers[i].position - sizeof (long), &word)
	|| word != callers[i].address)
      return false;
  return true;
}
