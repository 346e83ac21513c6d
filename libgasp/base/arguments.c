/* arguments.c - the program's arguments, which tools may change.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include "base/arguments.h"
#include "site.h"

int gasp_argc;
char **gasp_argv;

/* The arguments as the tool left them.  */
static int main_argc;
static char **main_argv;

static size_t
arguments_size (int argc)
{
  return (argc + 1) * sizeof (char *);
}

/* Returns a copy of ARGV, not from the program's heap.  Null if there is no
   memory.  */
char **
gasp_copy_arguments (int argc, char **argv)
{
  char **copy = mmap (NULL, arguments_size (argc), PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copy == MAP_FAILED)
    return NULL;
  memcpy (copy, argv, argc * sizeof *copy);
  return copy;
}

void
gasp_free_arguments (int argc, char **argv)
{
  munmap (argv, arguments_size (argc));
}

bool
gasp_take_main_arguments (int argc, char **argv)
{
  main_argc = argc;
  main_argv = argv;
  return true;
}

/* Returns whether the tool changed the arguments.  If not, they stay in the
   original array, as programs may rely on its address: the environment is
   after it.  */
static bool
tool_changed_arguments (void)
{
  if (!main_argv || main_argc != gasp_argc)
    return main_argv != NULL;
  return memcmp (main_argv, gasp_argv, gasp_argc * sizeof *gasp_argv) != 0;
}

int
__gasp_main_argc (int argc)
{
  return tool_changed_arguments () ? main_argc : argc;
}

char **
__gasp_main_argv (char **argv)
{
  return tool_changed_arguments () ? main_argv : argv;
}
