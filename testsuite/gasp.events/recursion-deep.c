/* Recursion 200,000 deep.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-fno-optimize-sibling-calls" } */

#include <sys/resource.h>
#include <unistd.h>
#include "test.h"

KEEP int
depth (int n)
{
  return n ? depth (n - 1) + 1 : 0;
}

int
main (int argc, char **argv)
{
  struct rlimit limit = { 256 << 20, 256 << 20 };

  /* The stack that the limit allows is settled at exec.  */
  if (argc == 1 && setrlimit (RLIMIT_STACK, &limit) == 0)
    execl (argv[0], argv[0], "again", (char *) 0);
  return depth (200000) == 200000 ? 0 : 1;
}
