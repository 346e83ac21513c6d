/* task.h - explicit tasks, between the files of this folder.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_OMP_TASK_H
#define GASP_OMP_TASK_H

#include "calls.h"
#include "raise.h"

/* GOMP_task's flags.  */
enum {
  FLAG_UNTIED = 1,
  FLAG_FINAL = 2,
  FLAG_MERGEABLE = 4,
  FLAG_DEPEND = 8,
  FLAG_UP = 256,
  FLAG_GRAINSIZE = 512,
  FLAG_IF = 1024,
  FLAG_NOGROUP = 2048,
  FLAG_REDUCTION = 4096,
  FLAG_DETACH = 8192
};

struct head {
  union {
    struct {
      long start, end;
    };
    const void *event;
  };
  void *reductions;
  void (*fn) (void *);
  struct task *task;		/* null: to be made when the task begins */
  const struct creation *creation; /* valid while the construct runs */
  long block;			/* where the program's block is from here */
  bool loop;
};

/* The data that copies have in common.  */
struct creation {
  struct task *parent;
  void (*fn) (void *);
  void (*copy) (void *, void *);
  void *data;
  long size;
  int flags;
  const void *place;
  struct task *task;		/* null: each copy has its own */
  long block;			/* as in the head */
};

INLINE void
tell_schedule (struct task *prior, ompt_task_status_t status,
	       struct task *next)
{
  RAISE (ompt_callback_task_schedule, DATA (prior), status,
	 DATA_OR_NULL (next));
}

/* Returns the alignment of the whole block, whose data have ALIGN.  */
INLINE long
whole_alignment (long align)
{
  return align < (long) _Alignof (struct head) ? (long) _Alignof (struct head)
					       : align;
}

/* Returns the length of the head of a block with alignment ALIGN.  */
INLINE long
head_size (long align)
{
  return (sizeof (struct head) + align - 1) & -align;
}

INLINE int
flags_of (unsigned int flags, bool if_clause, const struct task *parent)
{
  unsigned int result = ompt_task_explicit;
  if (!if_clause || parent->flags & (ompt_task_final | ompt_task_initial))
    result |= ompt_task_undeferred;
  if (flags & FLAG_UNTIED)
    result |= ompt_task_untied;
  if (flags & FLAG_FINAL || parent->flags & ompt_task_final)
    result |= ompt_task_final;
  if (flags & FLAG_MERGEABLE)
    result |= ompt_task_mergeable;
  return result;
}

/* Runs the task whose head is at ARG: the function that libgomp gets.  */
void gasp_omp_run_task (void *arg);
/* Copies head and data from FROM to TO; a task of a loop is created then.  */
void gasp_omp_copy_block (void *to, void *from);
/* Returns HEAD with a copy of the data after it, in ROOM, which is longer
   than both by ALIGN.  */
struct head *gasp_omp_assemble (char *room, long align,
				const struct head *head);
/* Returns whether head and data have to be passed in one piece.  libgomp
   discards the tasks of a cancelled group that have not begun, but none that
   it has called a function to copy the data of.  So ours must not have such a
   function where the program's has none.  (A task with detach is not
   discarded.)  */
bool gasp_omp_must_be_one_piece (const struct creation *c);
/* Notes that EVENT ends TASK, which has a clause detach.  */
void gasp_omp_remember_event (struct task *task, const void *event);

#endif
