/* upc_io.h: private buffers, lists, consistency, blocking and
   asynchronously.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 3 4 }
   { dg-conduits smp loopback }  */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <upc_io.h>
#include "check.h"

enum { N = 5000 };

static char name[100];
static shared int number;
static int buffer[N];
shared [3] int array[3 * N * THREADS];

static upc_file_t *
open_file (int flags)
{
  upc_file_t *f = upc_all_fopen (name, UPC_RDWR | UPC_CREATE | UPC_TRUNC
				 | flags, 0, NULL);
  CHECK (f != NULL);
  return f;
}

static void
fill (int thread)
{
  int i;
  for (i = 0; i < N; i++)
    buffer[i] = thread * 1000 + i;
}

static void
local (int async)
{
  upc_file_t *f = open_file (UPC_INDIVIDUAL_FP);
  int next = (MYTHREAD + 1) % THREADS, i;

  fill (MYTHREAD);
  upc_all_fseek (f, MYTHREAD * sizeof buffer, UPC_SEEK_SET);
  if (async)
    {
      upc_all_fwrite_local_async (f, buffer, sizeof (int), N, 0);
      CHECK_IS (upc_all_fwait_async (f), sizeof buffer);
    }
  else
    CHECK_IS (upc_all_fwrite_local (f, buffer, sizeof (int), N, 0),
	      sizeof buffer);
  CHECK_IS (upc_all_fsync (f), 0);
  memset (buffer, 0, sizeof buffer);
  upc_all_fseek (f, next * sizeof buffer, UPC_SEEK_SET);
  if (async)
    {
      upc_all_fread_local_async (f, buffer, sizeof (int), N, 0);
      CHECK_IS (upc_all_fwait_async (f), sizeof buffer);
    }
  else
    CHECK_IS (upc_all_fread_local (f, buffer, sizeof (int), N, 0),
	      sizeof buffer);
  for (i = 0; i < N; i++)
    CHECK_IS (buffer[i], next * 1000 + i);
  /* Some threads nothing.  */
  CHECK_IS (upc_all_fread_local (f, NULL, 0, MYTHREAD, 0), 0);
  CHECK_IS (upc_all_fclose (f), 0);
}

/* Write pieces of the buffer to pieces of the file; and back, by a list of
   another division.  */
static void
lists (int async)
{
  upc_file_t *f = open_file (UPC_COMMON_FP);
  upc_off_t base = MYTHREAD * 3 * sizeof buffer;
  struct upc_local_memvec one[2] = { { buffer + 100, 400 }, { buffer, 200 } };
  struct upc_local_memvec two[3]
    = { { buffer + 1000, 40 }, { buffer, 0 }, { buffer + 1010, 560 } };
  struct upc_filevec places[3]
    = { { base, 300 }, { 0, 0 }, { base + 1000, 300 } };
  int i;

  fill (MYTHREAD);
  if (async)
    {
      upc_all_fwrite_list_local_async (f, 2, one, 3, places, 0);
      CHECK_IS (upc_all_fwait_async (f), 600);
      upc_all_fread_list_local_async (f, 3, two, 3, places, 0);
      memset (two, 0, sizeof two);
      CHECK_IS (upc_all_fwait_async (f), 600);
    }
  else
    {
      CHECK_IS (upc_all_fwrite_list_local (f, 2, one, 3, places, 0), 600);
      CHECK_IS (upc_all_fread_list_local (f, 3, two, 3, places, 0), 600);
    }
  for (i = 0; i < 150; i++)
    CHECK_IS (buffer[1000 + i],
	      MYTHREAD * 1000 + (i < 100 ? 100 + i : i - 100));
  CHECK_IS (upc_all_fread_list_local (f, 0, NULL, 0, NULL, 0), 0);
  CHECK_IS (upc_all_fseek (f, 0, UPC_SEEK_CUR), 0);
  CHECK_IS (upc_all_fclose (f), 0);
}

static void
shared_lists (int async)
{
  upc_file_t *f = open_file (UPC_INDIVIDUAL_FP);
  shared [3] int *mine = &array[3 * N / 3 * 3 * MYTHREAD];
  upc_off_t base = MYTHREAD * 10000;
  struct upc_shared_memvec from = { mine, 3 * sizeof (int), 2400 };
  struct upc_shared_memvec to[2]
    = { { mine + 1200, 3 * sizeof (int), 1200 },
	{ mine + 2400, 3 * sizeof (int), 1200 } };
  struct upc_filevec places[2] = { { base + 4, 400 }, { base + 800, 2000 } };
  int i;

  for (i = 0; i < 600; i++)
    mine[i] = i + MYTHREAD;
  if (async)
    {
      upc_all_fwrite_list_shared_async (f, 1, &from, 2, places, 0);
      CHECK_IS (upc_all_fwait_async (f), 2400);
      upc_all_fread_list_shared_async (f, 2, to, 2, places, 0);
      CHECK_IS (upc_all_fwait_async (f), 2400);
    }
  else
    {
      CHECK_IS (upc_all_fwrite_list_shared (f, 1, &from, 2, places, 0), 2400);
      CHECK_IS (upc_all_fread_list_shared (f, 2, to, 2, places, 0), 2400);
    }
  for (i = 0; i < 600; i++)
    CHECK_IS (mine[i < 300 ? 1200 + i : 2400 + i - 300], i + MYTHREAD);
  CHECK_IS (upc_all_fclose (f), 0);
}

/* UPC_STRONG_CA: each thread's write is there as a whole, or overwritten.  */
static void
strong (void)
{
  upc_file_t *f = open_file (UPC_INDIVIDUAL_FP | UPC_STRONG_CA);
  char *bytes = malloc (300000);
  struct upc_local_memvec memory = { bytes, 300000 };
  struct upc_filevec places[2] = { { 0, 100000 }, { 150000, 200000 } };
  int round, i;

  for (round = 0; round < 5; round++)
    {
      memset (bytes, 'a' + MYTHREAD, 300000);
      CHECK_IS (upc_all_fwrite_list_local (f, 1, &memory, 2, places,
					   UPC_IN_NOSYNC | UPC_OUT_NOSYNC),
		300000);
      memset (bytes, 0, 300000);
      CHECK_IS (upc_all_fread_list_local (f, 1, &memory, 2, places, 0), 300000);
      for (i = 0; i < 300000; i++)
	CHECK_IS (bytes[i], bytes[0]);
    }
  free (bytes);
  CHECK_IS (upc_all_fclose (f), 0);
}

int
main (void)
{
  int async;

  /* The same on all machines.  */
  if (MYTHREAD == 0)
    number = getppid ();
  upc_barrier;
  snprintf (name, sizeof name, "io-local.%d.tmp", number);
  for (async = 0; async < 2; async++)
    {
      local (async);
      lists (async);
      shared_lists (async);
    }
  strong ();
  upc_barrier;
  if (MYTHREAD == 0)
    CHECK_IS (unlink (name), 0);
  return 0;
}
