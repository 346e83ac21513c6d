/* requests.h - what will be received, or sent, by requests that are open.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "raise.h"

#pragma GCC visibility push (hidden)

/* Ranks whose signals STREAM are waited for.  */
struct awaited { int stream, count; int ranks[]; };

/* A request that is begun anew each time that it is started: a COLLECTIVE
   function, of NAME, as the blocking one is; or a message of so many
   PARTITIONS, of which some are READY; or, where it is received, have ARRIVED,
   as the program knows.  */
struct persistent
{
  const char *name;
  struct collective collective;
  struct awaited *signals;	/* whom it signals, or null */
  int partitions, ready;
  bool is_active;
  bool arrived[];		/* PARTITIONS, if it is received */
};

struct request
{
  MPI_Request handle;
  bool receives, stays;		/* stays: it can be started again */
  bool is_collective, is_io, is_access;
  struct message message;	/* to be sent; of one to be received, the COMM;
				   of I/O, WHICH is the file; of an access of
				   a window, RANK is the target */
  struct awaited *awaited;	/* or null; allocated, the list's */
  struct persistent *persistent; /* likewise */
};

extern void gasp_mpi_note_request (const struct request *request);
/* Forgets the request HANDLE, if it was noted.  */
extern void gasp_mpi_forget_request (MPI_Request handle);
/* Returns whether there is HANDLE, and what.  */
extern bool gasp_mpi_find_request (MPI_Request handle, struct request *found);

/* If the request HANDLE is of a message in parts, of which so many more are
   READY now, returns how many are not, else -1; and which one.  */
extern int gasp_mpi_not_ready (MPI_Request handle, int ready,
			       struct request *found);
/* Returns whether HANDLE receives a message whose PART has arrived without its
   having been noted; and sets *FOUND to that request.  */
extern bool gasp_mpi_has_arrived (MPI_Request handle, int part,
				  struct request *found);

/* ---- Waiting for requests, or testing them  */

/* Room for the handles of as many requests and their statuses is here; for more
   it is allocated.  */
#define MOST_HERE 16

/* Which of them are complete afterwards.  */
enum completes { ALL, ANY, SOME };

struct waiting
{
  int count;
  enum completes completes;
  bool is_known;		/* one may be noted: the rest is needed */
  MPI_Request *handles;		/* from before the call */
  MPI_Status *statuses;		/* MPI's */
  MPI_Request handles_here[MOST_HERE];
  MPI_Status statuses_here[MOST_HERE];
  void *allocated;
};

/* Prepares for the call, which is for COUNT REQUESTS, with STATUSES or the
   place of one status.  Returns what to give it instead of STATUSES.  */
extern word gasp_mpi_begin_to_wait (struct waiting *w, enum completes completes,
				    int count, word requests, word statuses);
/* Ends the wait after the call.  FLAG: of tests, the int that says whether, or
   of SOME that says how many; or null.  INDICES: of ANY and SOME, from FIRST;
   or null.  For each completed one that is noted, OVER is called.  Returns the
   number of completed ones.  */
extern int gasp_mpi_end_to_wait (struct waiting *w,
				 const struct library_call *call,
				 bool succeeded, word flag, word indices,
				 int first,
				 void (*over) (const struct library_call *,
					       const struct request *,
					       const MPI_Status *));

#pragma GCC visibility pop
