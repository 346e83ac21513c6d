/* check.upc - what UPC takes, beside MPI and memory, for gasprun --check.

   SPDX-License-Identifier: Apache-2.0

   usage: check [NAME=FIGURE]...	MPI's figures, as check-mpi.c prints them;
					load=PROCESSORS that others used before

   It prints a table, and what is wrong in sentences, which begin with a star.  */

#define _GNU_SOURCE
#include <dirent.h>
#include <stdarg.h>
#include <sched.h>
#include <unistd.h>
#include <upc.h>
#include <upc_castable.h>
#include <upc_collective.h>
#include <bupc_extensions.h>
#include "measure.h"

enum { HOST = 64, PROCESSORS = 1024, NAMES = 256 };

/* What each thread says of where it is.  */
struct place
{
  char host[HOST];
  char devices[NAMES];		/* for remote memory, with blanks between */
  unsigned char may_use[PROCESSORS / 8];
  int online, is_near;		/* to thread 0 */
};

static shared struct place places[THREADS];
static bupc_sem_t *shared signals[THREADS];
static shared double ones[THREADS], sum_of_ones;
static struct place *all;
static struct figures upc, mpi, memory;
static double one_sided = -1, load;
static int wrong;

/* ---- Places  */

/* Appends the names in DIRECTORY to DEVICES.  */
static void
list_devices (const char *directory, char *devices)
{
  DIR *d = opendir (directory);
  struct dirent *entry;
  while (d && (entry = readdir (d)))
    if (entry->d_name[0] != '.'
	&& strlen (devices) + strlen (entry->d_name) + 2 < NAMES)
      sprintf (devices + strlen (devices), "%s%s", *devices ? " " : "", entry->d_name);
  if (d)
    closedir (d);
}

static void
find_places (void)
{
  struct place own = { .online = sysconf (_SC_NPROCESSORS_ONLN) };
  cpu_set_t set;
  gethostname (own.host, HOST - 1);
  list_devices ("/sys/class/infiniband", own.devices);
  list_devices ("/sys/class/cxi", own.devices);
  if (sched_getaffinity (0, sizeof set, &set) == 0)
    for (int i = 0; i < PROCESSORS && i < CPU_SETSIZE; i++)
      if (CPU_ISSET (i, &set))
	own.may_use[i / 8] |= 1 << i % 8;
  own.is_near = upc_cast (&places[0]) != NULL;
  upc_memput (&places[MYTHREAD], &own, sizeof own);
  upc_barrier;
  all = malloc (THREADS * sizeof *all);
  for (int i = 0; i < THREADS; i++)
    upc_memget (&all[i], &places[i], sizeof *all);
}

/* Returns the first thread after 0 that is near it, or not; -1 for none.  */
static int
partner (int is_near)
{
  for (int i = 1; i < THREADS; i++)
    if (!all[i].is_near == !is_near)
      return i;
  return -1;
}

static int
same_host (int a, int b)
{
  return !strcmp (all[a].host, all[b].host);
}

/* ---- Measuring  */

static void
trip (int other)
{
  bupc_sem_t *own = signals[MYTHREAD], *theirs = signals[MYTHREAD ? 0 : other];
  for (int i = 0; i < TRIPS; i++)
    if (MYTHREAD == 0)
      {
	bupc_sem_post (theirs);
	bupc_sem_wait (own);
      }
    else if (MYTHREAD == other)
      {
	bupc_sem_wait (own);
	bupc_sem_post (theirs);
      }
}

static void
move (shared [] char *to, const char *data)
{
  for (int i = 0; i < CHUNKS; i++)
    upc_memput (to, data, CHUNK);
  upc_fence;
}

static void
measure_pair (int other, shared char *buffers, double *one_trip, double *rate)
{
  char *data = calloc (CHUNK, 1);
  double took = 0;
  if (other < 0)
    return;
  LEAST_TIME (took, upc_barrier, trip (other));
  *one_trip = took / TRIPS;
  LEAST_TIME (took, upc_barrier,
	      if (MYTHREAD == 0)
		move ((shared [] char *) &buffers[other], data));
  *rate = (double) CHUNK * CHUNKS / took / 1e3;
  free (data);
}

static void
update (shared uint64_t *table, int share)
{
  uint64_t state = MYTHREAD + 1;
  for (int i = 0; i < UPDATES; i++)
    {
      uint64_t number = next_number (&state);
      table[number % ((uint64_t) WORDS * share)] ^= number;
    }
  upc_barrier;
}

static void
measure_all (shared uint64_t *table)
{
  ones[MYTHREAD] = 1;
  LEAST_TIME (upc.barrier, upc_barrier,
	      for (int i = 0; i < MEETINGS; i++)
		upc_barrier);
  LEAST_TIME (upc.sum, upc_barrier,
	      for (int i = 0; i < MEETINGS; i++)
		upc_all_reduceD (&sum_of_ones, ones, UPC_ADD, THREADS, 1, NULL,
				 UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC));
  LEAST_TIME (upc.updates, upc_barrier, update (table, THREADS));
  upc.barrier /= MEETINGS;
  upc.sum /= MEETINGS;
  upc.updates = (double) UPDATES * THREADS / upc.updates;
}

