/* ranks.c - communicators, windows and datatypes: see ranks.h.

   SPDX-License-Identifier: Apache-2.0

   MPI is asked for a communicator's ranks once, until that is freed.  A handle
   that code without instrumentation frees may be another communicator's later:
   then the ranks of the first are given for it.  */

#include "launchers.h"
#include "ranks.h"
#include "hash.h"
#include "worlds.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct ranks
{
  struct ranks *next;
  enum kind kind;
  word handle;
  bool is_inter;		/* of two groups */
  int count;
  int64_t members;		/* gasp_mpi_members */
  uint64_t all;			/* a number for its ranks, of both groups */
  uint32_t made;		/* its number, of those that have these; or 0 */
  struct neighbours *neighbours; /* null: not asked for */
  int world[];			/* their numbers (worlds.h) */
};

#define LISTS 64
static struct ranks *lists[LISTS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct ranks **
list_of (word handle)
{
  return &lists[(handle ^ handle >> 8 ^ handle >> 16) % LISTS];
}

static struct ranks *
find (enum kind kind, word handle)
{
  struct ranks *r = *list_of (handle);
  while (r && (r->handle != handle || r->kind != kind))
    r = r->next;
  return r;
}

/* ---- What MPI knows of them  */

static bool
group_of (enum kind kind, word handle, MPI_Group *group, bool *is_inter)
{
  int inter = 0;
  if (kind == FILES)
    return PMPI_File_get_group ((MPI_File) handle, group) == MPI_SUCCESS;
  if (kind == WINDOW)
    return PMPI_Win_get_group ((MPI_Win) handle, group) == MPI_SUCCESS;
  MPI_Comm comm = (MPI_Comm) handle;
  if (PMPI_Comm_test_inter (comm, &inter) != MPI_SUCCESS)
    return false;
  *is_inter = inter;
  return (inter ? PMPI_Comm_remote_group (comm, group)
	  : PMPI_Comm_group (comm, group)) == MPI_SUCCESS;
}

/* Returns a number for COUNT ranks, whose order does not matter.  */
static uint64_t
number_of (const int *world, int count)
{
  uint64_t sum = 0;
  for (int i = 0; i < count; i++)
    sum += gasp_mix (world[i] + 1);
  return sum;
}

/* Returns the number of those in this rank's group, of two.  */
static uint64_t
number_own (MPI_Comm comm)
{
  MPI_Group group;
  int count = 0;
  uint64_t number = 0;
  if (PMPI_Comm_group (comm, &group) != MPI_SUCCESS)
    return 0;
  PMPI_Group_size (group, &count);
  int *world = malloc ((count + 1) * sizeof *world);
  if (world && gasp_mpi_numbers_of (group, count, world))
    number = number_of (world, count);
  free (world);
  PMPI_Group_free (&group);
  return number;
}

static void
name_members (struct ranks *r)
{
  r->all = number_of (r->world, r->count);
  if (r->is_inter)
    r->all += number_own ((MPI_Comm) r->handle);
  else
    r->members = (int64_t) (r->all << 32 | (uint32_t) r->count);
}

static struct ranks *
ask (enum kind kind, word handle)
{
  MPI_Group group;
  bool is_inter = false;
  int count = 0;
  if (!group_of (kind, handle, &group, &is_inter))
    return NULL;
  PMPI_Group_size (group, &count);
  struct ranks *r = malloc (sizeof *r + count * sizeof *r->world);
  if (r)
    {
      *r = (struct ranks) { .kind = kind, .handle = handle,
			    .is_inter = is_inter, .count = count };
      if (gasp_mpi_numbers_of (group, count, r->world))
	name_members (r);
    }
  PMPI_Group_free (&group);
  return r;
}

/* ---- Known ones.  MPI is asked without the lock, so two threads may.  */

static struct ranks *
ranks_of (enum kind kind, word handle)
{
  if ((kind == COMMUNICATOR && handle == (word) MPI_COMM_NULL)
      || (kind == WINDOW && handle == (word) MPI_WIN_NULL)
      || (kind == FILES && handle == (word) MPI_FILE_NULL))
    return NULL;
  pthread_mutex_lock (&lock);
  struct ranks *known = find (kind, handle);
  pthread_mutex_unlock (&lock);
  if (known)
    return known;
  struct ranks *asked = ask (kind, handle);
  pthread_mutex_lock (&lock);
  known = find (kind, handle);
  if (!known && asked)
    {
      asked->next = *list_of (handle);
      *list_of (handle) = known = asked;
      asked = NULL;
    }
  pthread_mutex_unlock (&lock);
  free (asked);
  return known;
}

void
gasp_mpi_forget_ranks (enum kind kind, word handle)
{
  pthread_mutex_lock (&lock);
  struct ranks **link = list_of (handle);
  while (*link && ((*link)->handle != handle || (*link)->kind != kind))
    link = &(*link)->next;
  struct ranks *known = *link;
  if (known)
    *link = known->next;
  pthread_mutex_unlock (&lock);
  free (known ? known->neighbours : NULL);
  free (known);
}

int
gasp_mpi_world_rank (enum kind kind, word handle, int rank)
{
  if (rank < 0)
    return -1;
  const struct ranks *r = ranks_of (kind, handle);
  return r && rank < r->count ? r->world[rank] : -1;
}

int
gasp_mpi_ranks_of (word comm)
{
  const struct ranks *r = ranks_of (COMMUNICATOR, comm);
  return r ? r->count : 0;
}

int64_t
gasp_mpi_members (word comm)
{
  const struct ranks *r = ranks_of (COMMUNICATOR, comm);
  return r ? r->members : 0;
}

int64_t
gasp_mpi_window_members (word window)
{
  const struct ranks *r = ranks_of (WINDOW, window);
  return r ? r->members : 0;
}

/* Each kind is counted apart: what is true of all communicators need not be of
   all files.  */
int64_t
gasp_mpi_gathering (enum kind kind, word handle)
{
  const struct ranks *r = ranks_of (kind, handle);
  return r && r->members
	 ? r->members ^ (int64_t) (gasp_mix ((uint64_t) kind + 1) << 32) : 0;
}

int
gasp_mpi_own_rank (word comm)
{
  int rank = 0;
  PMPI_Comm_rank ((MPI_Comm) comm, &rank);
  return rank;
}

bool
gasp_mpi_is_root (word comm, int root)
{
  int rank = MPI_PROC_NULL;
  const struct ranks *r = ranks_of (COMMUNICATOR, comm);
  if (r && r->is_inter)
    return root == MPI_ROOT;
  return (r && PMPI_Comm_rank ((MPI_Comm) comm, &rank) == MPI_SUCCESS
	  && rank == root);
}

bool
gasp_mpi_gives_to (word comm, int root)
{
  const struct ranks *r = ranks_of (COMMUNICATOR, comm);
  return r && (!r->is_inter || root >= 0);
}

const int *
gasp_mpi_opposite (word comm, int *count)
{
  const struct ranks *r = ranks_of (COMMUNICATOR, comm);
  *count = r && r->is_inter ? r->count : 0;
  return *count ? r->world : NULL;
}

const struct neighbours *
gasp_mpi_neighbours (word comm)
{
  struct ranks *r = ranks_of (COMMUNICATOR, comm);
  if (!r || r->neighbours)
    return r ? r->neighbours : NULL;
  struct neighbours *asked = gasp_mpi_ask_for_neighbours (comm);
  for (int i = 0; asked && i < asked->in + asked->out; i++)
    {
      int rank = asked->ranks[i];
      asked->ranks[i] = rank >= 0 && rank < r->count ? r->world[rank] : -1;
    }
  pthread_mutex_lock (&lock);
  if (!r->neighbours)
    {
      r->neighbours = asked;
      asked = NULL;
    }
  pthread_mutex_unlock (&lock);
  free (asked);
  return r->neighbours;
}

/* ---- Which one of those with the same ranks.  They are made together, so each
   rank counts the same.  */

static struct made
{
  struct made *next;
  enum kind kind;
  uint64_t all;
  uint32_t count;
} *makings;

/* Returns how many there are now, or 0.  The lock is held.  */
static uint32_t
count_made (enum kind kind, uint64_t all)
{
  struct made *m = makings;
  while (m && (m->all != all || m->kind != kind))
    m = m->next;
  if (!m)
    {
      m = malloc (sizeof *m);
      if (!m)
	return 0;
      *m = (struct made) { makings, kind, all, 0 };
      makings = m;
    }
  return ++m->count;
}

void
gasp_mpi_made (enum kind kind, word handle)
{
  gasp_mpi_forget_ranks (kind, handle);
  struct ranks *r = ranks_of (kind, handle);
  if (!r)
    return;
  pthread_mutex_lock (&lock);
  r->made = count_made (kind, r->all);
  pthread_mutex_unlock (&lock);
}

int64_t
gasp_mpi_persistent_members (word comm)
{
  const struct ranks *r = ranks_of (COMMUNICATOR, comm);
  uint64_t which = gasp_mpi_identity (COMMUNICATOR, comm);
  if (!r || !r->members)
    return 0;
  pthread_mutex_lock (&lock);
  which += (uint64_t) count_made (PERSISTENTS, which) << 32;
  pthread_mutex_unlock (&lock);
  return r->members ^ (int64_t) (gasp_mix (which) << 32);
}

uint32_t
gasp_mpi_identity (enum kind kind, word handle)
{
  const struct ranks *r = ranks_of (kind, handle);
  uint64_t which = r ? r->all + kind + ((uint64_t) r->made << 8) : 0;
  return r ? (uint32_t) (gasp_mix (which) >> 32) : 0;
}

/* ---- Datatypes  */

size_t
gasp_mpi_bytes (size_t count, word type)
{
  MPI_Count size = 0;
  if ((long) count <= 0 || type == (word) MPI_DATATYPE_NULL
      || PMPI_Type_size_x ((MPI_Datatype) type, &size) != MPI_SUCCESS || size < 0)
    return 0;
  return count * (size_t) size;
}

size_t
gasp_mpi_received (const MPI_Status *status)
{
  MPI_Count bytes = 0;
  if (PMPI_Get_elements_x (status, MPI_BYTE, &bytes) != MPI_SUCCESS || bytes < 0)
    return 0;
  return (size_t) bytes;
}

/* ---- Processes that MPI starts  */

void
gasp_mpi_say_unspawned (const char *reason)
{
  char text[300];
  snprintf (text, sizeof text, "processes that MPI_Comm_spawn starts are not measured: %s",
	    reason);
  if (gasp_gcc_say_unmeasured)
    gasp_gcc_say_unmeasured (text);
}

/* Processes that MPI starts have the environment of its launcher: only where
   "gasp run" has started that, they are measured.  */
void
gasp_mpi_before_fortran_spawn (void)
{
  const struct launcher *launcher = launcher_of_process ();
  const char *run = getenv ("GASP_RUN");
  if (run && launcher && !launcher_has_set (launcher_process (launcher), "GASP_RUN", run))
    gasp_mpi_say_unspawned ("it is called from Fortran");
}
