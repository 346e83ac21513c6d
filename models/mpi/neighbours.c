/* neighbours.c - the neighbours of this rank in a communicator's topology.

   SPDX-License-Identifier: Apache-2.0  */

#include "ranks.h"
#include <stdlib.h>

/* Returns room for IN and OUT neighbours, or null.  */
static struct neighbours *
room_for (int in, int out)
{
  struct neighbours *n = malloc (sizeof *n + (in + out) * sizeof *n->ranks);
  if (n)
    *n = (struct neighbours) { in, out };
  return n;
}

static struct neighbours *
of_distributed_graph (MPI_Comm comm)
{
  int in, out, weighted;
  if (PMPI_Dist_graph_neighbors_count (comm, &in, &out, &weighted)
      != MPI_SUCCESS)
    return NULL;
  struct neighbours *n = room_for (in, out);
  int *weights = malloc ((in + out + 1) * sizeof *weights);
  if (n && weights)
    PMPI_Dist_graph_neighbors (comm, in, n->ranks,
			       weighted ? weights : MPI_UNWEIGHTED,
			       out, n->ranks + in,
			       weighted ? weights + in : MPI_UNWEIGHTED);
  free (weights);
  return n;
}

/* Fills in the ranks that send to this one, where the same ones get from
   it.  */
static struct neighbours *
both_ways (struct neighbours *n)
{
  for (int i = 0; n && i < n->out; i++)
    n->ranks[n->in + i] = n->ranks[i];
  return n;
}

static struct neighbours *
of_grid (MPI_Comm comm)
{
  int dimensions;
  if (PMPI_Cartdim_get (comm, &dimensions) != MPI_SUCCESS)
    return NULL;
  struct neighbours *n = room_for (2 * dimensions, 2 * dimensions);
  for (int i = 0; n && i < dimensions; i++)
    PMPI_Cart_shift (comm, i, 1, &n->ranks[2 * i], &n->ranks[2 * i + 1]);
  return both_ways (n);
}

static struct neighbours *
of_graph (MPI_Comm comm)
{
  int rank, count;
  if (PMPI_Comm_rank (comm, &rank) != MPI_SUCCESS
      || PMPI_Graph_neighbors_count (comm, rank, &count) != MPI_SUCCESS)
    return NULL;
  struct neighbours *n = room_for (count, count);
  if (n)
    PMPI_Graph_neighbors (comm, rank, count, n->ranks);
  return both_ways (n);
}

struct neighbours *
gasp_mpi_ask_for_neighbours (word handle)
{
  MPI_Comm comm = (MPI_Comm) handle;
  int topology = MPI_UNDEFINED;
  if (comm == MPI_COMM_NULL || PMPI_Topo_test (comm, &topology) != MPI_SUCCESS)
    return NULL;
  return topology == MPI_DIST_GRAPH ? of_distributed_graph (comm)
	 : topology == MPI_CART ? of_grid (comm)
	 : topology == MPI_GRAPH ? of_graph (comm) : NULL;
}