static void
update_own (uint64_t *table)
{
  uint64_t state = MYTHREAD + 1;
  for (int i = 0; i < UPDATES; i++)
    {
      uint64_t number = next_number (&state);
      table[number % WORDS] ^= number;
    }
}

static void
copy_own (char *to, const char *from)
{
  for (int i = 0; i < CHUNKS; i++)
    {
      memcpy (to, from, CHUNK);
      __asm__ volatile ("" : : "r" (to) : "memory");
    }
}

/* Thread 0 alone, in its own memory.  */
static void
measure_memory (void)
{
  char *from = malloc (CHUNK), *to = malloc (CHUNK);
  uint64_t *table = calloc (WORDS, sizeof *table);
  double took = 0;
  memset (from, 1, CHUNK);
  LEAST_TIME (took, , copy_own (to, from));
  memory.near_rate = (double) CHUNK * CHUNKS / took / 1e3;
  LEAST_TIME (took, , update_own (table));
  memory.updates = UPDATES / took;
  free (from);
  free (to);
  free (table);
}

/* ---- Printing  */

static void
print_figure (double figure)
{
  if (figure > 0)
    printf ("%10.*f", figure < 9.95 ? 2 : figure < 99.5 ? 1 : 0, figure);
  else
    printf ("%10s", "-");
}

static void
print_row (const char *name, double of_upc, double of_mpi, double of_memory)
{
  if (of_upc <= 0)
    return;
  printf ("  %-42s", name);
  print_figure (of_upc);
  print_figure (of_mpi);
  print_figure (of_memory);
  putchar ('\n');
}

static void
print_table (void)
{
  int machines = 0;
  for (int i = 0; i < THREADS; i++)
    {
      int j = 0;
      while (!same_host (i, j))
	j++;
      machines += i == j;
    }
  printf ("%d thread%s on %d machine%s\n\n", THREADS, THREADS > 1 ? "s" : "",
	  machines, machines > 1 ? "s" : "");
  printf ("  %-42s%10s%10s%10s\n", "", "UPC", "MPI", "memory");
  print_row ("round trip within a machine, us", upc.near_trip, mpi.near_trip, 0);
  print_row ("rate within a machine, GB/s", upc.near_rate, mpi.near_rate,
	     memory.near_rate);
  print_row ("round trip between machines, us", upc.far_trip, mpi.far_trip, 0);
  print_row ("rate between machines, GB/s", upc.far_rate, mpi.far_rate, 0);
  print_row ("barrier of all threads, us", upc.barrier, mpi.barrier, 0);
  print_row ("sum over all threads (all-reduce), us", upc.sum, mpi.sum, 0);
  print_row ("random updates by all threads, millions/s", upc.updates, mpi.updates,
	     memory.updates);
  putchar ('\n');
}

/* ---- What is wrong  */

static void __attribute__ ((format (printf, 1, 2)))
say (const char *format, ...)
{
  va_list args;
  wrong = 1;
  fputs ("* ", stdout);
  va_start (args, format);
  vprintf (format, args);
  va_end (args);
  putchar ('\n');
}

/* Says of the machine whose first thread is FIRST if threads share processors.  */
static int
check_processors (int first)
{
  int threads = 0, processors = 0;
  for (int p = 0; p < PROCESSORS; p++)
    {
      int may = 0;
      for (int i = first; i < THREADS; i++)
	may |= same_host (i, first) && all[i].may_use[p / 8] >> p % 8 & 1;
      processors += may;
    }
  for (int i = first; i < THREADS; i++)
    threads += same_host (i, first);
  if (threads <= processors || !processors)
    return 0;
  say ("%d threads share %d processor%s on %s: whoever waits for another thread waits\n"
       "  until the kernel lets that run.  Run at most %d there%s.",
       threads, processors, processors > 1 ? "s" : "", all[first].host, processors,
       processors < all[first].online
       ? ", or have the launcher bind\n  them to others: the machine has more"
       : ", or use more machines");
  return 1;
}

static void
check_neighbours (void)
{
  for (int i = 1; i < THREADS; i++)
    if (same_host (i, 0) && !all[i].is_near)
      {
	say ("Threads 0 and %d are both on %s, but do not share memory: %s.", i,
	     all[0].host, getenv ("UPC_NODE_SIZE")
	     ? "UPC_NODE_SIZE says so"
	     : "the ranks of a\n  machine have to follow one another "
	     "(mpirun --map-by slot, srun -m block)");
	return;
      }
}

