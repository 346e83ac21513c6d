/* programs.c - look into a program's file as gasp attach, gasp run and gasp doctor do.

   SPDX-License-Identifier: Apache-2.0

   usage: programs FILE  */

/* Nothing that FILE names is run.  */
#include <unistd.h>
#define execl(...) _exit (127)
#include <base/process.c>
#include <base/object/inspect.c>

int
main (int argc, char **argv)
{
  if (argc != 2)
    return 2;
  look_up_in_file (argv[1], "gasp_gcc_attachment");
  inspect_program (argv[1]);
  free (unmet_inclusions (argv[1]));
  return 0;
}
