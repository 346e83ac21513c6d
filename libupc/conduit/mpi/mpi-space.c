/* mpi-space.c - shared space where MPI has made the processes.

   SPDX-License-Identifier: Apache-2.0

   The near threads have their control block, and after it their parts, in one
   file of memory, which has no name: the first of them makes it, and the others
   open it by what /proc says of that one.  */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include "conduit/mpi/mpi.h"

/* Finds the threads near this one; with UPC_NODE_SIZE, as if there were at
   most so many on a machine: for tests.  */
static void
find_near (int *first, int *count)
{
  int most = upc_settings.node_size;
  upc_net->near (first, count);
  upc_am_note_machine (*first, *count);
  if (!most)
    return;
  int end = *first + *count, mine = (MYTHREAD - *first) / most * most;
  *first += mine;
  *count = end - *first < most ? end - *first : most;
}

static int
make_memory (uint64_t size)
{
  int file = memfd_create ("upc", MFD_CLOEXEC);
  if (file < 0 || ftruncate (file, size) < 0)
    upc_fatal ("cannot make %llu bytes of shared memory: %s",
	       (unsigned long long) size, strerror (errno));
  return file;
}

static int
open_memory (int first, uint64_t size)
{
  struct
  {
    pid_t process;
    int file;
  } mine = { getpid (), MYTHREAD == first ? make_memory (size) : -1 },
    *all = upc_mpi_collect (&mine, sizeof mine);
  char name[64];
  for (int t = 0; t < THREADS; t++)
    if (all[t].file >= 0)
      upc_am_add_node (t);
  if (MYTHREAD != first)
    {
      snprintf (name, sizeof name, "/proc/%d/fd/%d", all[first].process,
		all[first].file);
      mine.file = open (name, O_RDWR | O_CLOEXEC);
    }
  free (all);
  if (mine.file < 0)
    upc_fatal ("cannot share memory with thread %d (%s: %s); with "
	       "UPC_NODE_SIZE=1 no threads do", first, name, strerror (errno));
  return mine.file;
}

static struct upc_control *
map_control (int file, uint64_t size)
{
  void *memory = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED)
    upc_fatal ("cannot map %llu bytes: %s", (unsigned long long) size,
	       strerror (errno));
  return memory;
}

static void
fill_control (struct upc_control *control, int first, int count,
	      uint64_t static_part, uint64_t part)
{
  control->first = first;
  control->count = count;
  control->heap = control->heap_top = static_part;
  control->part_end = part;
  control->budget = UINT64_MAX;
}

/* Adds the processors that this thread may use to those of all near
   threads.  */
static void
add_processors (struct upc_control *control)
{
  cpu_set_t set;
  unsigned long *all = (unsigned long *) &control->processors;
  const unsigned long *mine = (const unsigned long *) &set;
  if (sched_getaffinity (0, sizeof set, &set) < 0)
    return;
  for (size_t i = 0; i < sizeof set / sizeof *mine; i++)
    __atomic_fetch_or (&all[i], mine[i], __ATOMIC_RELAXED);
}

void
upc_mpi_map (uint64_t static_size)
{
  int first, count;
  find_near (&first, &count);
  upc_provider.job = upc_mpi_least (upc_provider.job);
  uint64_t static_part = upc_static_part (static_size);
  uint64_t part = upc_mpi_least (upc_wanted_part (static_part, count));
  uint64_t block = upc_page_up (sizeof (struct upc_control)
				+ count * sizeof (struct upc_thread));
  /* Unless somebody said how large heaps are to be, all together have as much
     for each as the machine that has the least.  */
  uint64_t memory = upc_mpi_least (upc_physical_memory () / count);
  int file = open_memory (first, block + count * part);
  struct upc_control *control = map_control (file, block);
  upc_map_file (file, block, first, part);
  if (MYTHREAD == first)
    {
      fill_control (control, first, count, static_part, part);
      if (!upc_settings.heap)
	control->budget = memory * count;
    }
  add_processors (control);
  /* No thread closes it before all have mapped it.  */
  upc_mpi_barrier ();
  close (file);
  upc_control = control;
  __upc_near_first = first;
  __upc_near_count = count;
}
