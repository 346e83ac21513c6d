/* rows.c - what the description of a program's frames says of an address.

   SPDX-License-Identifier: Apache-2.0

   Of .eh_frame, only what is about the stack pointer, the frame pointer and the
   return address.  */

#define _GNU_SOURCE
#include <string.h>
#include "rows.h"

enum { RETURN_ADDRESS = 16 };
#define MAX_REMEMBERED 8

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

/* Reads the expression that is next in P.  If it is the sum of a register and a
   number, followed by the operation LAST unless that is 0, returns the register
   and sets *OFFSET to the number; else returns -1.  */
static int
read_sum (struct program *p, int *offset, unsigned int last)
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
  if (read_sum (p, &offset, 0) != FRAME_POINTER)
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
      p->row.cfa_register = read_sum (p, &p->row.cfa_offset, DEREF);
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

/* ---- Which description  */

/* As in the C library from version 2.35 on.  */
struct dl_find_object;
struct found_object
{
  unsigned long long flags;
  const char *begin, *end;
  void *map;
  const char *headers;
  unsigned long long reserved[8];
};
extern int _dl_find_object (void *pc, struct dl_find_object *result)
  __attribute__ ((weak));

/* In libgcc.  */
struct bases
{
  void *text, *data, *function;
};
extern const unsigned int *_Unwind_Find_FDE (void *pc, struct bases *bases);

/* A row of the table of descriptions: both from its beginning on.  */
struct table_row
{
  int function, description;
};

/* Returns the description of the code at PC in the table at HEADERS, if that is
   as linkers write it, and sets *FUNCTION to where its function begins; or
   null.  */
static const unsigned int *
find_in_table (const char *headers, unsigned long pc, unsigned long *function)
{
  static const unsigned char usual[4] = { 1, 0x1b, 0x03, 0x3b };
  const struct table_row *rows = (const void *) (headers + 12);
  long wanted = (long) (pc - (unsigned long) headers);
  unsigned int first = 0, last;
  memcpy (&last, headers + 8, sizeof last);
  if (memcmp (headers, usual, sizeof usual) || !last
      || rows[0].function > wanted)
    return NULL;
  while (last - first > 1)
    {
      unsigned int middle = first + (last - first) / 2;
      if (rows[middle].function <= wanted)
	first = middle;
      else
	last = middle;
    }
  *function = (unsigned long) (headers + rows[first].function);
  return (const void *) (headers + rows[first].description);
}

/* Returns the description of the code at PC, which may not be of it, and sets
   *FUNCTION; or null.  */
static const unsigned int *
find_description (unsigned long pc, bool in_handler, unsigned long *function)
{
  struct found_object object;
  struct bases bases;
  if (_dl_find_object
      && !_dl_find_object ((void *) pc, (struct dl_find_object *) &object)
      && object.headers)
    return find_in_table (object.headers, pc, function);
  if (in_handler)
    return NULL;
  const unsigned int *found = _Unwind_Find_FDE ((void *) pc, &bases);
  *function = (unsigned long) bases.function;
  return found;
}

bool
gasp_describe (unsigned long ip, bool in_handler, struct row *row,
	       unsigned int *begin)
{
  struct program p = { .understood = true };
  unsigned long function;
  bool augmented;
  const unsigned int *fde = find_description (ip - 1, in_handler, &function);
  if (!fde)
    return false;
  const unsigned int *cie = fde + 1 - fde[1] / sizeof *fde;
  unsigned int size = read_common (&p, cie, &augmented);
  const unsigned char *range = (const unsigned char *) (fde + 2) + size;
  if (size == 0 || ip - 1 - function >= read_fixed (&range, size))
    return false;
  run (&p, function, ip);
  p.initial = p.row;
  p.at = range;
  p.end = (const unsigned char *) (fde + 1) + *fde;
  if (augmented)
    skip_block (&p);
  run (&p, function, ip);
  *row = p.row;
  *begin = (unsigned int) (ip - function);
  return p.understood;
}
