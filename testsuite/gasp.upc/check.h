/* check.h - what the UPC tests share.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdio.h>
#include <upc.h>

/* Where CONDITION does not hold, say so and end all threads, with status 1.  */
#define CHECK(condition) \
  ((condition) ? (void) 0 : check_failed (#condition, __FILE__, __LINE__))

/* That A is B; both are integers, which are printed if they differ.  */
#define CHECK_IS(a, b) check_is ((a), (b), #a, __FILE__, __LINE__)

static inline void
check_failed (const char *condition, const char *file, int line)
{
  fprintf (stderr, "%s:%d: thread %d of %d: not true: %s\n", file, line,
	   MYTHREAD, THREADS, condition);
  fflush (stderr);
  upc_global_exit (1);
}

static inline void
check_is (long a, long b, const char *what, const char *file, int line)
{
  if (a == b)
    return;
  fprintf (stderr, "%s:%d: thread %d of %d: %s is %ld, not %ld\n", file, line,
	   MYTHREAD, THREADS, what, a, b);
  fflush (stderr);
  upc_global_exit (1);
}
