/* launchers.h - environment variables by which a process learns from launchers
   of parallel jobs who it is.

   SPDX-License-Identifier: Apache-2.0

   And how one job is known from another: its name, if the launcher gives it one
   that all processes know; else the process that has started those of this
   machine.  */

#pragma once

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "hash.h"

/* The number of the process, from 0; how many there are; the job's identifier,
   and the step's.  Null where a launcher has none that all processes have in
   common.  */
struct launcher { const char *rank, *ranks, *job, *step; };

static const struct launcher launchers[] = {
  { "PMIX_RANK", "SLURM_STEP_NUM_TASKS", "PMIX_NAMESPACE", 0 },
  { "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMIX_NAMESPACE", 0 },
  { "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_MCA_ess_base_jobid",
    0 },
  { "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE", "MPISPAWN_MPIRUN_ID", 0 },
  { "PMI_RANK", "PMI_SIZE", "PMI_JOBID", 0 },
  { "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_JOB_ID", "SLURM_STEP_ID" },
  /* GCC's images; without NUM_IMAGES there are as many as processors.  */
  { "GFORTRAN_IMAGE_NUM", "GFORTRAN_NUM_IMAGES", "GFORTRAN_SHMEM_PID", 0 },
};
#define LAUNCHERS (sizeof launchers / sizeof *launchers)

/* Variables that differ between jobs whose names may be the same: Open MPI 4
   makes these of 16 bits.  */
static const char *const launcher_more[] = {
  "OMPI_MCA_orte_precondition_transports", "SLURM_RESTART_COUNT"
};

/* Returns the value of the environment variable NAME, which may be null, or
   "".  */
static inline const char *
launcher_variable (const char *name)
{
  const char *value = name ? getenv (name) : NULL;
  return value ? value : "";
}

/* Returns the number that TEXT is, from 0; or -1.  */
static inline int
launcher_number (const char *text)
{
  char *end;
  errno = 0;
  long number = *text >= '0' && *text <= '9' ? strtol (text, &end, 10) : -1;
  return number >= 0 && number <= INT_MAX && !*end
  && !errno ? (int) number : -1;
}

/* Processes that MPI_Comm_spawn starts are a world of their own, with ranks
   from 0 on: the worlds of a job are numbered, and its first has number 0.
   Such a process is given its job, its world and its parents
   (models/mpi/spawn.c).  What follows takes its rank for that with the number
   of the world above LAUNCHER_RANK_BITS.  */
#define LAUNCHER_WORLD "GASP_MPI_WORLD"
enum { LAUNCHER_RANK_BITS = 20, LAUNCHER_MOST_WORLDS = 2047 };

/* Returns the world that this process is of, and its job in *JOB.  */
static inline unsigned int
launcher_world (uint64_t *job)
{
  unsigned long long number;
  unsigned int world;
  if (sscanf (launcher_variable (LAUNCHER_WORLD), "%llx %u", &number, &world)
	!= 2
      || world > LAUNCHER_MOST_WORLDS)
    return 0;
  *job = number;
  return world;
}

/* Returns the rank that L has given this process, or -1.  */
static inline int
launcher_rank (const struct launcher *l)
{
  uint64_t job;
  int rank = launcher_number (launcher_variable (l->rank));
  return rank < 0 || rank >> LAUNCHER_RANK_BITS ? rank
	 : (int) launcher_world (&job) << LAUNCHER_RANK_BITS | rank;
}

/* Returns whether L has started this process.  Slurm also sets its variables
   for the script of a batch job, which is not a step or has a number
   beyond all.  */
static inline bool
launcher_has_started (const struct launcher *l)
{
  const char *step = launcher_variable (l->step);
  return launcher_number (launcher_variable (l->rank)) >= 0
	 && (!l->step || (*step && strtoul (step, NULL, 10) < 0xfffffff0));
}

/* Returns the launcher that has started this process as one of a job, or
   null.  */
static inline const struct launcher *
launcher_of_process (void)
{
  for (size_t i = 0; i < LAUNCHERS; i++)
    if (launcher_has_started (&launchers[i]))
      return &launchers[i];
  return NULL;
}

/* Returns how many processes the job has; 0 if that is not known.  */
static inline int
launcher_ranks (void)
{
  int ranks = 0;
  for (size_t i = 0; i < LAUNCHERS && ranks <= 0; i++)
    if (launcher_has_started (&launchers[i]))
      ranks = launcher_number (launcher_variable (launchers[i].ranks));
  return ranks > 0 ? ranks : 0;
}

/* ---- Processes  */

/* Reads the file NAME of process PID in /proc into TEXT, as a string of up to
   SIZE - 1 bytes.  Returns its length.  */
static inline size_t
launcher_read (int pid, const char *name, char *text, size_t size)
{
  char path[64];
  snprintf (path, sizeof path, "/proc/%d/%s", pid, name);
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  ssize_t length = fd < 0 ? 0 : read (fd, text, size - 1);
  if (fd >= 0)
    close (fd);
  text[length < 0 ? 0 : length] = '\0';
  return length < 0 ? 0 : (size_t) length;
}

/* Returns field NUMBER of the kernel's status of process PID, the second of
   which is a name in parentheses.  */
static inline uint64_t
launcher_field (int pid, int number)
{
  char text[1024];
  launcher_read (pid, "stat", text, sizeof text);
  const char *p = strrchr (text, ')');
  for (int field = 2; p && field < number; field++)
    p = strchr (p + 1, ' ');
  return p ? strtoull (p, NULL, 10) : 0;
}
enum { LAUNCHER_PARENT = 4, LAUNCHER_START = 22 };

