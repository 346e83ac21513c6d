/* mpi-load.c - which MPI has started the program, and its library.

   SPDX-License-Identifier: Apache-2.0

   MPI's library is not linked to the program: MPIs are not alike, so each that
   was there when this was built has a small library of ours (mpi/net.c), and
   the one whose launcher has started the program is loaded.  */

#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include "conduit/mpi/mpi.h"
#include "conduit/mpi/mpi-conduit.h"
#include "hash.h"

/* Environment variables by which launchers can be recognised; the value is the
   number of processes, if it is known.  */
static const struct launcher
{
  const char *variable, *mpi;
  bool has_size;
} launchers[] = {
  { "OMPI_COMM_WORLD_SIZE", "openmpi", true },
  { "PMI_SIZE", "mpich", true },
  { "PMIX_RANK", "openmpi", false },
};

static const struct launcher *
find_launcher (void)
{
  for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++)
    if (getenv (launchers[i].variable))
      return &launchers[i];
  return NULL;
}

/* Warns of Slurm, which starts as many programs as it has been asked for
   processes, unless it has been asked for MPI, too.  */
static void
warn_of_slurm (void)
{
  const char *tasks = getenv ("SLURM_STEP_NUM_TASKS");
  const char *task = getenv ("SLURM_PROCID");
  if (tasks && atoi (tasks) > 1 && task && atoi (task) == 0)
    upc_message ("srun has started this %.20s times, each by itself; for one "
		 "program of as many threads, use srun --mpi=pmix with Open "
		 "MPI, or --mpi=pmi2 with MPICH", tasks);
}

bool
upc_mpi_launched (void)
{
  if (upc_settings.mpi || find_launcher ())
    return true;
  warn_of_slurm ();
  return false;
}

/* ---- The library  */

/* Loads FILE from the directory of the executable or shared library that this
   is in.  Returns null if it cannot.  */
static void *
load_beside (const char *file)
{
  char path[4096];
  Dl_info here;
  if (!dladdr (&upc_mpi_conduit, &here))
    return NULL;
  const char *slash = strrchr (here.dli_fname, '/');
  int length = slash ? slash - here.dli_fname + 1 : 0;
  int size = snprintf (path, sizeof path, "%.*s%s", length, here.dli_fname,
		       file);
  return (size < (int) sizeof path ? dlopen (path, RTLD_NOW | RTLD_GLOBAL)
	  : NULL);
}

/* Loads the net for MPI.  MPI's own plugins look for its symbols among those
   of all, so these are global.  */
static void
load_net (const char *mpi)
{
  char file[64], why[512];
  snprintf (file, sizeof file, "libupc-%s.so", mpi);
  void *library = dlopen (file, RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    {
      const char *error = dlerror ();
      snprintf (why, sizeof why, "%s", error ? error : "unknown error");
      library = load_beside (file);
    }
  if (!library)
    upc_fatal ("the program was started for the MPI %s, but %s cannot be "
	       "loaded: %s", mpi, file, why);
  upc_net = dlsym (library, "upc_net");
  if (!upc_net || upc_net->version != UPC_NET_VERSION)
    upc_fatal ("%s belongs to another version of libupc", file);
}

/* ---- Starting MPI  */

/* Returns whether the program or its libraries call MPI themselves; then it
   has to be MPI.  */
static bool
program_calls_mpi (const char *mpi)
{
  static char name[16384];	/* MPICH's longest is half of that */
  int n;
  int (*tell_name) (char *, int *)
    = dlsym (RTLD_DEFAULT, "MPI_Get_library_version");
  if (!tell_name)
    return false;
  tell_name (name, &n);
  if (!strncmp (name, "Open MPI", 8) != !strcmp (mpi, "openmpi"))
    upc_fatal ("the program was started by the MPI %s, but is linked with "
	       "%.40s", mpi, name);
  return true;
}

/* Starts MPI.  Its threads are not the program's, and are to take no signals
   that are meant for it.  */
static void
start_net (bool shared, int *rank, int *size)
{
  sigset_t all, old;
  bool may_share = shared;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &old);
  const char *wrong = upc_net->start (&may_share, rank, size);
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  if (wrong)
    upc_fatal ("%s cannot be used: %s", upc_net->name, wrong);
  if (shared && !may_share && *rank == 0)
    upc_message ("%s does not have MPI_THREAD_MULTIPLE: the program may not "
		 "call it where threads are on several machines",
		 upc_net->name);
}

/* Ends the program if another MPI's launcher has started this process, which
   is alone then.  */
static void
check_launcher (int size)
{
  const struct launcher *launcher = find_launcher ();
  const char *text = (launcher && launcher->has_size
		      ? getenv (launcher->variable) : NULL);
  if (text && atoi (text) != size)
    upc_fatal ("the program was started by the MPI %s, in %.20s processes, but "
	       "has loaded %s, which knows of %d", launcher->mpi, text,
	       upc_net->name, size);
}

void
upc_mpi_count (void)
{
  int rank, size;
  const struct launcher *launcher = find_launcher ();
  const char *mpi = upc_settings.mpi ? upc_settings.mpi
		    : launcher ? launcher->mpi : NULL;
  if (!mpi)
    upc_fatal ("the conduit is mpi, but no MPI has started the program: use "
	       "gasprun --conduit=mpi, mpirun or srun");
  bool shared = program_calls_mpi (mpi);
  load_net (mpi);
  start_net (shared, &rank, &size);
  check_launcher (size);
  if (size > UPC_MAX_THREADS)
    upc_fatal ("MPI has started %d processes; there can be at most %d threads",
	       size, UPC_MAX_THREADS);
  __upc_mythread = rank;
  if (upc_settings.threads_fixed && upc_settings.threads != size)
    upc_fatal ("MPI has started %d processes, but the program was compiled for "
	       "%d threads", size, upc_settings.threads);
  upc_settings.threads = size;
}

/* ---- Whether all run the same program  */

/* Mixes into DATA, a hash, the sizes of OBJECT's segments, and its notes, of
   which one is the linker's mark of what it has linked.  The executable is the
   first object.  */
static int
mix_segments (struct dl_phdr_info *object, size_t size, void *data)
{
  uint64_t *hash = data;
  (void) size;
  for (int i = 0; i < object->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *p = &object->dlpi_phdr[i];
      *hash = gasp_hash_bytes (*hash, &p->p_memsz, sizeof p->p_memsz);
      if (p->p_type == PT_NOTE)
	*hash = gasp_hash_bytes (*hash,
				 (const char *) object->dlpi_addr + p->p_vaddr,
				 p->p_memsz);
    }
  return 1;
}

void
upc_mpi_check_program (void)
{
  uint64_t hash = GASP_HASH_OF_NOTHING;
  dl_iterate_phdr (mix_segments, &hash);
  hash >>= 1;
  if (upc_mpi_least (hash) + upc_mpi_least (INT64_MAX - hash) != INT64_MAX)
    upc_fatal ("the threads do not all run the same program");
}
