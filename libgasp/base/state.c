/* state.c - what all of libgasp knows of the process.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>
#include "base/state.h"

bool gasp_active, gasp_allocations_wanted, gasp_verbose, gasp_confined;
pid_t gasp_process;
struct gasp_gcc_recorder gasp_recorder;
bool (*gasp_begin_late) (unsigned long position);
void (*gasp_begin_process) (void);
int gasp_exit_state;
unsigned long gasp_unmatched_ends;

struct gasp_attachment gasp_gcc_attachment = {
  .version = GASP_ATTACH_VERSION, .size = sizeof gasp_gcc_attachment
};

/* ---- Which events are wanted  */

/* Events that the tool does without, by bits of their tags.  */
static gasp_gcc_word left_out;
#define ALLOCATIONS \
  (1ul << GASP_C_MALLOC | 1ul << GASP_C_REALLOC | 1ul << GASP_C_FREE)

void
gasp_set_active (bool on)
{
  gasp_active = on;
  gasp_allocations_wanted = on && !(left_out & ALLOCATIONS);
}

void
gasp_gcc_leave_out (gasp_gcc_word tags)
{
  __atomic_or_fetch (&left_out, tags, __ATOMIC_RELAXED);
  gasp_set_active (gasp_active);
}

bool
gasp_is_left_out (unsigned int tag)
{
  return tag < 64 && left_out >> tag & 1;
}

void
gasp_leave_nothing_out (void)
{
  left_out = 0;
}

void
gasp_gcc_confine (int on)
{
  gasp_confined = on;
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
  return !gasp_confined && gasp_was_not_copied () && getpid () != gasp_process;
}

void
gasp_this_is_the_process (void)
{
  gasp_process = getpid ();
  if (gasp_process_mark == &always)
    put_mark ();
  *gasp_process_mark = 1;
}
