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
#include "gasp_provider.h"
#include "base/state.h"
#include "stack/stacks.h"

enum { FRAME_POINTER = 6, STACK_POINTER = 7, RETURN_ADDRESS = 16 };
enum { UNCHANGED, SAVED, SAVED_BY_POINTER, LOST };

#define MAX_STEPS 400
#define MAX_REMEMBERED 8

/* In libgcc.  */
struct bases
{
  void *text, *data, *function;
};
extern const unsigned int *_Unwind_Find_FDE (void *pc, struct bases *bases);

/* How to find the caller's registers.  */
struct row
{
  signed char cfa_register;
  bool cfa_in_memory;		/* at register + offset, and not that itself */
  unsigned char pointer_rule;	/* of the frame pointer: at CFA +
				   POINTER_OFFSET, or at what it is + that */
  bool outermost;
  int cfa_offset, pointer_offset;
};

/* What is known of the code before IP, in a function that begins so much before
   that: written once.  Reading descriptions takes ten times as long.  */
#define KNOWN 2048		/* a power of 2 */
#define KNOWN_NEAR 4		/* so many are tried */
#define IS_WRITTEN 1		/* in place of IP */
static struct known
{
  unsigned long ip;
  unsigned int begin;
  struct row row;
} all_known[KNOWN];

struct machine
{
  unsigned long ip, sp, fp;
  unsigned long readable[2];	/* pages that were found to be */
};

struct program
{
  const unsigned char *at, *end;
  unsigned long code_factor;
  long data_factor;
  struct row initial, row, remembered[MAX_REMEMBERED];
  int remembers;
  bool understood;
};

static unsigned long
read_uleb (const unsigned char **at)
{
  unsigned long value = 0;
  unsigned int shift = 0;
  do
    value |= (unsigned long) (**at & 0x7f) << shift, shift += 7;
  while (*(*at)++ & 0x80);
  return value;
}

static long
read_sleb (const unsigned char **at)
{
  const unsigned char *begin = *at;
  long value = read_uleb (at);
  unsigned int bits = 7 * (*at - begin);
  if ((*at)[-1] & 0x40 && bits < 64)
    value |= -(1ul << bits);
  return value;
}

static unsigned long
read_fixed (const unsigned char **at, unsigned int size)
{
  unsigned long value = 0;
  memcpy (&value, *at, size);
  *at += size;
  return value;
}

/* ---- What a description says of one address  */

enum opcode
{
  NOP, SET_LOC, ADVANCE1, ADVANCE2, ADVANCE4, OFFSET_EXTENDED,
  RESTORE_EXTENDED, UNDEFINED, SAME_VALUE, REGISTER, REMEMBER, RESTORE_STATE,
  DEF_CFA, DEF_CFA_REGISTER, DEF_CFA_OFFSET, DEF_CFA_EXPRESSION, EXPRESSION,
  OFFSET_EXTENDED_SF, DEF_CFA_SF, DEF_CFA_OFFSET_SF, VAL_OFFSET,
  VAL_OFFSET_SF, VAL_EXPRESSION, ARGS_SIZE = 0x2e
};

static void
saved_at (struct program *p, unsigned long number, long offset)
{
  if (number != FRAME_POINTER)
    return;
  p->row.pointer_rule = SAVED;
  p->row.pointer_offset = offset * p->data_factor;
}

static void
restored (struct program *p, unsigned long number)
{
  if (number != FRAME_POINTER)
    return;
  p->row.pointer_rule = p->initial.pointer_rule;
  p->row.pointer_offset = p->initial.pointer_offset;
}

static void
not_followed (struct program *p, unsigned long number)
{
  if (number == FRAME_POINTER)
    p->row.pointer_rule = LOST;
  if (number == RETURN_ADDRESS)
    p->row.outermost = true;
}

static void
skip_block (struct program *p)
{
  unsigned long size = read_uleb (&p->at);
  p->at += size;
}

static void
remember (struct program *p)
{
  if (p->remembers == MAX_REMEMBERED)
    p->understood = false;
  else
    p->remembered[p->remembers++] = p->row;
}

static void
recall (struct program *p)
{
  if (p->remembers == 0)
    p->understood = false;
  else
    p->row = p->remembered[--p->remembers];
}

/* Runs an expression.  If it is a register and a number, with LAST after
   them unless that is 0, the register, and the number to OFFSET; -1 if
   not.  */
