/* Names and values that nobody expects in an environment.

   SPDX-License-Identifier: Apache-2.0  */

#include <locale.h>
#include "ways.h"

int
main (int argc, char **argv)
{
  char *odd[] = { "", "=", "=x", "NOVALUE", "TMPDIR=/nonexistent", "HOME=",
		  "LC_ALL=no_SUCH.locale@x", "LANG=\377\n", "PATH=",
		  "MALLOC_ARENA_MAX=-1", "COLUMNS=0", NULL };

  if (argc == 1)
    again_in (odd);
  printf ("%s %d\n", setlocale (LC_ALL, "") ? "set" : "not set", work (100));
  printf ("%s\n", getenv ("TMPDIR"));
  free (malloc (100));
  return argv[2] != NULL;
}
