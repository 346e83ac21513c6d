# How many processors a program might run on, whatever its threads are bound to; and
# that threads which wait for others cost nothing while these use all of them.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/findings.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>
#define PARTS 10
static sem_t done;
static cpu_set_t given;
/* Binds this thread to number N of the processors given.  */
static void bind (int n)
{
  cpu_set_t one;
  CPU_ZERO (&one);
  for (int i = 0; i < CPU_SETSIZE; i++)
    if (CPU_ISSET (i, &given) && n-- == 0)
      CPU_SET (i, &one);
  sched_setaffinity (0, sizeof one, &one);
}
static void *work (void *unused)
{
  struct timespec now = { 0, 0 };
  for (int part = 1; part <= PARTS; part++)
    {
      while (now.tv_nsec < part * 30000000)
	clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
      sem_post (&done);
      sem_post (&done);
    }
  return unused;
}
static int threads;
static void await (void) { while (sem_wait (&done)) ; }
static void *await_all (void *unused)
{
  for (int i = 0; i < threads * PARTS; i++)
    await ();
  return unused;
}
int main (int argc, char **argv)
{
  threads = atoi (argv[1]);
  pthread_t thread[threads + 1];
  sched_getaffinity (0, sizeof given, &given);
  for (int i = 0; i < threads; i++)
    {
      if (argc > 2)
	bind (i % CPU_COUNT (&given));
      pthread_create (&thread[i], 0, work, 0);
    }
  pthread_create (&thread[threads], 0, await_all, 0);
  if (argc == 2)
    await_all (0);
  for (int i = 0; i <= threads; i++)
    pthread_join (thread[i], 0);
  return 0;
}
END
run 0 "$CC" -g -O1 --profile -pthread prog.c -o prog
processors=$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc)
# look ARGUMENT...: records that, and looks at what is in every report of it.
look ()
{
  rm -rf profile
  recorded 0 ./prog "$@"
  run 0 "$GASP" report --format=json profile
  has out "\"processors\": $processors,"
  run 0 "$GASP" report profile
  has out "^  processors [0-9]+\.[0-9] of $processors in use on average"
  findings
}
look $((processors + 1))
# Where others have the processors, it does not use them.
[ "$processors" -lt 2 ] || grep -q '^busy-machine' found || hasnt found 'sem_wait'
look $((processors + 1)) bound
hasnt found 'pthread_join'

# One thread alone uses one of several.
look 1
[ "$processors" -lt 2 ] || stands_out waiting prog.c:33 '2 threads .*sem_wait'