static int
run_expression (struct program *p, int *offset, unsigned int last)
{
  enum { BREG0 = 0x70, BREG31 = 0x8f };
  unsigned long size = read_uleb (&p->at);
  const unsigned char *end = p->at + size, *at = p->at;
  p->at = end;
  if (size < 2 || *at < BREG0 || *at > BREG31)
    return -1;
  int number = *at++ - BREG0;
  *offset = read_sleb (&at);
  if (last && at < end && *at == last)
    at++;
  else if (last)
    return -1;
  return at == end ? number : -1;
}

static void
saved_at_expression (struct program *p)
{
  int offset;
  if (run_expression (p, &offset, 0) != FRAME_POINTER)
    p->row.pointer_rule = LOST;
  else
    {
      p->row.pointer_rule = SAVED_BY_POINTER;
      p->row.pointer_offset = offset;
    }
}

/* Runs OP if it is an instruction about the CFA, and returns whether it is
   one.  */
static bool
run_cfa (struct program *p, unsigned int op)
{
  enum { DEREF = 6 };
  switch (op)
    {
    case DEF_CFA: case DEF_CFA_SF:
      p->row.cfa_in_memory = false;
      p->row.cfa_register = read_uleb (&p->at);
      p->row.cfa_offset = op == DEF_CFA ? (long) read_uleb (&p->at)
			  : read_sleb (&p->at) * p->data_factor;
      return true;
    case DEF_CFA_REGISTER:
      p->row.cfa_register = read_uleb (&p->at);
      return true;
    case DEF_CFA_OFFSET:
      p->row.cfa_offset = read_uleb (&p->at);
      return true;
    case DEF_CFA_OFFSET_SF:
      p->row.cfa_offset = read_sleb (&p->at) * p->data_factor;
      return true;
    case DEF_CFA_EXPRESSION:
      p->row.cfa_register = run_expression (p, &p->row.cfa_offset, DEREF);
      p->row.cfa_in_memory = true;
      return true;
    }
  return false;
}

/* Runs OP, an instruction about other registers.  */
static void
run_rule (struct program *p, unsigned int op)
{
  unsigned long number = read_uleb (&p->at);
  switch (op)
    {
    case OFFSET_EXTENDED: saved_at (p, number, read_uleb (&p->at)); break;
    case OFFSET_EXTENDED_SF: saved_at (p, number, read_sleb (&p->at)); break;
    case RESTORE_EXTENDED: restored (p, number); break;
    case SAME_VALUE: restored (p, number); break;
    case UNDEFINED: not_followed (p, number); break;
    case REGISTER: case VAL_OFFSET: case VAL_OFFSET_SF:
      not_followed (p, number);
      read_uleb (&p->at);
      break;
    case EXPRESSION: case VAL_EXPRESSION:
      if (op == EXPRESSION && number == FRAME_POINTER)
	{
	  saved_at_expression (p);
	  break;
	}
      not_followed (p, number);
      if (number == RETURN_ADDRESS)
	p->understood = false;
      skip_block (p);
      break;
    case ARGS_SIZE: break;
    default: p->understood = false;
    }
}

static void
run_extended (struct program *p, unsigned int op, unsigned long *location)
{
  switch (op)
    {
    case NOP: break;
    case ADVANCE1: case ADVANCE2: case ADVANCE4:
      *location += read_fixed (&p->at, 1 << (op - ADVANCE1)) * p->code_factor;
      break;
    case REMEMBER: remember (p); break;
    case RESTORE_STATE: recall (p); break;
    default:
      if (!run_cfa (p, op))
	run_rule (p, op);
    }
}

/* Runs P up to its end, or to the instruction after ADDRESS, from
   LOCATION.  */
static void
run (struct program *p, unsigned long location, unsigned long address)
{
  while (p->at < p->end && p->understood && location < address)
    {
      unsigned int op = *p->at++, low = op & 0x3f;
      switch (op >> 6)
	{
	case 0: run_extended (p, low, &location); break;
	case 1: location += low * p->code_factor; break;
	case 2: saved_at (p, low, read_uleb (&p->at)); break;
	case 3: restored (p, low); break;
	}
    }
}

/* Returns how many bytes an address takes in ENCODING; 0 if that is not
   fixed.  */
static unsigned int
encoded_size (unsigned int encoding)
{
  static const unsigned char sizes[8] = { 8, 0, 2, 4, 8, 0, 0, 0 };
  return sizes[encoding & 7];
}

/* Returns how addresses are encoded, according to LETTERS and what they stand
   for at DATA; -1 if that is not understood.  */
