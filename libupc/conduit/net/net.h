/* net.h - what libupc asks of a network: MPI, so that no MPI's types are in it.

   SPDX-License-Identifier: Apache-2.0

   libupc-NAME.so, which is compiled for one MPI (net.c), has one struct
   upc_net, and libupc loads it where the program runs under that MPI; the
   loopback conduit has one with messages only (loopback-net.c).  Nothing
   here blocks but start, near, expose, flush, cancel and finish.  At most one
   thread at a time is in any of these.  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UPC_NET_VERSION 7

/* An operation that was begun; what it is is MPI's.  */
typedef struct
{
  uint64_t words[2];
} upc_net_request_t;

#define UPC_NET_LONGEST_PIECE 32768

/* Every MPI has tags up to this.  */
#define UPC_NET_TAGS 32767

typedef void upc_net_one_sided_t (void *data, size_t n, int other,
				  uint64_t offset, upc_net_request_t *request);

struct upc_net
{
  int version;
  const char *name;		/* of the MPI */
  /* Within a machine, longer messages than this wait for their receiver; 0:
     that makes no difference.  */
  size_t longest_at_once;
  /* Between machines, how much of a put one message has, at most
     UPC_NET_LONGEST_PIECE.  */
  size_t longest_piece;
  /* Initialise MPI.  *SHARED: whether other threads call MPI at any time, too;
     on return, whether this MPI allows that.  Returns an error message, or
     null.  */
  const char *(*start) (bool *shared, int *rank, int *size);
  /* The ranks on this machine, this one included, if they follow one another;
     else this one alone.  */
  void (*near) (int *first, int *count);
  void (*finish) (void);
  void (*abort) (int status);
  void (*send) (const void *data, size_t n, int to, int tag,
		upc_net_request_t *request);
  /* FROM may be -1: from any.  */
  void (*receive) (void *data, size_t n, int from, int tag,
		   upc_net_request_t *request);
  /* Whether it is over; then, of a receive, from whom.  */
  bool (*test) (upc_net_request_t *request, int *from);
  /* Give up a receive.  */
  void (*cancel) (upc_net_request_t *request);
  /* These are collective.  */
  void (*barrier) (upc_net_request_t *request);
  void (*broadcast) (void *data, size_t n, int root,
		     upc_net_request_t *request);
  void (*gather_all) (void *all, const void *mine, size_t n,
		      upc_net_request_t *request);
  /* Blocks of N bytes from each rank for each; where there is a ROOT, TO or
     FROM of the other ranks is ignored.  */
  void (*scatter) (void *to, const void *from, size_t n, int root,
		   upc_net_request_t *request);
  void (*gather) (void *to, const void *from, size_t n, int root,
		  upc_net_request_t *request);
  void (*exchange) (void *to, const void *from, size_t n,
		    upc_net_request_t *request);
  /* The N bytes at VALUE become what COMBINE makes of those of all ranks, in
     order; or of the ranks BEFORE this one, of which rank 0 gets anything.
     COMBINE (A, B) lets B be A and then B.  N is always the same.  */
  void (*fold) (void *value, size_t n, bool before,
		void (*combine) (const void *a, void *b),
		upc_net_request_t *request);
  /* Let others get and put the N bytes at BASE.  Returns an error message, or
     null.  Called by all ranks, after all have returned from start and before
     anything else.  */
  const char *(*expose) (void *base, uint64_t n);
  /* N bytes between DATA and what thread OTHER has exposed, from OFFSET on.  A
     put is over when DATA may change; it is there when that thread has been
     flushed.  Nothing is ordered but by flush, which waits.  */
  upc_net_one_sided_t *get, *put;
  void (*flush) (int other);
};
