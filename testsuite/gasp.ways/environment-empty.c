/* No environment at all but for the tool's; in the program with the tool linked
   in, none.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-not-recorded "it may be elsewhere" } */

#include "ways.h"

extern char **environ;

int
main (int argc, char **argv)
{
  char *nothing[] = { NULL }, *words[] = { argv[0], "again", "again", NULL };

  if (argc == 1)
    again_in (nothing);
  printf ("%d %d\n", argc, work (100));
  fflush (stdout);
  if (argc == 2)
    {
      if (chdir ("/tmp"))
	return 3;
      execve ("/proc/self/exe", words, nothing);
    }
  printf ("%d\n", environ[0] == NULL);
  clearenv ();
  printf ("%d %d\n", environ == NULL, work (10));
  return getenv ("PATH") != NULL;
}
