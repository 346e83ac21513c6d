/* net.c - struct upc_net by MPI: compiled for each MPI, as libupc-NAME.so.

   SPDX-License-Identifier: Apache-2.0

   Messages and what all do together have a communicator each, so that none is
   taken for another.  */

#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include "net.h"

static MPI_Comm messages, together;

_Static_assert (sizeof (MPI_Request) <= sizeof (upc_net_request_t),
		"a request of this MPI has more than 16 bytes");

static MPI_Request *
of (upc_net_request_t *request)
{
  return (MPI_Request *) request;
}

static const char *
start (bool *shared, int *rank, int *size)
{
  int done = 0, level = MPI_THREAD_SINGLE;
  MPI_Initialized (&done);
  if (!done)
    MPI_Init_thread (NULL, NULL, (*shared ? MPI_THREAD_MULTIPLE
				  : MPI_THREAD_SERIALIZED), &level);
  else
    MPI_Query_thread (&level);
  *shared = level >= MPI_THREAD_MULTIPLE;
  if (level < MPI_THREAD_SERIALIZED)
    return "it does not have MPI_THREAD_SERIALIZED";
  MPI_Comm_dup (MPI_COMM_WORLD, &messages);
  MPI_Comm_dup (MPI_COMM_WORLD, &together);
  MPI_Comm_rank (messages, rank);
  MPI_Comm_size (messages, size);
  return NULL;
}

