/* passes.c - passes through the loaded objects, and forks: see passes.h.

   SPDX-License-Identifier: Apache-2.0  */

#include <sched.h>
#include "process/passes.h"

/* How many threads go through the loaded objects, and fork.  The child of a
   fork meanwhile would wait for the loader's lock for ever.  Each waits for the
   other, but not for long: it may have what that one needs.  */
static int passes, forks;	/* atomic */
enum { MOST_YIELDS = 10000 };

static void
wait_while (const int *any)
{
  for (int i = 0; i < MOST_YIELDS && __atomic_load_n (any, __ATOMIC_SEQ_CST);
       i++)
    sched_yield ();
}

void
gasp_pass_begins (void)
{
  wait_while (&forks);
  __atomic_add_fetch (&passes, 1, __ATOMIC_SEQ_CST);
  if (!__atomic_load_n (&forks, __ATOMIC_SEQ_CST))
    return;
  __atomic_sub_fetch (&passes, 1, __ATOMIC_SEQ_CST);
  wait_while (&forks);
  __atomic_add_fetch (&passes, 1, __ATOMIC_SEQ_CST);
}

void
gasp_pass_ends (void)
{
  __atomic_sub_fetch (&passes, 1, __ATOMIC_SEQ_CST);
}

void
gasp_passes_fork_begins (void)
{
  __atomic_add_fetch (&forks, 1, __ATOMIC_SEQ_CST);
  wait_while (&passes);
}

void
gasp_passes_fork_parent (void)
{
  __atomic_sub_fetch (&forks, 1, __ATOMIC_SEQ_CST);
}

void
gasp_passes_fork_child (void)
{
  passes = forks = 0;
}
