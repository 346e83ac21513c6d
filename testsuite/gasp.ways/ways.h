/* ways.h - what the tests of ways to die and to escape share.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE 1
#endif
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A function that is called wherever the source calls it.  */
#define KEEP __attribute__ ((noipa, unused))

/* Something left to do, so that the call before it is no tail call.  */
#define MORE __asm__ volatile ("" : : : "memory")

/* The system has no such thing: the test says nothing.  */
#define UNSUPPORTED(why) (puts (why), fflush (stdout), _exit (77))

KEEP static int
leaf (int n)
{
  MORE;
  return n + 1;
}

/* N calls, and their sum.  */
KEEP static int
work (int n)
{
  int i, sum = 0;

  for (i = 0; i < n; i++)
    sum += leaf (i);
  return sum;
}

/* A way down, so that there are calls open.  */
KEEP static int
deep (int n, int (*at_bottom) (int))
{
  int result = n ? deep (n - 1, at_bottom) : at_bottom (n);

  MORE;
  return result;
}

/* N calls deep, along the path that the bits of WAY tell: many ways make a record
   grow.  */
static int path (int n, int way);

KEEP static int
left (int n, int way)
{
  return leaf (path (n - 1, way >> 1));
}

KEEP static int
right (int n, int way)
{
  int result = path (n - 1, way >> 1);

  MORE;
  return result;
}

KEEP static int
path (int n, int way)
{
  int result = n == 0 ? way : way & 1 ? left (n, way) : right (n, way);

  MORE;
  return result;
}

/* All of them, and their sum.  */
KEEP static int
all_paths (int n)
{
  int i, sum = 0;

  for (i = 0; i < 1 << n; i++)
    sum += path (n, i);
  return sum;
}

/* Execute this program anew, with "again" for its only argument, in ENVIRONMENT,
   which has what is needed to preload a tool added to it.  */
KEEP static void
again_in (char **environment)
{
  char *words[] = { "program", "again", NULL }, *all[20];
  int i, n = 0;
  extern char **environ;

  for (i = 0; environment[i]; i++)
    all[n++] = environment[i];
  for (i = 0; environ[i] && n < 19; i++)
    if (!strncmp (environ[i], "LD_PRELOAD=", 11)
	|| !strncmp (environ[i], "GASP_", 5))
      all[n++] = environ[i];
  all[n] = NULL;
  execve ("/proc/self/exe", words, all);
  UNSUPPORTED ("cannot execute itself");
}