static void
near (int *first, int *count)
{
  MPI_Comm node;
  int rank, least, most;
  MPI_Comm_rank (messages, &rank);
  MPI_Comm_split_type (messages, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_size (node, count);
  MPI_Allreduce (&rank, &least, 1, MPI_INT, MPI_MIN, node);
  MPI_Allreduce (&rank, &most, 1, MPI_INT, MPI_MAX, node);
  MPI_Comm_free (&node);
  *first = least;
  if (most - least + 1 == *count)
    return;
  *first = rank;
  *count = 1;
}

/* ---- One-sided  */

static MPI_Win window = MPI_WIN_NULL;

static const char *
expose (void *base, uint64_t n)
{
  int *model, known = 0;
  /* Open MPI 4 has none over TCP for several processes of a machine.  */
  MPI_Comm_set_errhandler (messages, MPI_ERRORS_RETURN);
  int error = MPI_Win_create (base, (MPI_Aint) n, 1, MPI_INFO_NULL, messages,
			      &window);
  MPI_Comm_set_errhandler (messages, MPI_ERRORS_ARE_FATAL);
  if (error != MPI_SUCCESS)
    {
      window = MPI_WIN_NULL;
      return "this MPI has no one-sided communication over this network";
    }
  MPI_Win_lock_all (MPI_MODE_NOCHECK, window);
  MPI_Win_get_attr (window, MPI_WIN_MODEL, &model, &known);
  if (!known || *model != MPI_WIN_UNIFIED)
    return "this MPI keeps a copy of what others write (MPI_WIN_SEPARATE)";
  return NULL;
}

static void
get (void *data, size_t n, int other, uint64_t offset,
     upc_net_request_t *request)
{
  MPI_Rget (data, (int) n, MPI_BYTE, other, (MPI_Aint) offset, (int) n,
	    MPI_BYTE, window, of (request));
}

static void
put (void *data, size_t n, int other, uint64_t offset,
     upc_net_request_t *request)
{
  MPI_Rput (data, (int) n, MPI_BYTE, other, (MPI_Aint) offset, (int) n,
	    MPI_BYTE, window, of (request));
}

static void
flush (int other)
{
  MPI_Win_flush (other, window);
}

/* ---- The end  */

#ifdef MPICH_NUMVERSION
/* MPICH disconnects each process in MPI_Finalize and waits for it.  Over UCX's
   TCP transport that takes an answer by the other process, which no longer
   gives one when it has come to the barrier after this: about every third run
   of four processes would not end (UCX 1.13).  So MPICH's call of UCX comes
   here (the library that was loaded is looked through before those it needs),
   and no answer is waited for; all threads have met by then, and what was sent
   has been received.  */
void *ucp_disconnect_nb (void *endpoint);

void *
ucp_disconnect_nb (void *endpoint)
{
  (void) endpoint;
  return NULL;
}
#endif

static void
finish (void)
{
  int done = 0;
  if (window != MPI_WIN_NULL)
    {
      MPI_Win_unlock_all (window);
      MPI_Win_free (&window);
    }
  MPI_Finalized (&done);
  if (!done)
    MPI_Finalize ();
}

static void
end_all (int status)
{
  MPI_Abort (MPI_COMM_WORLD, status);
}

static void
send (const void *data, size_t n, int to, int tag, upc_net_request_t *request)
{
  MPI_Isend (data, (int) n, MPI_BYTE, to, tag, messages, of (request));
}

static void
receive (void *data, size_t n, int from, int tag, upc_net_request_t *request)
{
  MPI_Irecv (data, (int) n, MPI_BYTE, from < 0 ? MPI_ANY_SOURCE : from, tag,
	     messages, of (request));
}

static bool
test (upc_net_request_t *request, int *from)
{
  int over = 0;
  MPI_Status status;
  MPI_Test (of (request), &over, &status);
  if (over && from)
    *from = status.MPI_SOURCE;
  return over;
}

static void
cancel (upc_net_request_t *request)
{
  MPI_Cancel (of (request));
  MPI_Wait (of (request), MPI_STATUS_IGNORE);
}

static void
barrier (upc_net_request_t *request)
{
  MPI_Ibarrier (together, of (request));
}

static void
broadcast (void *data, size_t n, int root, upc_net_request_t *request)
{
  MPI_Ibcast (data, (int) n, MPI_BYTE, root, together, of (request));
}

static void
gather_all (void *all, const void *mine, size_t n, upc_net_request_t *request)
{
  MPI_Iallgather (mine, (int) n, MPI_BYTE, all, (int) n, MPI_BYTE, together,
		  of (request));
}

static void
scatter (void *to, const void *from, size_t n, int root,
	 upc_net_request_t *request)
{
  MPI_Iscatter (from, (int) n, MPI_BYTE, to, (int) n, MPI_BYTE, root, together,
		of (request));
}

static void
gather (void *to, const void *from, size_t n, int root,
	upc_net_request_t *request)
{
  MPI_Igather (from, (int) n, MPI_BYTE, to, (int) n, MPI_BYTE, root, together,
	       of (request));
}

static void
exchange (void *to, const void *from, size_t n, upc_net_request_t *request)
{
  MPI_Ialltoall (from, (int) n, MPI_BYTE, to, (int) n, MPI_BYTE, together,
		 of (request));
}

/* The function by which the operation under way combines.  */
static void (*combine_by) (const void *a, void *b);

static void
combine (void *a, void *b, int *count, MPI_Datatype *type)
{
  int n;
  MPI_Type_size (*type, &n);
  for (int i = 0; i < *count; i++)
    combine_by ((char *) a + i * n, (char *) b + i * n);
}

static void
fold (void *value, size_t n, bool before, void (*by) (const void *a, void *b),
      upc_net_request_t *request)
{
  static MPI_Datatype type = MPI_DATATYPE_NULL;
  static MPI_Op operation;
  if (type == MPI_DATATYPE_NULL)
    {
      MPI_Type_contiguous ((int) n, MPI_BYTE, &type);
      MPI_Type_commit (&type);
      MPI_Op_create (combine, 0, &operation);
    }
  combine_by = by;
  (before ? MPI_Iexscan : MPI_Iallreduce) (MPI_IN_PLACE, value, 1, type,
					   operation, together, of (request));
}

/* Open MPI sends 4,096 bytes at once, and UCX, which is beneath MPICH, about
   8,192: their own headers take a part of that.  Over TCP, Open MPI sends
   65,536 at once, where MPICH is slower with longer pieces.  */
#ifdef OPEN_MPI
#define LONGEST_AT_ONCE 4000
#define LONGEST_PIECE UPC_NET_LONGEST_PIECE
#else
#define LONGEST_AT_ONCE 8000
#define LONGEST_PIECE 16384
#endif

const struct upc_net upc_net = {
  UPC_NET_VERSION, UPC_NET_NAME, LONGEST_AT_ONCE, LONGEST_PIECE, start, near,
  finish, end_all, send, receive, test, cancel, barrier, broadcast, gather_all,
  scatter, gather, exchange, fold, expose,
  get, put, flush
};
