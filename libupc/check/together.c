/* together.c - whether all threads call the same function, with the same
   arguments, where UPC wants that: -fupc-check.

   SPDX-License-Identifier: Apache-2.0

   The first thread to make its Nth call says which that is, and the others
   compare theirs.  No thread waits for another; one that is late by more than
   CALLS has nothing to compare with.  */

#include <stdio.h>
#include "check/check.h"
#include "core/control.h"

enum { CALLS = 256 };

static struct call
{
  uint32_t taken, ready;	/* which: N */
  const char *function;
  int thread, count;
  struct upc_where where;
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
  call->function = function;
  call->thread = MYTHREAD;
  call->count = count;
  call->where = where;
  for (int i = 0; i < count; i++)
    call->values[i] = arguments[i].value;
  __atomic_store_n (&call->ready, n, __ATOMIC_RELEASE);
}

void
upc_check_together (const char *function, const void *caller,
		    const struct upc_argument *arguments, int count)
{
  static uint32_t n;
  if (!calls)
    return;
  struct call *call = &calls[++n % CALLS];
  struct upc_where where = upc_called_at (function, caller);
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
