/* ranks.c - communicators, windows and datatypes: see ranks.h.

   SPDX-License-Identifier: Apache-2.0

   MPI is asked for a communicator's ranks once, until that is freed; and no
   lock is taken for those that the thread has found lately.  A handle that code
   without instrumentation frees may be another communicator's later: then the
   ranks of the first are given for it.  */

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
  bool is_known;		/* all of them have numbers */
  bool is_named;		/* nothing but its own number is known yet */
  bool is_told;			/* the tool knows of it, or need not */
  struct own_place own;		/* all but the number */
  int64_t members;		/* gasp_mpi_members */
  uint64_t all;			/* a number for its ranks, of both groups */
  uint64_t number;		/* which one of those that have these; or 0 */
  uint32_t identity;		/* gasp_mpi_identity */
  uint32_t children;		/* that all its ranks have made of it */
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

/* Returns what leads to it, or to null.  */
static struct ranks **
find (enum kind kind, word handle)
{
  struct ranks **link = list_of (handle);
  while (*link && ((*link)->handle != handle || (*link)->kind != kind))
    link = &(*link)->next;
  return link;
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

/* Sets R's names: it is number NUMBER among those with the same ranks.  */
static void
set_number (struct ranks *r, uint64_t number)
{
  r->number = number;
  r->identity = gasp_mix (r->all + r->kind + number) >> 32;
  if (r->is_known && !r->is_inter)
    r->members = (int64_t) ((uint64_t) r->identity << 32 | (uint32_t) r->count);
}

/* Names the members of R.  Both groups of two know which is which by the
   numbers of their ranks.  */
static void
name_members (struct ranks *r)
{
  uint64_t own = 0;
  r->all = number_of (r->world, r->count);
  if (r->kind != COMMUNICATOR)
    return;
  MPI_Comm comm = (MPI_Comm) r->handle;
  if (r->is_inter)
    own = number_own (comm);
  r->own.group = r->is_inter ? own < r->all ? 1 : 2
		 : comm == MPI_COMM_WORLD ? 4 : 0;
  r->all += own;
  r->is_told = PMPI_Comm_rank (comm, &r->own.rank) != MPI_SUCCESS
	       || PMPI_Comm_size (comm, &r->own.ranks) != MPI_SUCCESS;
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
			    .is_inter = is_inter, .is_told = true,
			    .count = count };
      r->is_known = gasp_mpi_numbers_of (group, count, r->world);
      if (r->is_known)
	name_members (r);
      set_number (r, 0);
    }
  PMPI_Group_free (&group);
  return r;
}

/* ---- What the tool is to know  */

bool gasp_mpi_tells;

/* Sets OWN to the process's place in a communicator that the tool does not know
   of, and notes that it does.  */
static bool
take_untold (struct own_place *own)
{
  struct ranks *r = NULL;
  pthread_mutex_lock (&lock);
  for (int i = 0; i < LISTS && !r; i++)
    for (r = lists[i]; r && (r->is_told || r->is_named); r = r->next)
      continue;
  if (r)
    {
      r->is_told = true;
      *own = r->own;
      own->which = (int) r->identity;
    }
  else
    __atomic_store_n (&gasp_mpi_tells, false, __ATOMIC_RELAXED);
  pthread_mutex_unlock (&lock);
  return r;
}

void
gasp_mpi_tell_ranks (const struct library_call *call)
{
  struct own_place own;
  while (take_untold (&own))
    gasp_mpi_raise_comm (call, &own);
}

/* ---- Known ones.  MPI is asked without the lock, so two threads may.  */

static bool
is_null (enum kind kind, word handle)
{
  return ((kind == COMMUNICATOR && handle == (word) MPI_COMM_NULL)
	  || (kind == WINDOW && handle == (word) MPI_WIN_NULL)
	  || (kind == FILES && handle == (word) MPI_FILE_NULL));
}

/* Takes out what LINK leads to.  */
static void
take_out (struct ranks **link)
{
  struct ranks *r = *link;
  *link = r->next;
  free (r->neighbours);
  free (r);
}

/* Adds R, unless another thread has; returns the one that is there.  The lock
   is held.  */
static struct ranks *
add (struct ranks *r)
{
  struct ranks **link = find (r->kind, r->handle), *there = *link;
  if (there && !there->is_named)
    {
      free (r);
      return there;
    }
  if (there)
    {
      set_number (r, there->number);
      take_out (link);
    }
  r->next = *list_of (r->handle);
  *list_of (r->handle) = r;
  if (!r->is_told && !r->is_named)
    __atomic_store_n (&gasp_mpi_tells, true, __ATOMIC_RELAXED);
  return r;
}

static struct ranks *
look_up (enum kind kind, word handle)
{
  pthread_mutex_lock (&lock);
  struct ranks *known = *find (kind, handle);
  bool is_known = known && !known->is_named;
  pthread_mutex_unlock (&lock);
  if (is_known || is_null (kind, handle))
    return known;
  known = ask (kind, handle);
  if (!known)
    return NULL;
  pthread_mutex_lock (&lock);
  known = add (known);
  pthread_mutex_unlock (&lock);
  return known;
}

/* A thread remembers so many, until any one is forgotten.  */
#define REMEMBERED 8
static unsigned int forgotten;	/* atomic */
static __thread struct remembered
{
  struct ranks *ranks;
  word handle;
  enum kind kind;
  unsigned int forgotten;
} remembered[REMEMBERED] __attribute__ ((tls_model ("initial-exec")));

