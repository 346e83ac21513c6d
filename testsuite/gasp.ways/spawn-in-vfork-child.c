/* posix_spawn in the child of vfork, and system, popen in the parent.

   SPDX-License-Identifier: Apache-2.0  */

#include <spawn.h>
#include <sys/wait.h>
#include "ways.h"

extern char **environ;

KEEP static int
spawn (void)
{
  char *words[] = { "true", NULL };
  int status;
  pid_t pid;

  if (posix_spawnp (&pid, "true", NULL, NULL, words, environ))
    return 20;
  waitpid (pid, &status, 0);
  return WEXITSTATUS (status) + leaf (3);
}

int
main (void)
{
  int status;
  char text[20] = "";
  pid_t pid = vfork ();
  FILE *stream;

  if (pid == 0)
    _exit (spawn ());
  waitpid (pid, &status, 0);
  printf ("%d\n", WEXITSTATUS (status));
  status = system ("exit 3");
  printf ("%d %d\n", WEXITSTATUS (status), leaf (1));
  stream = popen ("echo text", "r");
  if (!stream || !fgets (text, sizeof text, stream))
    return 1;
  printf ("%s%d\n", text, pclose (stream));
  return 0;
}
