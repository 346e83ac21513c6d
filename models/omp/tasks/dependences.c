/* dependences.c - dependences of explicit tasks.

   SPDX-License-Identifier: Apache-2.0

   Only siblings depend on one another, and one thread creates them: so the list
   of a task's children is that thread's.  */

#include "tasks/dependences.h"
#include "raise.h"

#include <stdlib.h>
#include <string.h>

struct dependent {
  struct dependent *next;
  struct task *task;
  unsigned int number;
  ompt_dependence_t on[];
};

static bool
is_writing (ompt_dependence_type_t type)
{
  return type != ompt_dependence_type_in;
}

static bool
depends (const struct dependent *earlier, const ompt_dependence_t *on,
	 unsigned int number)
{
  for (unsigned int i = 0; i < number; i++)
    for (unsigned int j = 0; j < earlier->number; j++)
      if (on[i].variable.ptr == earlier->on[j].variable.ptr
	  && (is_writing (on[i].dependence_type)
	      || is_writing (earlier->on[j].dependence_type)))
	return true;
  return false;
}

static void
forget_dependent (struct thread *thread, struct dependent **link)
{
  struct dependent *d = *link;
  *link = d->next;
  gasp_omp_task_release (thread, d->task);
  free (d);
}

void
gasp_omp_drop_dependents (struct thread *thread, struct task *parent)
{
  while (parent->dependents)
    forget_dependent (thread, &parent->dependents);
}

/* Reports which of its unfinished siblings TASK depends on.  */
static void
tell_pairs (struct thread *thread, struct task *task,
	    const ompt_dependence_t *on, unsigned int number)
{
  struct dependent **link = &task->parent->dependents;
  while (*link)
    if (__atomic_load_n (&(*link)->task->done, __ATOMIC_ACQUIRE))
      forget_dependent (thread, link);
    else
      {
	if (depends (*link, on, number))
	  RAISE (ompt_callback_task_dependence, DATA ((*link)->task),
		 DATA (task));
	link = &(*link)->next;
      }
  struct dependent *d = malloc (sizeof *d + number * sizeof *on);
  if (!d)
    return;
  *d = (struct dependent) { NULL, task, number };
  memcpy (d->on, on, number * sizeof *on);
  task_keep (task);
  *link = d;
}

/* Returns the type of a dependence by an omp_depend_t, which has an address,
   and a KIND.  */
static ompt_dependence_type_t
type_of_object (uintptr_t kind)
{
  switch (kind)
    {
    case 1: return ompt_dependence_type_in;
    case 2: return ompt_dependence_type_out;
    case 3: return ompt_dependence_type_inout;
    case 4: return ompt_dependence_type_mutexinoutset;
    default: return ompt_dependence_type_inoutset;
    }
}

/* The argument DEPEND: the number, that of out and inout, and the addresses; or
   0 and four numbers, and omp_depend_t objects at the end.  The compiler does
   not distinguish out from inout.  */
struct depends {
  uintptr_t number, out, mutex, in;
  void **addresses;
};

static struct depends
depends_of (void **depend)
{
  const uintptr_t *n = (uintptr_t *) depend;
  if (n[0])
    return (struct depends) { n[0], n[1], 0, n[0] - n[1], depend + 2 };
  return (struct depends) { n[1], n[2], n[3], n[4], depend + 5 };
}

static ompt_dependence_t
dependence_at (const struct depends *d, uintptr_t i)
{
  void *address = d->addresses[i];
  if (i >= d->out + d->mutex + d->in)
    {
      const uintptr_t *object = address;
      return (ompt_dependence_t) { { object[0] }, type_of_object (object[1]) };
    }
  return (ompt_dependence_t) {
    { (uintptr_t) address },
    i < d->out ? ompt_dependence_type_inout
    : i < d->out + d->mutex ? ompt_dependence_type_mutexinoutset
			    : ompt_dependence_type_in
  };
}

#define DEPENDENCES_MOST 4096

void
gasp_omp_tell_dependences (struct thread *thread, struct task *task,
			   void **depend)
{
  bool pairs = is_wanted (ompt_callback_task_dependence);
  if (!depend || !(pairs || is_wanted (ompt_callback_dependences)))
    return;
  struct depends d = depends_of (depend);
  uintptr_t number = d.number < DEPENDENCES_MOST ? d.number : DEPENDENCES_MOST;
  ompt_dependence_t on[number + 1];
  for (uintptr_t i = 0; i < number; i++)
    on[i] = dependence_at (&d, i);
  RAISE (ompt_callback_dependences, DATA (task), on, (int) number);
  if (pairs)
    tell_pairs (thread, task, on, number);
}
