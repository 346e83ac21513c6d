/* 100,000 variables in the environment, and an argument of 100,000 letters.

   SPDX-License-Identifier: Apache-2.0  */

#include <sys/resource.h>
#include "ways.h"

#define MANY 100000

extern char **environ;

int
main (int argc, char **argv)
{
  static char *many[MANY + 100], texts[MANY][16], argument[100001];
  char *words[] = { argv[0], argument, NULL };
  struct rlimit limit = { 64 << 20, 64 << 20 };
  int i, n = 0;

  if (argc == 1)
    {
      for (i = 0; environ[i] && n < 99; i++)
	many[n++] = environ[i];
      for (i = 0; i < MANY; i++)
	{
	  snprintf (texts[i], sizeof texts[i], "V%d=%d", i, i);
	  many[n++] = texts[i];
	}
      memset (argument, 'x', sizeof argument - 1);
      setrlimit (RLIMIT_STACK, &limit);
      execve ("/proc/self/exe", words, many);
      UNSUPPORTED ("the system takes fewer");
    }
  for (i = 0; environ[i]; i++)
    n += environ[i][0] == 'V' && environ[i][1] >= '0' && environ[i][1] <= '9';
  printf ("%d %zu %d %s\n", n, strlen (argv[1]), work (100), getenv ("V777"));
  return 0;
}
