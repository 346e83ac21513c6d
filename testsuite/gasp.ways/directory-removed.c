/* The working directory is removed before the program starts, and again while it
   runs, as is its own file.

   SPDX-License-Identifier: Apache-2.0  */

#include <sys/wait.h>
#include "ways.h"

int
main (int argc, char **argv)
{
  char name[] = "gasp-waysXXXXXX", text[4096], *nothing[] = { NULL };
  int status;

  if (argc == 1)
    {
      if (!mkdtemp (name) || chdir (name) || rmdir ("../gasp-waysXXXXXX") == 0)
	return 2;
      snprintf (text, sizeof text, "../%s", name);
      rmdir (text);
      again_in (nothing);
    }
  printf ("%s %d\n", getcwd (text, sizeof text) ? "here" : "nowhere",
	  work (100));
  if (chdir ("/tmp") || !mkdtemp (name) || chdir (name))
    return 3;
  snprintf (text, sizeof text, "/tmp/%s", name);
  rmdir (text);
  free (malloc (work (10)));
  fflush (stdout);
  if (fork () == 0)
    _exit (work (3));
  wait (&status);
  printf ("%d %s\n", WEXITSTATUS (status), argv[1]);
  return 0;
}
