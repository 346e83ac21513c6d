/* sample.c - a program with known figures.

   SPDX-License-Identifier: Apache-2.0

   usage: sample [WORD]; the word chooses a way to end.  */

#include <pupc.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define KEEP __attribute__ ((noipa))

KEEP int
leaf (int n)
{
  return n + 1;
}

KEEP int
node (int n)
{
  int i, total = 0;

  for (i = 0; i < n; i++)
    total += leaf (i) & 1;
  return total;
}

KEEP void *
thread (void *argument)
{
  node (*(int *) argument);
  return NULL;
}

KEEP char *
keep (int size)
{
  return memset (malloc (size), 1, size);	/* LEAK */
}

KEEP void
twice (void)
{
  char *volatile p = malloc (77);

  free (p);
}

KEEP void
threads (void)
{
  pthread_t id[2];
  int size[2] = { 300, 400 }, i;

  for (i = 0; i < 2; i++)
    pthread_create (&id[i], NULL, thread, &size[i]);
  for (i = 0; i < 2; i++)
    pthread_join (id[i], NULL);
}

KEEP void
split (void)
{
  if (fork () == 0)
    {
      node (50);
      exit (4);
    }
  wait (NULL);
}

KEEP void
spin (void)
{
  for (;;)
    node (1000);
}

int
main (int argc, char **argv)
{
  const char *word = argc > 1 ? argv[1] : "";
  unsigned int event = pupc_create_event ("phase", "step %d of %s");
  int i;

  for (i = 1; i <= 3; i++)
    {
      pupc_event_start (event, i, "three");
      node (1000);
      pupc_event_end (event, i, "three");
    }
  keep (4321);
  twice ();
  puts ("output");
  fprintf (stderr, "errors\n");
  if (!strcmp (word, "threads"))
    threads ();
  if (!strcmp (word, "fork"))
    split ();
  if (!strcmp (word, "abort"))
    abort ();
  if (!strcmp (word, "term"))
    raise (SIGTERM);
  if (!strcmp (word, "kill"))
    raise (SIGKILL);
  if (!strcmp (word, "_exit"))
    _exit (5);
  if (!strcmp (word, "exec"))
    execl ("/bin/sh", "sh", "-c", "exit 6", (char *) NULL);
  if (!strcmp (word, "spin"))
    spin ();
  return 3;
}