static struct ranks *
ranks_of (enum kind kind, word handle)
{
  struct remembered *r
    = &remembered[(handle ^ handle >> 6 ^ handle >> 9 ^ kind) % REMEMBERED];
  unsigned int now = __atomic_load_n (&forgotten, __ATOMIC_ACQUIRE);
  if (r->handle != handle || r->kind != kind || r->forgotten != now
      || !r->ranks)
    *r = (struct remembered) { look_up (kind, handle), handle, kind, now };
  return r->ranks;
}

void
gasp_mpi_forget_ranks (enum kind kind, word handle)
{
  pthread_mutex_lock (&lock);
  struct ranks **link = find (kind, handle);
  if (*link)
    take_out (link);
  __atomic_add_fetch (&forgotten, 1, __ATOMIC_RELEASE);
  pthread_mutex_unlock (&lock);
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
gasp_mpi_peer (word comm, int rank, int *which)
{
  const struct ranks *r = ranks_of (COMMUNICATOR, comm);
  *which = r ? (int) r->identity : 0;
  return r && rank >= 0 && rank < r->count ? r->world[rank] : -1;
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
gasp_mpi_two_groups (word comm)
{
  const struct ranks *r = ranks_of (COMMUNICATOR, comm);
  return r && r->is_inter ? (int64_t) r->identity << 32 : 0;
}

int64_t
gasp_mpi_window_members (word window)
{
  const struct ranks *r = ranks_of (WINDOW, window);
  return r ? r->members : 0;
}

/* Returns a number for the members of HANDLE, 0 if they are not known.  Each
   kind is counted apart: what is true of all communicators need not be of all
   files.  */
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

/* ---- Which one of those with the same ranks.  What all ranks of a
   communicator make of it is known by that one's number and by how many were
   made of it before: MPI has these calls in one order, whichever threads they
   are of.  What others make is known by how many were made with the same
   ranks.  */

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

/* Returns a number for what is made next of the communicator PARENT.  */
static uint64_t
number_child (word parent)
{
  struct ranks *r = ranks_of (COMMUNICATOR, parent);
  if (!r)
    return 0;
  pthread_mutex_lock (&lock);
  uint64_t child = (uint64_t) r->identity << 32 | ++r->children;
  pthread_mutex_unlock (&lock);
  return gasp_mix (child);
}

void
gasp_mpi_made_of (word parent, enum kind kind, word handle)
{
  uint64_t number = number_child (parent);
  gasp_mpi_forget_ranks (kind, handle);
  struct ranks *named = is_null (kind, handle) ? NULL : malloc (sizeof *named);
  if (!named)
    return;
  *named = (struct ranks) { .is_named = true, .kind = kind, .handle = handle,
			    .number = number };
  pthread_mutex_lock (&lock);
  add (named);
  pthread_mutex_unlock (&lock);
}

void
gasp_mpi_made (word comm)
{
  gasp_mpi_forget_ranks (COMMUNICATOR, comm);
  struct ranks *r = ranks_of (COMMUNICATOR, comm);
  if (!r)
    return;
  pthread_mutex_lock (&lock);
  set_number (r, count_made (COMMUNICATOR, r->all));
  if (r->is_known)
    {
      r->is_told = false;
      __atomic_store_n (&gasp_mpi_tells, true, __ATOMIC_RELAXED);
    }
  pthread_mutex_unlock (&lock);
}

int64_t
gasp_mpi_makers (word comm)
{
  const struct ranks *r = ranks_of (COMMUNICATOR, comm);
  if (!r || !r->is_known)
    return 0;
  int count = r->count + (r->is_inter ? r->own.ranks : 0);
  return (int64_t) (gasp_mix (~r->all) << 32 | (uint32_t) count);
}

int64_t
gasp_mpi_persistent_members (word comm)
{
  const struct ranks *r = ranks_of (COMMUNICATOR, comm);
  if (!r || !r->members)
    return 0;
  pthread_mutex_lock (&lock);
  uint64_t which = r->identity
		   + ((uint64_t) count_made (PERSISTENTS, r->identity) << 32);
  pthread_mutex_unlock (&lock);
  return r->members ^ (int64_t) (gasp_mix (which) << 32);
}

uint32_t
gasp_mpi_identity (enum kind kind, word handle)
{
  const struct ranks *r = ranks_of (kind, handle);
  return r ? r->identity : 0;
}

/* ---- Datatypes  */

size_t
gasp_mpi_bytes (size_t count, word type)
{
  MPI_Count size = 0;
  if ((long) count <= 0 || type == (word) MPI_DATATYPE_NULL
      || PMPI_Type_size_x ((MPI_Datatype) type, &size) != MPI_SUCCESS
      || size < 0)
    return 0;
  return count * (size_t) size;
}

size_t
gasp_mpi_received (const MPI_Status *status)
{
  MPI_Count bytes = 0;
  if (PMPI_Get_elements_x (status, MPI_BYTE, &bytes) != MPI_SUCCESS
      || bytes < 0)
    return 0;
  return (size_t) bytes;
}

/* ---- Processes that MPI starts  */

void
gasp_mpi_say_unspawned (const char *reason)
{
  char text[300];
  snprintf (text, sizeof text,
	    "processes that MPI_Comm_spawn starts are not measured: %s",
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
  if (run && launcher
      && !launcher_has_set (launcher_process (launcher), "GASP_RUN", run))
    gasp_mpi_say_unspawned ("it is called from Fortran");
}
