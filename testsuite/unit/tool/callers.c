/* What of a stack may be return addresses (callers.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <callers.c>
#include "unit.h"

#include <stdlib.h>
#include <sys/mman.h>

static struct code_range range;

const struct code_range *
gasp_tool_lasting_code (uint64_t address)
{
  return address >= range.start && address < range.end ? &range : NULL;
}

/* Knows no code that may go away.  */
bool
gasp_tool_is_after_loaded_call (uint64_t address)
{
  (void) address;
  return false;
}

#ifdef __x86_64__

/* Writes a call to DISTANCE from CODE + AT, and returns what is behind it.  */
static uint64_t
write_call (unsigned char *code, size_t at, int32_t distance)
{
  code[at] = 0xe8;
  memcpy (code + at + 1, &distance, sizeof distance);
  return (uint64_t) (code + at + 5);
}

/* Returns how many return addresses are found if the stack has just WORD.  */
static int
count_found (uint64_t word)
{
  struct gasp_record_stack found = { .returns = { 0 } };
  uint64_t *stack = aligned_alloc (PAGE, PAGE);
  stack[0] = word;
  const struct interrupted at = { .stack = (uint64_t) stack };
  bool any = gasp_tool_find_returns (&found, &at, (uint64_t) (stack + 1));
  CHECK (any == (found.returns[0] != 0));
  free (stack);
  return any;
}

/* What looks like a call leads anywhere, also where nothing can be read; in
   front of the code nothing is read.  */
static void
test_calls_that_lead_out (void)
{
  unsigned char *code = mmap (NULL, 3 * PAGE, PROT_NONE,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  unsigned char *middle = code + PAGE;
  CHECK (!mprotect (middle, PAGE, PROT_READ | PROT_WRITE));
  range = (struct code_range) {
    .start = (uint64_t) middle, .end = (uint64_t) middle + PAGE
  };
  CHECK_NUMBER (count_found (write_call (middle, 100, 50)), 1);
  CHECK_NUMBER (count_found (write_call (middle, 100, 1 << 30)), 1);
  CHECK_NUMBER (count_found (range.start + 100), 0);
  CHECK_NUMBER (count_found (range.start + 1), 0);
}

UNIT (test_calls_that_lead_out);

#else

static void
test_nothing (void)
{
  struct gasp_record_stack found;
  const struct interrupted at = { .stack = 0 };
  CHECK (!gasp_tool_find_returns (&found, &at, 0));
}

UNIT (test_nothing);

#endif
