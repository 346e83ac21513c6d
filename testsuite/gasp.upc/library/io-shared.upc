/* upc_io.h: shared buffers of all layouts through the common and individual
   file pointers, blocking and asynchronously.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 3 4 }
   { dg-conduits smp loopback }  */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <upc_io.h>
#include "check.h"

#if __UPC_IO__ != 1
#error __UPC_IO__
#endif

enum { N = 3000 };
#define ALL (UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC)

shared int cyclic[N * THREADS];
shared [7] int blocked[N * THREADS];
shared [N] int large[N * THREADS];
shared [] int whole[N];

static char name[100];
static shared int number;

/* Read or write COUNT ints; returns how many bytes.  */
static upc_off_t
transfer (upc_file_t *f, int write, shared void *p, size_t block, size_t count,
	  int how)
{
  upc_off_t result;
  int flag = 0;

  if (how == 0)
    return write ? upc_all_fwrite_shared (f, p, block, sizeof (int), count, ALL)
	   : upc_all_fread_shared (f, p, block, sizeof (int), count, ALL);
  if (write)
    upc_all_fwrite_shared_async (f, p, block, sizeof (int), count, ALL);
  else
    upc_all_fread_shared_async (f, p, block, sizeof (int), count, ALL);
  CHECK_IS (upc_all_fcntl (f, UPC_ASYNC_OUTSTANDING, NULL), 1);
  if (how == 1)
    return upc_all_fwait_async (f);
  do
    result = upc_all_ftest_async (f, &flag);
  while (!flag);
  return result;
}

/* Write ARRAY, look at the file, clear the array, and read it back, with more
   asked for than there is.  */
#define TEST(array, block, count)					\
  do									\
    {									\
      long bytes = (count) * sizeof (int);				\
      int i;								\
      upc_forall (i = 0; i < (count); i++; &array[i])			\
	array[i] = i * 3 + how;						\
      CHECK_IS (upc_all_fset_size (f, 0), 0);				\
      CHECK_IS (upc_all_fseek (f, 8, UPC_SEEK_SET), 8);			\
      CHECK_IS (transfer (f, 1, array, block, count, how), bytes);	\
      CHECK_IS (upc_all_fseek (f, 0, UPC_SEEK_CUR), bytes + 8);		\
      CHECK_IS (upc_all_fget_size (f), bytes + 8);			\
      upc_forall (i = 0; i < (count); i++; &array[i])			\
	array[i] = -1;							\
      CHECK_IS (upc_all_fsync (f), 0);					\
      CHECK_IS (upc_all_fseek (f, -bytes, UPC_SEEK_END), 8);		\
      CHECK_IS (transfer (f, 0, array, block, count, how), bytes);	\
      for (i = 0; i < (count); i++)					\
	CHECK_IS (array[i], i * 3 + how);				\
      upc_barrier;							\
      CHECK_IS (transfer (f, 0, array, block, count, how), 0);		\
      CHECK_IS (upc_all_fseek (f, -4, UPC_SEEK_CUR), bytes + 4);	\
      CHECK_IS (transfer (f, 0, array, block, count, how), 4);		\
    }									\
  while (0)

static void
common (int how)
{
  upc_file_t *f = upc_all_fopen (name, UPC_RDWR | UPC_CREATE | UPC_TRUNC
				 | UPC_COMMON_FP, 0, NULL);

  CHECK (f != NULL);
  TEST (cyclic, 1, N * THREADS);
  TEST (blocked, 7, N * THREADS);
  TEST (large, N, N * THREADS);
  TEST (whole, 0, N);
  TEST (cyclic, 1, 5);
  CHECK_IS (upc_all_fclose (f), 0);
}

/* Each thread its own part of the file, and its own array.  */
static void
individual (int how)
{
  upc_file_t *f = upc_all_fopen (name, UPC_RDWR | UPC_CREATE | UPC_TRUNC
				 | UPC_INDIVIDUAL_FP, 0, NULL);
  long bytes = (N + 100 * MYTHREAD) * sizeof (int), at = 100000 * MYTHREAD;
  shared [5] int *a;
  int i;

  CHECK (f != NULL);
  a = upc_global_alloc (N, 5 * sizeof (int));
  for (i = 0; i < N + 100 * MYTHREAD; i++)
    a[i] = i + MYTHREAD;
  CHECK_IS (upc_all_fseek (f, at, UPC_SEEK_SET), at);
  CHECK_IS (transfer (f, 1, a, 5, N + 100 * MYTHREAD, how), bytes);
  for (i = 0; i < N + 100 * MYTHREAD; i++)
    a[i] = 0;
  CHECK_IS (upc_all_fseek (f, -bytes, UPC_SEEK_CUR), at);
  CHECK_IS (transfer (f, 0, a, 5, N + 100 * MYTHREAD, how), bytes);
  for (i = 0; i < N + 100 * MYTHREAD; i++)
    CHECK_IS (a[i], i + MYTHREAD);
  CHECK_IS (upc_all_fclose (f), 0);
  upc_free (a);
}

int
main (void)
{
  int how;

  /* Processes of one program have one parent.  */
  /* The same on all machines.  */
  if (MYTHREAD == 0)
    number = getppid ();
  upc_barrier;
  snprintf (name, sizeof name, "io-shared.%d.tmp", number);
  for (how = 0; how < 3; how++)
    {
      common (how);
      individual (how);
    }
  upc_barrier;
  if (MYTHREAD == 0)
    CHECK_IS (unlink (name), 0);
  return 0;
}
