/* state.c - what all of libgasp knows of the process.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/state.h"

bool gasp_active, gasp_allocations_wanted, gasp_verbose, gasp_sandboxed;
bool gasp_may_be_sandboxed;
bool gasp_has_valgrind;
pid_t gasp_process;
struct gasp_gcc_recorder gasp_recorder;
const gasp_gcc_word *gasp_known_blocks;
int (*gasp_knows_block) (const void *block);
bool (*gasp_begin_late) (unsigned long position);
void (*gasp_begin_process) (void);
int gasp_exit_state;
unsigned long gasp_unmatched_ends;

struct gasp_attachment gasp_gcc_attachment = {
  .version = GASP_ATTACH_VERSION, .size = sizeof gasp_gcc_attachment
};

/* ---- Which events are wanted  */

/* Events that the tool does without, by tag.  */
static unsigned char left_out[GASP_GCC_TAGS / 8];
static bool any_left_out;

static bool
are_allocations_left_out (void)
{
  return (gasp_is_left_out (GASP_C_MALLOC) && gasp_is_left_out (GASP_C_REALLOC)
	  && gasp_is_left_out (GASP_C_FREE));
}

void
gasp_set_active (bool on)
{
  gasp_active = on;
  gasp_allocations_wanted = on && !are_allocations_left_out ();
}

void
gasp_gcc_leave_out (unsigned int tag)
{
  if (tag >= GASP_GCC_TAGS)
    return;
  __atomic_or_fetch (&left_out[tag / 8], 1 << tag % 8, __ATOMIC_RELAXED);
  any_left_out = true;
  gasp_set_active (gasp_active);
}

/* Sets what allocations are sampled by.  A thread that sees only one of the
   two changes reports a call too many.  */
void
gasp_gcc_sample_allocations (const gasp_gcc_word *filter,
			     int (*knows) (const void *former),
			     void (*allocation) (gasp_context_t context,
						 gasp_evttype_t type,
						 struct gasp_gcc_allocation *))
{
  __atomic_store_n (&gasp_recorder.allocation, allocation, __ATOMIC_RELEASE);
  gasp_knows_block = knows;
  __atomic_store_n (&gasp_known_blocks, filter, __ATOMIC_RELEASE);
}

struct gasp_gcc_allocator gasp_allocator;

void
gasp_gcc_use_allocator (const struct gasp_gcc_allocator *allocator)
{
  gasp_allocator = *allocator;
}

bool
gasp_is_left_out (unsigned int tag)
{
  return (unlikely (any_left_out) && tag < GASP_GCC_TAGS
	  && left_out[tag / 8] >> tag % 8 & 1);
}

void
gasp_leave_nothing_out (void)
{
  memset (left_out, 0, sizeof left_out);
  any_left_out = false;
}

void
gasp_gcc_sandbox (int on)
{
  gasp_sandboxed = on;
  gasp_may_be_sandboxed |= on;
}

/* ---- Which process it is  */

/* Where the kernel clears no memory on fork, no process looks like a copy.  */
static volatile char always = 1;
volatile char *gasp_process_mark = &always;

static void
put_mark (void)
{
  size_t size = getpagesize ();
  char *page = mmap (NULL, size, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED)
    return;
  if (madvise (page, size, MADV_WIPEONFORK) < 0)
    munmap (page, size);
  else
    gasp_process_mark = page;
}

bool
gasp_was_not_copied (void)
{
  return gasp_process_mark == &always ? getpid () == gasp_process
				      : *gasp_process_mark;
}

bool
gasp_is_vforked (void)
{
  return !gasp_sandboxed && gasp_was_not_copied () && getpid () != gasp_process;
}

void
gasp_this_is_the_process (void)
{
  gasp_process = getpid ();
  if (gasp_process_mark == &always)
    put_mark ();
  *gasp_process_mark = 1;
}
