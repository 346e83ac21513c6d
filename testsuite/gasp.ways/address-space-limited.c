/* A limit of the address space, set by the program itself, and in a child: what
   memory there is besides is the program's.

   SPDX-License-Identifier: Apache-2.0  */

#include "ways.h"
#include <sys/resource.h>
#include <sys/wait.h>

/* What the program and a tool may use before, and what the program is to find.  */
#define USED (32 << 20)
#define FREE (64 << 20)

KEEP static int
find (size_t size)
{
  char *p = malloc (size);
  int found = p != NULL;

  if (p)
    p[work (10)] = 1;
  free (p);
  return found;
}

KEEP static void
in_child (void)
{
  int status, found;
  pid_t child = fork ();

  if (child == 0)
    {
      found = find (FREE);
      work (100);
      _exit (found);
    }
  waitpid (child, &status, 0);
  printf ("child %d\n", WEXITSTATUS (status));
}

int
main (void)
{
  struct rlimit limit = { USED + FREE, RLIM_INFINITY }, old;

  setbuf (stdout, NULL);
  work (10);
  printf ("%d", prlimit (0, RLIMIT_AS, NULL, &old));
  printf (" %d\n", setrlimit (RLIMIT_AS, &limit));
  printf ("found %d\n", find (FREE));
  in_child ();
  printf ("%d\n", prlimit (getpid (), RLIMIT_AS, &old, &limit));
  printf ("was %lu\n", (unsigned long) limit.rlim_cur);
  printf ("%d", setrlimit (RLIMIT_AS, (void *) 1));
  printf (" %d\n", errno);
  printf ("found %d\n", find (4 * FREE));
  return all_paths (10) == 0;
}