/* Returns whether process PID was started with the variable NAME set to
   VALUE.  */
static inline bool
launcher_has_set (int pid, const char *name, const char *value)
{
  char path[64], wanted[128], chunk[512];
  snprintf (path, sizeof path, "/proc/%d/environ", pid);
  snprintf (wanted, sizeof wanted, "%s=%s", name, value);
  size_t at = 0, size = strlen (wanted) + 1; /* with its null */
  bool differs = false;
  ssize_t length;
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  while (fd >= 0 && at < size && (length = read (fd, chunk, sizeof chunk)) > 0)
    for (ssize_t i = 0; i < length && at < size; i++)
      {
	differs |= chunk[i] != wanted[at];
	at = differs ? 0 : at + 1;
	differs &= chunk[i] != 0;
      }
  if (fd >= 0)
    close (fd);
  return at == size;
}

/* Returns the value of argument NAME of process PID, in TEXT; "" if it has
   none.  */
static inline const char *
launcher_argument (int pid, const char *name, char *text, size_t size)
{
  size_t length = launcher_read (pid, "cmdline", text, size);
  for (const char *p = text; p < text + length; p += strlen (p) + 1)
    if (!strcmp (p, name) && p + strlen (p) + 1 < text + length)
      return p + strlen (p) + 1;
  return "";
}

/* Returns the process by which L has started this one and others of this
   machine: the first ancestor that was not given the variables.  MPICH's is a
   proxy of mpiexec's.  */
static inline int
launcher_process (const struct launcher *l)
{
  char arguments[1024];
  int pid = getppid ();
  while (pid > 1
	 && !*launcher_argument (pid, "--control-port", arguments,
				 sizeof arguments)
	 && launcher_has_set (pid, l->rank, launcher_variable (l->rank)))
    pid = (int) launcher_field (pid, LAUNCHER_PARENT);
  return pid;
}

/* ---- Jobs  */

/* Puts into NAME, of SIZE bytes, what L calls its job; false if it has no
   name that processes on all machines know.  */
static inline bool
launcher_names_job (const struct launcher *l, char *name, size_t size)
{
  char arguments[1024], more[1024];
  const char *job = launcher_variable (l->job),
	     *step = launcher_variable (l->step);
  if (*job)
    snprintf (name, size, "%s%s%s", job, *step ? "." : "", step);
  if (*job || strcmp (l->rank, "PMI_RANK"))
    return *job;
  /* MPICH's processes learn where mpiexec listens, and which group of
     processes (MPI_Comm_spawn makes others) they start.  */
  int proxy = launcher_process (l);
  const char *port
    = launcher_argument (proxy, "--control-port", arguments, sizeof arguments);
  const char *group = launcher_argument (proxy, "--pgid", more, sizeof more);
  snprintf (name, size, "%s%s%s", port, atoi (group) ? "." : "",
	    atoi (group) ? group : "");
  return *port;
}

/* Returns the name of the job that this is a process of, in NAME; that
   without one has the number of a process.  Returns the launcher, or null if
   there is no job.  */
static inline const struct launcher *
launcher_job_name (char *name, size_t size, bool *is_known)
{
  const struct launcher *nameless = NULL;
  *is_known = true;
  for (size_t i = 0; i < LAUNCHERS; i++)
    if (launcher_has_started (&launchers[i]))
      {
	if (launcher_names_job (&launchers[i], name, size))
	  return &launchers[i];
	nameless = nameless ? nameless : &launchers[i];
      }
  *is_known = false;
  if (nameless)
    snprintf (name, size, "%d", launcher_process (nameless));
  return nameless;
}

/* Returns a number for process PID that no other process has, on any machine,
   or on this one after it has been restarted.  */
static inline uint64_t
launcher_process_number (int pid)
{
  char text[64] = "";
  struct utsname names;
  uint64_t hash = GASP_HASH_OF_NOTHING;
  int fd = open ("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  ssize_t length = fd < 0 ? 0 : read (fd, text, sizeof text - 1);
  if (fd >= 0)
    close (fd);
  text[length < 0 ? 0 : length] = '\0';
  hash = gasp_hash_text (hash, text);
  if (uname (&names) == 0)
    hash = gasp_hash_text (hash, names.nodename);
  snprintf (text, sizeof text, " %d %llu", pid,
	    (unsigned long long) launcher_field (pid, LAUNCHER_START));
  return gasp_hash_text (hash, text);
}

/* Returns a number that the processes of this one's job have in common, and
   hardly any others; if the job has no name, those of this machine.  0: it is
   not of a job.  */
static inline uint64_t
launcher_job (void)
{
  char name[512];
  bool is_known;
  uint64_t job;
  const struct launcher *l = launcher_job_name (name, sizeof name, &is_known);
  if (!l)
    return 0;
  if (launcher_world (&job))
    return job;
  if (!is_known)
    return launcher_process_number (launcher_process (l));
  uint64_t hash = gasp_hash_text (GASP_HASH_OF_NOTHING, name);
  for (size_t i = 0; i < sizeof launcher_more / sizeof *launcher_more; i++)
    {
      hash = gasp_hash_text (hash, " ");
      hash = gasp_hash_text (hash, launcher_variable (launcher_more[i]));
    }
  return hash;
}
