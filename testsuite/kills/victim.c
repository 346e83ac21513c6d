/* victim.c - a program that is killed: calls functions, and counts them itself.

   SPDX-License-Identifier: Apache-2.0

     victim FILE THREADS PROCESSES WAY MILLISECONDS

   Its own count of the calls that have returned lives in FILE, mapped shared,
   so that it survives whatever happens here; see kills.c.  After about
   MILLISECONDS it dies the WAY it is told, if that is not to be done to it
   from outside.  */

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include "kills.h"

#define PLAIN __attribute__ ((no_instrument_function))

static struct returned *returned;
static volatile int sink;

static __attribute__ ((noinline)) int
leaf (int n)
{
  return sink += n;
}

static __attribute__ ((noinline)) int
node (int depth)
{
  return depth ? node (depth - 1) + leaf (depth) : leaf (1);
}

static __attribute__ ((noinline)) void
block (int size)
{
  char *p = malloc (size);
  if (p)
    p[0] = leaf (size);
  free (p);
}

/* Every round is 1 + 11 + 1 calls of leaf.  */
static PLAIN void *
work (void *mine)
{
  struct returned *r = mine;
  for (unsigned n = 0;; n++)
    {
      leaf (n);
      r->leaf++;
      node (10);
      r->leaf += 11;
      block (n % 5000 + 1);
      r->leaf++;
    }
  return NULL;
}

static PLAIN void
die_of_fault (void)
{
  *(volatile int *) 8 = 1;
}

/* Memory runs out, as far as the program sees; then the kernel ends it.  */
static PLAIN void
die_of_hunger (void)
{
  struct rlimit limit = { 256 << 20, 256 << 20 };
  setrlimit (RLIMIT_AS, &limit);
  for (void *p; (p = malloc (1 << 20));)
    memset (p, 1, 1 << 20);
  for (int i = 0; i < 1000; i++)
    block (1 << 22);
  raise (SIGKILL);
}

static const struct way
{
  const char *name;
  void (*die) (void);
} ways[] = {
  { "fault", die_of_fault },
  { "abort", abort },
  { "hunger", die_of_hunger },
};

static PLAIN void
die_later (const char *way, int milliseconds)
{
  struct timespec t = { milliseconds / 1000, milliseconds % 1000 * 1000000 };
  nanosleep (&t, NULL);
  for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++)
    if (!strcmp (ways[i].name, way))
      ways[i].die ();
  for (;;)
    pause ();
}

PLAIN int
main (int argc, char **argv)
{
  if (argc != 6)
    return 2;
  int threads = atoi (argv[2]), processes = atoi (argv[3]);
  int fd = open (argv[1], O_RDWR);
  returned = mmap (NULL, RETURNED_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED,
		   fd, 0);
  if (fd < 0 || returned == MAP_FAILED)
    return 2;
  int process = 0;
  while (process < processes - 1 && fork () != 0)
    process++;
  for (int i = 0; i < threads; i++)
    {
      pthread_t thread;
      pthread_create (&thread, NULL, work, returned + process * threads + i);
    }
  die_later (process == 0 ? argv[4] : "", atoi (argv[5]));
}
