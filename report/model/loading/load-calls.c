/* load-calls.c - where calls may lead, by the machine's instructions.

   SPDX-License-Identifier: Apache-2.0

   A function that ends with a call jumps there: what that returns to is after
   a call of the function that jumped.

     call  jv_mem_free
     jv_mem_free: jmp free@plt

   Where instructions begin is not known: bytes that are by chance as those of a
   jump are taken for one.  */

#include "model/addresses.h"
#include "model/loading/load.h"
#include "model/sampling.h"

#include <string.h>

enum { DISTANCE = 4, CALL = 0xe8 };	/* of x86-64 */

/* Returns where the distance at BYTES, which are at ADDRESS, leads to.  */
static uint64_t
target_of (const unsigned char *bytes, uint64_t address)
{
  int32_t distance;
  memcpy (&distance, bytes, sizeof distance);
  return address + DISTANCE + (uint64_t) (int64_t) distance;
}

uint64_t
called_before (const struct process *process, uint64_t address)
{
  const unsigned char *code
    = bytes_at (process, address - DISTANCE - 1, DISTANCE + 1);
  return code && *code == CALL ? target_of (code + 1, address - DISTANCE) : 0;
}

/* Returns whether SYMBOL is of jumps by way of the linker's table.  */
static bool
is_linkage (const struct symbol *symbol)
{
  return symbol && !*symbol->name;
}

bool
is_way_out (struct loading *loading, uint64_t pc)
{
  uint32_t number = code_at (loading, pc);	/* which may move CODES */
  return is_executable (module_of (loading->process, pc))
	 && is_linkage (loading->sampling->codes[number].symbol);
}

/* Returns whether the bytes at AT of CODE are a jump through a pointer, but not
   one that a switch has computed or has in a table, nor the end of a
   distance.  */
static bool
is_indirect_jump (const unsigned char *code, uint64_t at)
{
  enum { FIELD = 7, JUMP_FIELD = 4, INDEXED = 4, REGISTER = 3, NOTRACK = 0x3e,
	 ADD = 0x01, LONGEST = 5 };
  unsigned int mode = code[at + 1] >> 6, base = code[at + 1] & FIELD;
  if (code[at] != 0xff || (code[at + 1] >> 3 & FIELD) != JUMP_FIELD || !at
      || code[at - 1] == 0xff || (!mode && base == INDEXED))
    return false;
  if (mode != REGISTER || at < LONGEST)
    return true;
  at -= code[at - 1] == NOTRACK;
  return (code[at - 3] & 0xf8) != 0x48 || (code[at - 2] & ~2) != ADD;
}

/* Returns whether the bytes at AT of CODE are a jump to a distance.  */
static bool
is_jump (const unsigned char *code, uint64_t at)
{
  return code[at] == 0xe9
	 || (at && code[at - 1] == 0x0f && code[at] >> 4 == 8);
}

/* Functions that jump to one another are followed as far as this.  */
enum { MOST_JUMPS = 100 };

static bool may_leave (struct loading *loading, uint64_t pc, int jumps);

/* Returns whether the function from START up to END may jump to another module,
   or to a function that does.  JUMPS is how many have been followed so far.  */
static bool
may_jump_out (struct loading *loading, uint64_t start, uint64_t end, int jumps)
{
  const unsigned char *code = bytes_at (loading->process, start, end - start);
  const struct module *module = module_of (loading->process, start);
  for (uint64_t i = 0; code && i + 1 < end - start; i++)
    {
      if (is_indirect_jump (code, i))
	return true;
      if (i + DISTANCE >= end - start || !is_jump (code, i))
	continue;
      uint64_t target = target_of (code + i + 1, start + i + 1);
      if ((target < start || target >= end)
	  && module_of (loading->process, target) == module
	  && (target = start_of_function (loading, target)) != 0
	  && may_leave (loading, target, jumps + 1))
	return true;
    }
  return false;
}

/* Returns whether a call of PC, which so many JUMPS have led to, may lead out
   of its module.  */
static bool
may_leave (struct loading *loading, uint64_t pc, int jumps)
{
  struct sampling *s = loading->sampling;
  const struct module *module = module_of (loading->process, pc);
  uint32_t number = code_at (loading, pc);
  const struct symbol *symbol = s->codes[number].symbol;
  if (!module || !symbol || is_linkage (symbol))
    return true;
  if (!s->codes[number].was_searched && jumps < MOST_JUMPS)
    {
      s->codes[number].was_searched = true;	/* they may jump in a circle */
      bool is_out = may_jump_out (loading, symbol->start + module->bias,
				  symbol->end + module->bias, jumps);
      s->codes[number].jumps_out = is_out;
    }
  return s->codes[number].jumps_out;
}

bool
may_lead_out (struct loading *loading, uint64_t address)
{
  uint64_t called = called_before (loading->process, address);
  return !called || may_leave (loading, called, 0);
}
