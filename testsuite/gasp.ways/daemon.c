/* daemon, which forks, lets the parent end, and closes the terminal.

   SPDX-License-Identifier: Apache-2.0  */

#include <sys/wait.h>
#include "ways.h"

int
main (void)
{
  char text[100] = "";
  int ends[2];
  ssize_t n;

  if (pipe (ends))
    return 2;
  if (fork () == 0)
    {
      close (ends[0]);
      if (daemon (0, 0))
	return 3;
      dprintf (ends[1], "daemon %d\n", work (1000));
      exit (4);
    }
  close (ends[1]);
  n = read (ends[0], text, sizeof text - 1);
  printf ("%zd %s", n, text);
  wait (NULL);
  return read (ends[0], text, 1) != 0;
}
