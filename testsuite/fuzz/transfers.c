/* transfers.c - gasp trace, whose archive is not there yet.

   SPDX-License-Identifier: Apache-2.0

   usage: transfers ARCHIVE DIRECTORY  */

#define _GNU_SOURCE
#include <ftw.h>
#include <stdio.h>

#define main run_gasp
#include <commands/main.c>
#undef main

static int
remove_one (const char *path, const struct stat *st, int kind, struct FTW *at)
{
  (void) st, (void) kind, (void) at;
  return remove (path);
}

int
main (int argc, char **argv)
{
  if (argc != 3)
    return 2;
  nftw (argv[1], remove_one, 8, FTW_DEPTH | FTW_PHYS);
  char *words[] = { "gasp", "trace", "-f", "otf2", "-o", argv[1], argv[2], NULL };
  return run_gasp (7, words);
}
