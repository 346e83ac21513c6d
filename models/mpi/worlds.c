/* worlds.c - ranks of other worlds: see worlds.h.

   SPDX-License-Identifier: Apache-2.0

   The ranks that spawn together have to know the number of the new world.  They
   may not be asked to send each other anything, as some of them may not be
   measured.  So the root writes it down beside the records:

     DIRECTORY/.job-JOB/world-NUMBER	    a link: there is a world of this number
			spawn-MEMBERS-N	    a link to the number that the N-th spawning by
					    MEMBERS has made

   Where the directory is not the same one for all, other ranks
   do not learn it.  */

#include "launchers.h"
#include "worlds.h"
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Who is known  */

struct world
{
  struct world *next;
  MPI_Group group;
  int first;			/* the number of its first member; or there
				   are */
  int numbers[];		/* these */
};

static struct world *worlds;

static void
add_world (struct world *world, MPI_Group group, int first)
{
  world->group = group;
  world->first = first;
  world->next = __atomic_load_n (&worlds, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n (&worlds, &world->next, world, false,
				       __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    continue;
}

void
gasp_mpi_know_world (MPI_Group group, unsigned int number)
{
  struct world *world = malloc (sizeof *world);
  if (world)
    add_world (world, group, (int) (number << LAUNCHER_RANK_BITS));
}

/* Reads what launcher_world leaves of the variable, "0-3 7", into NUMBERS, of
   which there are COUNT.  */
static bool
read_parents (int *numbers, int count)
{
  const char *text = launcher_variable (LAUNCHER_WORLD);
  int n = 0, from, to, length, skipped = 0;
  sscanf (text, "%*x %*u%n", &skipped);
  for (text += skipped; sscanf (text, " %d-%d%n", &from, &to, &length) == 2;
       text += length)
    for (; from <= to && n < count; from++)
      numbers[n++] = from;
  return n == count;
}

static void
know_parents (void)
{
  MPI_Comm parent = MPI_COMM_NULL;
  MPI_Group group;
  int count;
  if (PMPI_Comm_get_parent (&parent) != MPI_SUCCESS || parent == MPI_COMM_NULL
      || PMPI_Comm_remote_group (parent, &group) != MPI_SUCCESS)
    return;
  PMPI_Group_size (group, &count);
  struct world *world = malloc (sizeof *world + count * sizeof *world->numbers);
  if (world && read_parents (world->numbers, count))
    add_world (world, group, -1);
  else
    {
      PMPI_Group_free (&group);
      free (world);
    }
}

/* Notes this process's own world, and those that have started it.  Two threads
   may: a world that is there twice has the same numbers.  */
static void
know_first (void)
{
  static bool is_known;
  MPI_Group group;
  uint64_t job;
  if (__atomic_load_n (&is_known, __ATOMIC_ACQUIRE)
      || PMPI_Comm_group (MPI_COMM_WORLD, &group) != MPI_SUCCESS)
    return;
  gasp_mpi_know_world (group, launcher_world (&job));
  if (launcher_world (&job))
    know_parents ();
  __atomic_store_n (&is_known, true, __ATOMIC_RELEASE);
}

/* Sets those NUMBERS of GROUP that WORLD has; IN_GROUP and IN_WORLD have room
   for as many.  */
static void
find_in_world (const struct world *world, MPI_Group group, int count,
	       int *numbers, const int *in_group, int *in_world)
{
  if (PMPI_Group_translate_ranks (group, count, in_group, world->group,
				  in_world)
      != MPI_SUCCESS)
    return;
  for (int i = 0; i < count; i++)
    if (numbers[i] < 0 && in_world[i] >= 0)
      numbers[i] = world->first < 0 ? world->numbers[in_world[i]]
		   : world->first + in_world[i];
}

bool
gasp_mpi_numbers_of (MPI_Group group, int count, int *numbers)
{
  bool are_known = true;
  int *ranks = malloc (2 * (count ? count : 1) * sizeof *ranks);
  for (int i = 0; i < count; i++)
    {
      numbers[i] = -1;
      if (ranks)
	ranks[i] = i;
    }
  know_first ();
  for (const struct world *w = __atomic_load_n (&worlds, __ATOMIC_ACQUIRE);
       ranks && w; w = w->next)
    find_in_world (w, group, count, numbers, ranks, ranks + count);
  free (ranks);
  for (int i = 0; i < count; i++)
    are_known &= numbers[i] >= 0;
  return are_known;
}

/* ---- Their numbers  */

/* Puts into PATH what stands beside the records for JOB; false if that is too
   long.  */
static bool
name_link (char *path, uint64_t job, const char *format, ...)
{
  va_list arguments;
  int length
    = snprintf (path, PATH_MAX, "%s/.job-%016llx/",
		launcher_variable ("GASP_OUTPUT"), (unsigned long long) job);
  if (length < 0 || length >= PATH_MAX - 64)
    return false;
  va_start (arguments, format);
  vsnprintf (path + length, PATH_MAX - length, format, arguments);
  va_end (arguments);
  return true;
}

static bool
name_spawning (char *path, uint64_t job, int64_t members, unsigned int n)
{
  return name_link (path, job, "spawn-%llx-%u", (unsigned long long) members,
		    n);
}

unsigned int
gasp_mpi_take_world (uint64_t job, int64_t members, unsigned int n)
{
  static unsigned int latest;
  char path[PATH_MAX], spawning[PATH_MAX], text[16];
  if (!name_link (path, job, "") || !name_spawning (spawning, job, members, n))
    return 0;
  mkdir (path, 0777);
  unsigned int world = __atomic_load_n (&latest, __ATOMIC_RELAXED);
  do
    name_link (path, job, "world-%u", ++world);
  while (world <= LAUNCHER_MOST_WORLDS && symlink ("-", path)
	 && errno == EEXIST);
  snprintf (text, sizeof text, "%u", world);
  if (world > LAUNCHER_MOST_WORLDS || symlink (text, spawning))
    return 0;
  __atomic_store_n (&latest, world, __ATOMIC_RELAXED);
  return world;
}

unsigned int
gasp_mpi_find_world (uint64_t job, int64_t members, unsigned int n)
{
  char path[PATH_MAX], text[16];
  if (!name_spawning (path, job, members, n))
    return 0;
  ssize_t length = readlink (path, text, sizeof text - 1);
  text[length < 0 ? 0 : length] = '\0';
  int world = launcher_number (text);
  return world > 0 && world <= LAUNCHER_MOST_WORLDS ? (unsigned int) world : 0;
}
