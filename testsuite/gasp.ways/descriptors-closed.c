/* Standard input, output and error are closed when the program starts: what it
   opens gets their numbers.

   SPDX-License-Identifier: Apache-2.0  */

#include <fcntl.h>
#include "ways.h"

int
main (int argc, char **argv)
{
  char *nothing[] = { NULL };
  int out, i, got[4];

  if (argc == 1)
    {
      out = fcntl (1, F_DUPFD, 77);
      if (out != 77)
	return 2;
      for (i = 0; i < 3; i++)
	close (i);
      again_in (nothing);
    }
  work (100);
  for (i = 0; i < 4; i++)
    got[i] = open ("/dev/null", O_RDWR);
  free (malloc (work (10)));
  dprintf (77, "%d %d %d %d %s\n", got[0], got[1], got[2], got[3], argv[1]);
  return 0;
}