static int
address_encoding (const char *letters, const unsigned char *data)
{
  for (; *letters; letters++)
    switch (*letters)
      {
      case 'R': return *data;
      case 'L': data++; break;
      case 'P': data += 1 + encoded_size (*data); break;
      case 'S': case 'B': break;
      default: return -1;
      }
  return 0;
}

/* Reads the common part, CIE, of a description: factors, and the instructions
   it begins with.  Returns the size of the others' addresses, or 0.  */
static unsigned int
read_common (struct program *p, const unsigned int *cie, bool *augmented)
{
  const char *letters = (const char *) cie + 9;
  const unsigned char *at = (const unsigned char *) letters
			    + strlen (letters) + 1;
  p->end = (const unsigned char *) cie + sizeof *cie + *cie;
  p->code_factor = read_uleb (&at);
  p->data_factor = read_sleb (&at);
  if (read_uleb (&at) != RETURN_ADDRESS)
    return 0;
  *augmented = *letters == 'z';
  if (*letters && !*augmented)
    return 0;
  unsigned long size = *augmented ? read_uleb (&at) : 0;
  int encoding = address_encoding (letters + *augmented, at);
  p->at = at + size;
  return encoding < 0 ? 0 : encoded_size (encoding);
}

/* Finds the rule for the caller of the code before IP.  False if there is
   none.  */
static bool
describe (unsigned long ip, struct known *known)
{
  struct bases bases;
  struct program p = { .understood = true };
  bool augmented;
  const unsigned int *fde = _Unwind_Find_FDE ((void *) (ip - 1), &bases);
  if (!fde)
    return false;
  const unsigned int *cie = fde + 1 - fde[1] / sizeof *fde;
  unsigned int size = read_common (&p, cie, &augmented);
  if (size == 0)
    return false;
  unsigned long function = (unsigned long) bases.function;
  run (&p, function, ip);
  p.initial = p.row;
  p.at = (const unsigned char *) (fde + 2) + 2 * size;
  p.end = (const unsigned char *) (fde + 1) + *fde;
  if (augmented)
    skip_block (&p);
  run (&p, function, ip);
  *known = (struct known) { ip, (unsigned int) (ip - function), p.row };
  return p.understood;
}

/* Returns whether the code before IP is known, and sets *SLOT to where that is
   kept, or can be; to null if there is no room.  */
static bool
is_known (unsigned long ip, struct known **slot)
{
  for (unsigned int i = 0; i < KNOWN_NEAR; i++)
    {
      *slot = &all_known[((ip ^ ip >> 11) + i) % KNOWN];
      unsigned long its = __atomic_load_n (&(*slot)->ip, __ATOMIC_ACQUIRE);
      if (its == ip || !its)
	return its == ip;
    }
  *slot = NULL;
  return false;
}

/* Sets *KNOWN to what is known of the code before IP.  False if that is
   nothing.  */
