/* together.c - whether all threads call the same function, with the same
   arguments, where UPC wants that: -fupc-check.

   SPDX-License-Identifier: Apache-2.0

   The first thread to make its Nth call says which that is, and the others
   compare theirs.  No thread waits for another; one that is late by more than
   CALLS has nothing to compare with.  Between processes that MPI made, threads
   send one another their calls, and compare them with thread 0's.  */

#include <stdio.h>
#include <stdlib.h>
#include "check/check.h"
#include "conduit/conduit.h"
#include "core/control.h"

enum { CALLS = 256 };

static struct call
{
  uint32_t taken, ready;	/* which: N */
  char function[40];
  int thread, count;
  struct upc_where where;
  uint64_t origin;		/* of addresses in that */
  uint64_t values[UPC_MOST_ARGUMENTS];
} *calls;

void
upc_together_prepare (void)
{
  calls = THREADS > 1 ? upc_map_shared (CALLS * sizeof *calls) : NULL;
}

/* Returns whether this thread is the first to make call N, which is to go to
   CALL.  */
static bool
is_first (struct call *call, uint32_t n)
{
  uint32_t before = __atomic_load_n (&call->taken, __ATOMIC_ACQUIRE);
  while (before < n)
    if (__atomic_compare_exchange_n (&call->taken, &before, n, false,
				     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      return true;
  return false;
}

static void
say_value (char *text, size_t size, const struct upc_argument *argument,
	   uint64_t value)
{
  if (argument->is_pointer)
    snprintf (text, size, "(thread %u, phase %u, address 0x%llx)",
	      upc_pts_thread (value), upc_pts_phase (value),
	      (unsigned long long) upc_pts_address (value));
  else
    snprintf (text, size, "%llu", (unsigned long long) value);
}

/* Compares this thread's call with ITS, the first one.  */
static void
compare (struct upc_where where, const char *function,
	 const struct upc_argument *arguments, int count,
	 const struct call *its)
{
  char there[300], mine[100], other[100];
  if (strcmp (its->function, function) != 0)
    {
      upc_show_where (there, sizeof there, its->where);
      upc_check_wrong (where, "thread %d calls %s instead, at %s; all threads "
		       "have to call the same functions together", its->thread,
		       its->function, there);
      return;
    }
  for (int i = 0; i < count && i < its->count; i++)
    if (arguments[i].value != its->values[i])
      {
	upc_show_where (there, sizeof there, its->where);
	say_value (mine, sizeof mine, &arguments[i], arguments[i].value);
	say_value (other, sizeof other, &arguments[i], its->values[i]);
	upc_check_wrong (where, "\"%s\" is %s, but %s in thread %d, at %s; it "
			 "must be the same in all threads", arguments[i].name,
			 mine, other, its->thread, there);
	return;
      }
}

static void
put (struct call *call, uint32_t n, const char *function,
     struct upc_where where, const struct upc_argument *arguments, int count)
{
  snprintf (call->function, sizeof call->function, "%s", function);
  call->thread = MYTHREAD;
  call->count = count;
  call->where = where;
  call->origin = __upc_origin;
  for (int i = 0; i < count; i++)
    call->values[i] = arguments[i].value;
  __atomic_store_n (&call->ready, n, __ATOMIC_RELEASE);
}

/* Returns where ITS, the call of another process, was.  */
static struct upc_where
where_of (const struct call *its)
{
  uint64_t away = __upc_origin - its->origin;
  if (its->where.place & UPC_WHERE_CALLED)
    return (struct upc_where) { its->function, its->where.place + away };
  return (struct upc_where) { its->where.file + away, its->where.place };
}

/* Compares this thread's call with that of thread 0, of another process.  */
static void
compare_far (struct upc_where where, const char *function,
	     const struct upc_argument *arguments, int count)
{
  struct call mine = { .count = 0 }, *all = malloc (THREADS * sizeof *all);
  if (!all)
    upc_fatal ("no memory for the arguments of %s", function);
  put (&mine, 0, function, where, arguments, count);
  upc_conduit_gather_all (all, &mine, sizeof mine);
  all->where = where_of (all);
  if (MYTHREAD != 0)
    compare (where, function, arguments, count, all);
  free (all);
}

void
upc_check_together (const char *function, const void *caller,
		    const struct upc_argument *arguments, int count)
{
  static uint32_t n;
  struct upc_where where = upc_called_at (function, caller);
  if (!calls && THREADS > 1 && upc_settings.conduit->count)
    compare_far (where, function, arguments, count);
  if (!calls)
    return;
  struct call *call = &calls[++n % CALLS];
  if (is_first (call, n))
    {
      put (call, n, function, where, arguments, count);
      return;
    }
  while ((int32_t) (__atomic_load_n (&call->ready, __ATOMIC_ACQUIRE) - n) < 0)
    ;
  struct call its = *call;
  __atomic_thread_fence (__ATOMIC_ACQUIRE);
  if (__atomic_load_n (&call->taken, __ATOMIC_RELAXED) == n)
    compare (where, function, arguments, count, &its);
}
