# A thread that is alone in its team executes the tasks that it has left itself before
# its implicit task ends, however they were made.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
cat > tool.c <<'END'
#include <omp-tools.h>
#include <stdio.h>

static void
on_implicit (ompt_scope_endpoint_t endpoint, ompt_data_t *parallel,
	     ompt_data_t *task, unsigned int size, unsigned int number, int flags)
{
  (void) parallel, (void) task, (void) size, (void) number;
  if (endpoint == ompt_scope_end && flags & ompt_task_implicit)
    puts ("end");
}

static void
on_schedule (ompt_data_t *prior, ompt_task_status_t status, ompt_data_t *next)
{
  (void) prior, (void) next;
  if (status == ompt_task_complete || status == ompt_task_late_fulfill)
    puts ("task");
}

#define EVENT ompt_callback_implicit_task
#define CALLBACK on_implicit
#define EVENT_2 ompt_callback_task_schedule
#define CALLBACK_2 on_schedule
#include "one-callback.h"
END
run 0 $STOCK -O1 -w -shared -fPIC -I"$BUILD/include/omp" -I"$HERE" tool.c -o tool.so

# ends HOW TASKS: so many tasks end before the region, if it is made like this.
ends ()
{
  printf '#include <omp.h>\nint x;\nint\nmain (void)\n{\n%s\n  return 0;\n}\n' "$1" > prog.c
  for level in -O0 -O2; do
    run 0 "$CC" $level -w -fopenmp -finstrument-gasp prog.c -o prog
    OMP_TOOL_LIBRARIES=$PWD/tool.so run 0 ./prog
    sed -n '/^task$\|^end$/p' out | uniq -c > order
    [ "$2" = 0 ] || has order "^ *$2 task"
    [ "$(tail -n 1 order | sed 's/^ *[0-9]* //')" = end ] \
      || fail "a task ends behind its region: $1"
  done
}

ends '#pragma omp parallel num_threads (1)
  x++;' 0
ends '#pragma omp parallel num_threads (1)
  for (int i = 0; i < 3; i++)
#pragma omp task
    x++;' 3
ends '#pragma omp parallel num_threads (1)
#pragma omp taskloop nogroup num_tasks (3)
  for (int i = 0; i < 3; i++)
    x++;' 3
ends '#pragma omp parallel num_threads (1)
  {
    omp_event_handle_t event;
#pragma omp task detach (event)
    x++;
#pragma omp task firstprivate (event)
    omp_fulfill_event (event);
  }' 2
ends '#pragma omp parallel num_threads (1)
#pragma omp task
#pragma omp task
#pragma omp task
  x++;' 3
ends '#pragma omp parallel num_threads (2)
#pragma omp single nowait
#pragma omp parallel num_threads (2)
#pragma omp task
  x++;' 0
