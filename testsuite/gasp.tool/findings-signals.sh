# That the first thread waits for a signal by which others tell that they have done is not
# what stands out, but what these do; of a process with one thread it is.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/findings.sh"
cat > prog.c <<'END'
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>
static void work (void) /* works */
{
  struct timespec t;
  do
    clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  while (t.tv_nsec < 150000000 && !t.tv_sec);
}
static void *worker (void *p)
{
  work ();
  kill (getpid (), SIGUSR1);
  return p;
}
static void rest (int ms) { usleep (1000 * ms); kill (getppid (), SIGUSR1); _exit (0); }
int
main (int argc, char **argv)
{
  pthread_t thread;
  sigset_t set;
  int number;
  sigemptyset (&set);
  sigaddset (&set, SIGUSR1);
  sigprocmask (SIG_BLOCK, &set, 0);
  if (argc == 1)
    pthread_create (&thread, 0, worker, 0);
  else if (!fork ())
    rest (150);
  sigwait (&set, &number);
  return argc == 1 ? pthread_join (thread, 0) : 0;
}
END
run 0 "$CC" -g -O1 --profile -pthread prog.c -o prog
recorded 0 ./prog
findings
grep '^top|.*prog.c:5' found || fail "not the work"
hasnt found sigwait
rm -rf profile
recorded 0 ./prog alone
findings
has found sigwait
