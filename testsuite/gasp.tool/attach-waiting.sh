# A thread that waits in a system call is attached to: the call goes on to wait,
# also one that a debugger would end with EINTR.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/attach.sh"
not_emulated "gasp attaches to programs of this machine"
cat > waiting.c <<'END'
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int here[2], queue, semaphore, epoll;
static pthread_t first;

__attribute__ ((noipa)) static int leaf (int n) { return n + 1; }

/* End all that main can be waiting in.  */
static void *
end_at_stop (void *argument)
{
  struct { long type; char text[1]; } message = { 1, { 0 } };
  struct sembuf up = { 0, 1, 0 };

  for (int n = 0; access ("stop", F_OK); n = leaf (n))
    usleep (1000);
  write (here[1], "x", 1);
  msgsnd (queue, &message, 1, 0);
  semop (semaphore, &up, 1);
  pthread_kill (first, SIGUSR1);
  return argument;
}

static int
wait_in (const char *what)
{
  struct epoll_event event;
  struct sembuf down = { 0, -1, 0 };
  struct { long type; char text[1]; } message;
  struct timespec hour = { 3600, 0 };
  struct pollfd in = { here[0], POLLIN, 0 };
  sigset_t usr1;
  char byte;

  sigemptyset (&usr1);
  sigaddset (&usr1, SIGUSR1);
  if (!strcmp (what, "epoll_wait"))
    return epoll_wait (epoll, &event, 1, 3600000) == 1;
  if (!strcmp (what, "epoll_pwait"))
    return epoll_pwait (epoll, &event, 1, -1, &usr1) == 1;
  if (!strcmp (what, "semop"))
    return semop (semaphore, &down, 1) == 0;
  if (!strcmp (what, "semtimedop"))
    return semtimedop (semaphore, &down, 1, &hour) == 0;
  if (!strcmp (what, "msgrcv"))
    return msgrcv (queue, &message, 1, 0, 0) == 1;
  if (!strcmp (what, "sigtimedwait"))
    return sigtimedwait (&usr1, NULL, &hour) == SIGUSR1;
  if (!strcmp (what, "recv"))
    return recv (here[0], &byte, 1, 0) == 1;
  if (!strcmp (what, "read"))
    return read (here[0], &byte, 1) == 1;
  if (!strcmp (what, "poll"))
    return poll (&in, 1, 3600000) == 1;
  return 0;
}

int
main (int argc, char **argv)
{
  struct timeval hour = { 3600, 0 };
  struct epoll_event in = { .events = EPOLLIN };
  pthread_t thread;
  sigset_t usr1;

  first = pthread_self ();
  sigemptyset (&usr1);
  sigaddset (&usr1, SIGUSR1);
  pthread_sigmask (SIG_BLOCK, &usr1, NULL);
  socketpair (AF_UNIX, SOCK_STREAM, 0, here);
  setsockopt (here[0], SOL_SOCKET, SO_RCVTIMEO, &hour, sizeof hour);
  queue = msgget (IPC_PRIVATE, 0600);
  semaphore = semget (IPC_PRIVATE, 1, 0600);
  epoll = epoll_create1 (0);
  epoll_ctl (epoll, EPOLL_CTL_ADD, here[0], &in);
  pthread_create (&thread, NULL, end_at_stop, NULL);
  write (1, "ready\n", 6);
  int done = argc > 1 && wait_in (argv[1]);
  if (!done)
    perror (argv[1]);
  pthread_join (thread, NULL);
  msgctl (queue, IPC_RMID, NULL);
  semctl (semaphore, 0, IPC_RMID);
  return !done;
}
END
run 0 "$CC" -O1 -finstrument-gasp-functions=source waiting.c -pthread -o waiting
for call in epoll_wait epoll_pwait semop semtimedop msgrcv sigtimedwait recv \
	    read poll; do
  start ./waiting $call
  wait_until grep -q '^State:.S' /proc/$process/status
  attach 0 -o at
  run 0 "$GASP" detach $process
  finish 0
done

# But a signal of the program's own does end it.
cat > signal.c <<'END'
#include <errno.h>
#include <signal.h>
#include <sys/epoll.h>
#include <unistd.h>
static volatile sig_atomic_t ended;
static void end (int signal) { (void) signal; ended = 1; }
int
main (void)
{
  struct epoll_event event;
  int epoll = epoll_create1 (0);
  sigaction (SIGTERM, &(struct sigaction) { .sa_handler = end,
					    .sa_flags = SA_RESTART }, 0);
  write (1, "ready\n", 6);
  while (!ended)
    if (epoll_wait (epoll, &event, 1, -1) >= 0 || errno != EINTR)
      return 1;
  return 7;
}
END
run 0 "$CC" -O1 -finstrument-gasp-functions=source signal.c -o signal
for turn in 1 2 3 4 5 6 7 8 9 10; do
  start ./signal
  wait_until grep -q '^State:.S' /proc/$process/status
  "$GASP" attach -w 0 -o at$turn $process &
  sleep 0.00$turn
  kill $process
  finish 7
  wait
done
