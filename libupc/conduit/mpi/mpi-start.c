/* mpi-start.c - what all threads find out together before they have barriers.

   SPDX-License-Identifier: Apache-2.0

   Each thread sends log2 of all threads' number of messages.  MPI's own
   collective functions would keep the processor while they wait, and its
   nonblocking ones may send to every thread.  */

#include <sched.h>
#include <stdlib.h>
#include "conduit/mpi/mpi.h"

/* The messages' own tag.  */
#define TAG UPC_NET_TAGS

/* Waits for REQUEST, giving up the processor, which other threads of the
   machine may need.  */
static void
await (upc_net_request_t *request)
{
  while (!upc_net->test (request, NULL))
    sched_yield ();
}

void
upc_mpi_send (const void *data, size_t n, int to)
{
  upc_net_request_t request;
  upc_net->send (data, n, to, TAG, &request);
  await (&request);
}

void
upc_mpi_receive (void *data, size_t n, int from)
{
  upc_net_request_t request;
  upc_net->receive (data, n, from, TAG, &request);
  await (&request);
}

/* Sends OUT to the thread that is DISTANCE behind this one, and receives IN
   from the one that is as far in front.  */
static void
pass (int distance, const void *out, void *in, size_t n)
{
  upc_net_request_t sent, received;
  upc_net->receive (in, n, (MYTHREAD + distance) % THREADS, TAG, &received);
  upc_net->send (out, n, (MYTHREAD + THREADS - distance) % THREADS, TAG, &sent);
  await (&sent);
  await (&received);
}

uint64_t
upc_mpi_least (uint64_t mine)
{
  for (int distance = 1; distance < THREADS; distance *= 2)
    {
      uint64_t its;
      pass (distance, &mine, &its, sizeof mine);
      if (its < mine)
	mine = its;
    }
  return mine;
}

/* Returns the N bytes at MINE of all threads.  At any time, this thread has
   those of itself and of the ones in front of it.  */
void *
upc_mpi_collect (const void *mine, size_t n)
{
  int some;
  char *from_mine = upc_table (n), *all = upc_table (n);
  memcpy (from_mine, mine, n);
  for (int have = 1; have < THREADS; have += some)
    {
      some = have < THREADS - have ? have : THREADS - have;
      pass (have, from_mine, from_mine + have * n, some * n);
    }
  size_t before = MYTHREAD * n, behind = (THREADS - MYTHREAD) * n;
  memcpy (all + before, from_mine, behind);
  memcpy (all, from_mine + behind, before);
  free (from_mine);
  return all;
}
