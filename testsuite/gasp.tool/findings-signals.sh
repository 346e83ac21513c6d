# That the first thread waits for a signal by which others tell that they have done is not
# what stands out, but what these do; of a process with one thread it is.  Nor is it said
# what a server gained if its wait for clients were faster.
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
# As much would be gained as what these do is shorter.
run 0 "$GASP" report --format=csv --view=critical-path profile
rows '$1 == "critical-path" && /work < worker/ {
    time += $at["time"]; gain += $at["gain"] }
  END { print time, gain; exit !(time > 1e8 && gain > time * .05) }' out \
  || fail "no gain by work"
rm -rf profile
recorded 0 ./prog alone
findings
has found sigwait

cat > server.c <<'END'
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>
static sem_t begun;
static void *worker (void *p)
{
  usleep (2000);
  sem_post (&begun);
  return p;
}
int
main (void)
{
  pthread_t thread;
  int ends[2];
  struct pollfd client = { .events = POLLIN };
  if (pipe (ends) || sem_init (&begun, 0, 0))
    return 1;
  client.fd = ends[0];
  pthread_create (&thread, 0, worker, 0);
  sem_wait (&begun);
  return poll (&client, 1, 500);
}
END
run 0 "$CC" -g -O1 --profile -pthread server.c -o server
rm -rf profile
recorded 0 ./server
findings
hasnt found '^critical-path'
run 0 "$GASP" report --view=critical-path profile
has out 'poll .* server.c:23'

# Calls that had data at hand are none that waited.
cat > reader.c <<'END'
#include <fcntl.h>
#include <unistd.h>
static char bytes[1 << 20];
int
main (void)
{
  int zeros = open ("/dev/zero", O_RDONLY);
  for (int i = 0; i < 500; i++)
    if (read (zeros, bytes, sizeof bytes) < 1)
      return 1;
  return usleep (20000);
}
END
run 0 "$CC" -g -O1 -w --profile reader.c -o reader
rm -rf profile
recorded 0 ./reader
run 0 "$GASP" report --format=csv --view=blocking profile
rows '$1 == "blocking" && !($at["waiting"] > 0) { bad = 1 } END { exit bad }' out \
  || fail "a call that did not wait"
has out usleep

# A helper process that is there for requests is not what the others wait for.
cat > helper.c <<'END'
#include <stdlib.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile long counter;
int main (void)
{
  int ends[2];
  fd_set set;
  socketpair (AF_UNIX, SOCK_STREAM, 0, ends);
  FD_ZERO (&set);
  FD_SET (ends[0], &set);
  if (!fork ())
    {
      close (ends[1]);
      exit (select (ends[0] + 1, &set, NULL, NULL, NULL) != 1);
    }
  while (counter < 900000000)
    counter++;
  close (ends[1]);
  return wait (NULL) < 0;
}
END
run 0 "$STOCK" -g -O1 helper.c -o helper
rm -rf profile
run 0 "$GASP" run -o profile ./helper
findings
has found 'in main .helper.c:7'
hasnt found 'select'

# A child that sleeps is what its parent waits for: neither the wait for it, which is
# in the same function, nor the critical path, which is all that wait, is named.
cat > child.c <<'END'
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static void *body (void *p)
{
  pid_t child = fork ();
  if (!child)
    exit (usleep (200000));
  waitpid (child, NULL, 0);
  return p;
}
int main (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, body, NULL);
  return pthread_join (thread, NULL);
}
END
run 0 "$STOCK" -g -O1 child.c -o child -pthread
rm -rf profile
run 0 "$GASP" run -o profile ./child
findings
has found 'in body .child.c:5.*, in usleep .child.c:9'
hasnt found 'waitpid'
