/* ends.upc - ends as its argument says.

   SPDX-License-Identifier: Apache-2.0  */

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <upc.h>
shared int a[THREADS];
static const char *how;

static void __attribute__ ((destructor))
end (void)
{
  if (!strcmp (how, "killed") && MYTHREAD == 2)
    raise (SIGKILL);
  if (!strcmp (how, "gone") && MYTHREAD == 2)
    _exit (0);
}

int
main (int argc, char **argv)
{
  how = argv[1];
  a[(MYTHREAD + 1) % THREADS] = MYTHREAD;
  upc_barrier;
  if (!strcmp (how, "exit"))
    exit (4);
  if (!strcmp (how, "one-exits"))
    {
      if (MYTHREAD == 1)
	exit (5);
      for (int i = 0; i < 20; i++, usleep (10000))
	a[(MYTHREAD + 1) % THREADS] += 1;
    }
  if (!strcmp (how, "global") && MYTHREAD == 1)
    upc_global_exit (6);
  if (!strcmp (how, "_exit") && MYTHREAD == 1)
    _exit (7);
  if (!strcmp (how, "global") || !strcmp (how, "_exit"))
    for (;;)
      a[(MYTHREAD + 1) % THREADS] += 1;
  return 0;
}
