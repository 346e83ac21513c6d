/* outlined.c - places in functions that GCC makes of constructs.

   SPDX-License-Identifier: Apache-2.0  */

#include "outlined.h"
#include "state.h"

static const void *
begin_of (void (*fn) (void *))
{
  return fn ? (const char *) (uintptr_t) fn + 1 : NULL;
}

const void *
gasp_omp_outlined_place (void)
{
  const struct thread *thread = gasp_omp_thread;
  const struct task *task = thread ? thread->current : NULL;
  return !task ? NULL
	 : begin_of (task->fn || !task->parallel ? task->fn
						 : task->parallel->fn);
}

/* Returns the parallel region that has the built-in consumer's WORD.  */
static const struct parallel *
region_of (const ompt_data_t *word)
{
  return (const struct parallel *) (word - 1);
}

const void *
gasp_omp_region_returns_to (const ompt_data_t *word)
{
  return region_of (word)->place;
}

const void *
gasp_omp_region_runs (const ompt_data_t *word)
{
  return begin_of (region_of (word)->fn);
}