static bool
look_up (unsigned long ip, struct known *known)
{
  struct known *slot;
  unsigned long none = 0;
  if (is_known (ip, &slot))
    {
      *known = *slot;
      return true;
    }
  if (!describe (ip, known))
    return false;
  if (slot && __atomic_compare_exchange_n (&slot->ip, &none, IS_WRITTEN, false,
					   __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    {
      slot->begin = known->begin;
      slot->row = known->row;
      __atomic_store_n (&slot->ip, ip, __ATOMIC_RELEASE);
    }
  return true;
}

/* ---- Stepping  */

#define PAGE 4096ul

/* Returns whether the kernel can read the word at ADDRESS, in a call that it
   refuses to do anything for; Valgrind would report that one.  */
static bool
kernel_reads (unsigned long address)
{
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
is_readable (struct machine *m, unsigned long address)
{
  unsigned long *known = &m->readable[(address & PAGE) != 0];
  if ((address & -PAGE) == *known)
    return true;
  if (gasp_gcc_is_sandboxed () || !kernel_reads (address))
    return false;
  *known = address & -PAGE;
  return true;
}

static bool
read_word (struct machine *m, unsigned long address, unsigned long *word)
{
  if (address % sizeof *word || !is_readable (m, address))
    return false;
  *word = *(const unsigned long *) address;
  return true;
}

/* Returns whether the code before IP is a call: through a register or memory,
   in the forms of different lengths, or of an address.  */
static bool
is_behind_call (const unsigned char *ip)
{
  static const unsigned char length_of_mode[4] = { 2, 3, 6, 2 };
  if (ip[-5] == 0xe8)
    return true;
  for (int length = 2; length <= 7; length++)
    {
      unsigned int operand = ip[1 - length];
      unsigned int mode = operand >> 6, base = operand & 7;
      if (ip[-length] != 0xff || (operand >> 3 & 7) != 2)
	continue;
      int wanted = length_of_mode[mode] + (mode != 3 && base == 4)
		   + (mode == 0 && base == 5 ? 4 : 0);
      if (wanted == length || (mode == 0 && base == 4 && length == 7))
	return true;
    }
  return false;
}

/* Returns whether IP is in the code that the kernel has handlers return to.  */
static bool
ends_handler (const unsigned char *ip)
{
  static const unsigned char code[]
    = { 0x48, 0xc7, 0xc0, SYS_rt_sigreturn, 0, 0, 0, 0x0f, 0x05 };
  return memcmp (ip, code, sizeof code) == 0;
}

/* Returns whether there is a caller, by the code that M returns to.  */
static enum gasp_chain
look_at_return (struct machine *m)
{
  const unsigned char *ip = (const unsigned char *) m->ip;
  struct known *slot;
  if (is_known (m->ip, &slot))
    return GASP_CHAIN_REACHED;
  if (!is_readable (m, m->ip - 8) || !is_readable (m, m->ip + 8))
    return GASP_CHAIN_ENDED;
  if (is_behind_call (ip))
    return GASP_CHAIN_REACHED;
  return ends_handler (ip) ? GASP_CHAIN_UNKNOWN : GASP_CHAIN_ENDED;
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

/* Goes to the caller, by what is KNOWN of the code.  */
static enum gasp_chain
step_by (struct machine *m, const struct known *known)
{
  struct row row = known->row;
  if (row.outermost)
    return GASP_CHAIN_ENDED;
  unsigned long cfa = find_cfa (m, &row);
  if (cfa <= m->sp)
    return GASP_CHAIN_UNKNOWN;
  m->sp = cfa;
  if (!read_word (m, cfa - sizeof m->ip, &m->ip))
    return GASP_CHAIN_UNKNOWN;
  unsigned long from = row.pointer_rule == SAVED_BY_POINTER ? m->fp : cfa;
  if (row.pointer_rule == LOST)
    m->fp = 0;
  else if (row.pointer_rule != UNCHANGED
	   && !read_word (m, from + row.pointer_offset, &m->fp))
    return GASP_CHAIN_UNKNOWN;
  return look_at_return (m);
}

static enum gasp_chain
step (struct machine *m)
{
  struct known known;
  return describe (m->ip, &known) ? step_by (m, &known) : GASP_CHAIN_UNKNOWN;
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
  struct machine m = { .readable = { 1, 1 } };
  return climb (&m, position);
}

__attribute__ ((noinline)) enum gasp_origin
gasp_chain_origin (void)
{
  struct machine m = { .readable = { 1, 1 } };
  if (climb (&m, ~0ul) == GASP_CHAIN_ENDED)
    return GASP_ORIGIN_CALL;
  return (is_readable (&m, m.ip) && is_readable (&m, m.ip + 8)
	  && ends_handler ((const unsigned char *) m.ip)
	  ? GASP_ORIGIN_HANDLER : GASP_ORIGIN_UNKNOWN);
}

__attribute__ ((noinline)) unsigned long
gasp_chain_end (void)
{
  struct machine m = { .readable = { 1, 1 } };
  return climb (&m, ~0ul) == GASP_CHAIN_ENDED ? m.sp : 0;
}

/* Pages that a thread found to be readable, when it last had its stack in that
   of WHERE.  */
static __thread struct { unsigned long where, readable[2]; } latest
  __attribute__ ((tls_model ("initial-exec")));

unsigned int
gasp_chain_callers (struct gasp_gcc_caller *callers, unsigned int most)
{
  unsigned long page = (callers->position - sizeof (long)) & -PAGE;
  struct machine m = { callers->address, callers->position, callers->pointer,
		       { 1, 1 } };
  if (latest.where == page)
    memcpy (m.readable, latest.readable, sizeof m.readable);
  m.readable[(page & PAGE) != 0] = page;
  unsigned int count = 1;
  struct known known;
  while (count < most && look_up (m.ip, &known))
    {
      callers[count - 1].function = m.ip - known.begin;
      if (step_by (&m, &known) != GASP_CHAIN_REACHED)
	break;
      callers[count++] = (struct gasp_gcc_caller) { m.ip, 0, m.sp, m.fp };
    }
  memcpy (latest.readable, m.readable, sizeof m.readable);
  latest.where = page;
  return count;
}
