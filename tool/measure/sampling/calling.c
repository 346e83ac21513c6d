/* calling.c - modules that may have called what a sample finds.

   SPDX-License-Identifier: Apache-2.0

   Those that were there when the program began stay, so a sample may read their
   code.  Others may be unloaded at any time: the kernel reads their code, and
   what was found there is remembered.  */

#include "measure/sampling/calling.h"
#include "ground/pages.h"
#include "ground/state.h"
#include "after-call.h"
#include "block.h"
#include "hash.h"
#include "syscall.h"
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>

enum { MOST_MODULES = 1000 };

/* CODES, which has room for the most, is null as long as there are none: the
   program may have locked its memory, or be about to.  */
struct list
{
  struct code_range *codes;
  unsigned int count;
};

/* The lasting ones, by address, are written once; of the others one list is in
   force.  A sample that has looked at it for so long that it is written anew
   finds wrong addresses there, which the kernel does not read.  */
static struct list lasting, loaded[2];
static unsigned int in_force;
static bool has_lasting;

/* Addresses in code that may go away, doubled; odd if a call is before the
   address.  */
enum { FOUND = 1024 };
static uint64_t found[FOUND];

/* Adds CODE to LIST, where it belongs.  */
static void
add (struct list *list, const struct code_range *code)
{
  if (!list->codes)
    list->codes = gasp_tool_pages (MOST_MODULES * sizeof *list->codes);
  if (!list->codes || list->count == MOST_MODULES)
    return;
  unsigned int at = list->count++;
  for (; at > 0 && list->codes[at - 1].start > code->start; at--)
    list->codes[at] = list->codes[at - 1];
  list->codes[at] = *code;
}

void
gasp_tool_calling_add (const struct code_range *code, bool is_lasting)
{
  if (!is_lasting)
    add (&loaded[!in_force], code);
  else if (!has_lasting)
    add (&lasting, code);
}

void
gasp_tool_calling_end (void)
{
  __atomic_store_n (&has_lasting, true, __ATOMIC_RELEASE);
  __atomic_store_n (&in_force, !in_force, __ATOMIC_RELEASE);
  loaded[!in_force].count = 0;
  memset (found, 0, sizeof found);
}

/* Returns what LIST has at ADDRESS, or null.  */
static const struct code_range *
find (const struct list *list, uint64_t address)
{
  unsigned int first = 0, last = list->count;
  if (!last || address < list->codes[0].start
      || address >= list->codes[last - 1].end)
    return NULL;
  while (last - first > 1)
    {
      unsigned int middle = (first + last) / 2;
      if (address < list->codes[middle].start)
	last = middle;
      else
	first = middle;
    }
  const struct code_range *code = &list->codes[first];
  return address < code->end ? code : NULL;
}

const struct code_range *
gasp_tool_lasting_code (uint64_t address)
{
  return __atomic_load_n (&has_lasting, __ATOMIC_ACQUIRE)
	 ? find (&lasting, address) : NULL;
}

/* Returns whether a call is before ADDRESS, as far as the kernel can read what
   is there.  */
static bool
check_code (uint64_t address)
{
  unsigned char bytes[GASP_LONGEST_CALL];
  struct iovec from = { (void *) (address - sizeof bytes), sizeof bytes };
  struct iovec to = { bytes, sizeof bytes };
  return ASK_KERNEL (SYS_process_vm_readv, ASK_KERNEL (SYS_getpid), (long) &to,
		     1, (long) &from, 1, 0) == sizeof bytes
	 && gasp_is_after_call (bytes + sizeof bytes);
}

bool
gasp_tool_is_after_loaded_call (uint64_t address)
{
  unsigned int number = __atomic_load_n (&in_force, __ATOMIC_ACQUIRE);
  uint64_t *slot = &found[gasp_mix (address) % FOUND], had = *slot;
  if (gasp_tool_may_be_sandboxed || !find (&loaded[number], address))
    return false;
  if (had >> 1 != address)
    *slot = had = address << 1 | check_code (address);
  return had & 1;
}
