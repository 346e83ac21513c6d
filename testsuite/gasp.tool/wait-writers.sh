# Who wrote what a thread waited to read, by a pipe, a socket pair, a socket or an eventfd,
# also with poll, select and epoll; and who ended what was joined: as the program itself
# knows, with and without instrumentation, and where a budget leaves the events out.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
. "$HERE/../lib/wakers.sh"
cat > prog.c <<'END'
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
static int data[2], news[2], pair[2], event, epoll, inner[2], ends[2], turn, started;
static const char *const way_names[] =
  { "pipe", "poll", "select", "pair", "socket", "event", "join" };
static uint64_t word = 1;
static double now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}
static void by_pipe (int isWriter)
{
  if (isWriter) (void) !write (data[1], &word, 8); /* writes pipe */
  else (void) !read (data[0], &word, 8); /* waits pipe */
}
static void by_poll (int isWriter)
{
  struct pollfd both[] = { { data[0], POLLIN, 0 }, { news[0], POLLIN, 0 } };
  if (isWriter) (void) !write (news[1], &word, 8); /* writes poll */
  else poll (both, 2, -1); /* waits poll */
}
static void by_select (int isWriter)
{
  fd_set set;
  FD_ZERO (&set);
  FD_SET (inner[0], &set);
  if (isWriter) (void) !write (inner[1], &word, 8); /* writes select */
  else select (inner[0] + 1, &set, 0, 0, 0); /* waits select */
}
static void by_pair (int isWriter)
{
  if (isWriter) send (pair[1], &word, 8, 0); /* writes pair */
  else recv (pair[0], &word, 8, 0); /* waits pair */
}
static void by_socket (int isWriter)
{
  if (isWriter) (void) !write (ends[1], &word, 8); /* writes socket */
  else (void) !read (ends[0], &word, 8); /* waits socket */
}
static void by_event (int isWriter)
{
  struct epoll_event e = { .events = EPOLLIN };
  if (isWriter) (void) !write (event, &word, 8); /* writes event */
  else epoll_wait (epoll, &e, 1, -1); /* waits event */
}
static void (*const ways[]) (int)
  = { by_pipe, by_poll, by_select, by_pair, by_socket, by_event };
static void *writer (void *p) /* ends join */
{
  long way = (long) p;
  __atomic_add_fetch (&started, 1, __ATOMIC_RELEASE);
  while (__atomic_load_n (&turn, __ATOMIC_ACQUIRE) <= way)
    usleep (100);
  usleep (20000);
  if (way < 6)
    ways[way] (1);
  return 0;
}
static void connect_both (void)
{
  struct sockaddr_in at = { .sin_family = AF_INET };
  socklen_t size = sizeof at;
  int listener = socket (AF_INET, SOCK_STREAM, 0);
  at.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  bind (listener, (struct sockaddr *) &at, sizeof at);
  listen (listener, 1);
  getsockname (listener, (struct sockaddr *) &at, &size);
  ends[1] = socket (AF_INET, SOCK_STREAM, 0);
  connect (ends[1], (struct sockaddr *) &at, sizeof at);
  ends[0] = accept (listener, 0, 0);
}
int main (int argc, char **argv)
{
  pthread_t threads[7];
  int busy = argc > 1 ? atoi (argv[1]) : 0, zeros = open ("/dev/zero", O_RDONLY);
  struct epoll_event e = { .events = EPOLLIN };
  if (pipe (data) || pipe (news) || pipe (inner)
      || socketpair (AF_UNIX, SOCK_STREAM, 0, pair))
    return 1;
  connect_both ();
  epoll = epoll_create1 (0);
  event = eventfd (0, 0);
  epoll_ctl (epoll, EPOLL_CTL_ADD, event, &e);
  for (int i = 0; i < busy; i++)
    { char c; if (read (zeros, &c, 1) != 1) return 1; }
  for (long i = 0; i < 7; i++)
    {
      pthread_create (&threads[i], 0, writer, (void *) i);
      while (__atomic_load_n (&started, __ATOMIC_ACQUIRE) <= i)
	usleep (100);
    }
  for (int i = 0; i < 7; i++)
    {
      __atomic_store_n (&turn, i + 1, __ATOMIC_RELEASE);
      double began = now ();
      if (i < 6) ways[i] (0);
      else pthread_join (threads[6], 0); /* waits join */
      printf ("%s %d %.0f\n", way_names[i], i + 1, now () - began);
    }
  for (int i = 0; i < 6; i++)
    pthread_join (threads[i], 0);
  return 0;
}
END
ended_at ()
{
  case $1 in
    join) line "ends join" ;;
    *) line "writes $1" ;;
  esac
}
ended_by

# Where many wait for short, it is known of some: to ask the system costs more than all else.
cat > many.c <<'END'
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#define THREADS 8
static int ends[THREADS][2], asked;
int getsockname (int socket, struct sockaddr *name, socklen_t *size)
{
  __atomic_fetch_add (&asked, 1, __ATOMIC_RELAXED);
  return syscall (SYS_getsockname, socket, name, size);
}
static void *serve (void *own)
{
  char byte;
  struct pollfd input = { *(int *) own, POLLIN, 0 };
  while (poll (&input, 1, -1) && recv (input.fd, &byte, 1, 0) == 1)
    send (input.fd, &byte, 1, 0);
  return 0;
}
int main (void)
{
  pthread_t threads[THREADS];
  char byte = 0;
  for (int i = 0; i < THREADS; i++)
    {
      socketpair (AF_UNIX, SOCK_STREAM, 0, ends[i]);
      pthread_create (&threads[i], 0, serve, &ends[i][1]);
    }
  for (int i = 0; i < 2000 * THREADS; i++)
    {
      send (ends[i % THREADS][0], &byte, 1, 0);
      recv (ends[i % THREADS][0], &byte, 1, 0);
    }
  for (int i = 0; i < THREADS; i++)
    {
      shutdown (ends[i][0], SHUT_RDWR);
      pthread_join (threads[i], 0);
    }
  printf ("asked %d times\n", asked);
  return 0;
}
END
run 0 "$CC" --profile -O1 many.c -pthread -o many
run 0 "$GASP" run -q -o some ./many
awk '/^asked/ { exit !($2 < 80000) }' out || fail 'it asks too often'