/* Appends to a sentence which settings choose how MPI sends.  */
static void
say_settings (void)
{
  static const char *const names[] = {
    "OMPI_MCA_pml", "OMPI_MCA_btl", "OMPI_MCA_mtl", "UCX_TLS", "UCX_NET_DEVICES",
    "FI_PROVIDER", "MPIR_CVAR_CH4_OFI_PROVIDER", "MPIR_CVAR_NOLOCAL"
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (getenv (names[i]))
      printf ("  (%s is %.60s.)\n", names[i], getenv (names[i]));
}

static void
check_near (void)
{
  const double slow = 5;
  if (mpi.near_trip > slow && upc.near_trip > 0
      && mpi.near_trip > 4 * upc.near_trip)
    {
      say ("MPI's messages within %s take %.0f us there and back, memory %.1f:\n"
	   "  they go by TCP or through the kernel in place of shared memory.\n"
	   "  UPC's do not, but what the program itself asks of MPI does.  Look at\n"
	   "  OMPI_MCA_btl (self,vader or self,sm), UCX_TLS (sm,self).", all[0].host,
	   mpi.near_trip, upc.near_trip);
      say_settings ();
    }
  if (upc.near_rate > 0 && upc.near_rate < memory.near_rate / 4)
    say ("UPC moves %.1f GB/s within %s, and one thread %.1f in its own memory: the\n"
	 "  threads' memory may be on different sockets; try gasprun --bind.",
	 upc.near_rate, all[0].host, memory.near_rate);
}

static void
check_far (int far)
{
  const double slow = 10;
  if (far < 0 || mpi.far_trip < slow || same_host (0, far))
    return;
  if (*all[0].devices)
    {
      say ("MPI's messages to %s take %.0f us there and back, as by TCP, though %s has\n"
	   "  the network %s: MPI does not use it.  Look at ompi_info, ucx_info -d,\n"
	   "  fi_info, and whether \"ulimit -l\" is unlimited.", all[far].host,
	   mpi.far_trip, all[0].host, all[0].devices);
      say_settings ();
    }
  else
    printf ("Messages between machines take %.0f us there and back, as TCP over\n"
	    "Ethernet does; %s has no faster network.\n", mpi.far_trip, all[0].host);
}

/* Compares what UPC and MPI take for WHAT; says so, and returns 1, if UPC's is
   LIMIT times as much.  */
static int
check_ratio (const char *what, double of_upc, double of_mpi, double limit)
{
  if (of_upc <= 0 || of_mpi <= 0 || of_upc < limit * of_mpi)
    return 0;
  say ("%s takes UPC %.1f times as long as MPI.", what, of_upc / of_mpi);
  return 1;
}

static void
check_ratios (void)
{
  int slower = check_ratio ("A round trip between machines", upc.far_trip,
			    mpi.far_trip, 3);
  slower += check_ratio ("To move data between machines", mpi.far_rate,
			 upc.far_rate, 2);
  slower += check_ratio ("A barrier", upc.barrier, mpi.barrier, 3);
  if (slower)
    puts ("  Each process has a thread that answers others.  Where all processors are\n"
	  "  busy it has to wait: leave one free on each machine, or see that nothing\n"
	  "  else runs there.");
}

static void
check_one_sided (void)
{
  const char *data = getenv ("UPC_MPI_DATA");
  if (one_sided != 0)
    return;
  if (data && !strcmp (data, "rma"))
    say ("UPC_MPI_DATA is rma, but MPI has no one-sided communication between these\n"
	 "  processes (Open MPI 4 has none over TCP): data go by messages.");
  else
    puts ("MPI has no one-sided communication between these processes (RMA); UPC\n"
	  "sends data by messages, which is the default.");
}

static void
check_load (void)
{
  if (load > 0.5)
    say ("Other programs of %s have wanted %.1f processors in the last minute.",
	 all[0].host, load);
}

static void
find_what_is_wrong (int far)
{
  int are_shared = 0;
  for (int i = 0; i < THREADS; i++)
    {
      int first = 0;
      while (!same_host (first, i))
	first++;
      are_shared |= first == i && check_processors (i);
    }
  check_load ();
  check_neighbours ();
  check_one_sided ();
  if (are_shared)
    puts ("  Until then no more can be said of what these figures are due to.");
  else
    {
      check_near ();
      check_far (far);
      check_ratios ();
    }
  if (!wrong)
    puts ("Nothing wrong was found.");
}

static void
read_figure (const char *argument)
{
#define READ(name)							\
  if (!strncmp (argument, #name "=", sizeof #name))			\
    mpi.name = atof (argument + sizeof #name);
  FIGURES (READ)
  if (!strncmp (argument, "one_sided=", 10))
    one_sided = atof (argument + 10);
  if (!strncmp (argument, "load=", 5))
    load = atof (argument + 5);
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    read_figure (argv[i]);
  find_places ();
  int far = partner (0);
  shared char *buffers = upc_all_alloc (THREADS, CHUNK);
  shared uint64_t *table = upc_all_alloc (THREADS, WORDS * sizeof (uint64_t));
  signals[MYTHREAD] = bupc_sem_alloc (BUPC_SEM_INTEGER);
  upc_barrier;
  measure_pair (partner (1), buffers, &upc.near_trip, &upc.near_rate);
  measure_pair (far, buffers, &upc.far_trip, &upc.far_rate);
  measure_all (table);
  if (MYTHREAD == 0)
    {
      measure_memory ();
      print_table ();
      find_what_is_wrong (far);
    }
  upc_barrier;
  return 0;
}
