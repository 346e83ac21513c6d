# Which process, and where in it, wrote what another one waited to read, or was to read what
# it waited to write: by a pipe of a shell, also through streams, and by a connection of
# either kind, also where it waits by poll or epoll; as the program itself knows how long, with and without instrumentation, and where a budget
# leaves the events out.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
. "$HERE/../lib/wakers.sh"
cat > prog.c <<'END_OF_TEST'
#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static char text[65536];
static double waited;
static double now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}
/* Does not wait, so that the other one does.  */
static void rest (void)
{
  for (double end = now () + 15e6; now () < end;) {}
}
static void put_line (void)
{
  fputs ("a line\n", stdout);
  fflush (stdout); /* writes line */
}
static void get_line (void)
{
  double since = now ();
  if (!fgets (text, sizeof text, stdin)) /* waits line */
    exit (1);
  waited += now () - since;
}
static void put_block (void)
{
  double since = now ();
  (void) !write (1, text, 65536); /* waits block */
  waited += now () - since;
}
static void get_block (void)
{
  (void) !fread (text, 1, 65536, stdin); /* reads block */
}
static int at[2];
static void put_answer (void) { (void) !write (at[1], text, 8); /* writes answer */ }
static void get_answer (void)
{
  double since = now ();
  (void) !read (at[0], text, 8); /* waits answer */
  waited += now () - since;
}
static void poll_answer (void)
{
  struct pollfd polled[2] = { { at[1], POLLIN, 0 }, { at[0], POLLIN, 0 } };
  double since = now ();
  poll (polled, 2, -1); /* waits polled */
  waited += now () - since;
  (void) !read (at[0], text, 8);
}
static void epoll_answer (int ms)
{
  static int set = -1;
  struct epoll_event event = { .events = EPOLLIN };
  if (set < 0)
    epoll_ctl (set = epoll_create1 (0), EPOLL_CTL_ADD, at[0], &event);
  double since = now ();
  int count = epoll_wait (set, &event, 1, ms); /* waits event */
  waited += now () - since;
  if (count > 0)
    (void) !read (at[0], text, 8);
}
static void put_answers (void)
{
  for (int i = 0; i < 10; i++)
    {
      rest ();
      put_answer ();
    }
}
/* A child writes to a socket, its parent waits: of a pair, or connected by a
   name.  */
static void answer_locally (int by_name, int last)
{
  struct sockaddr_un name = { AF_UNIX, "" };
  socklen_t size = sizeof name.sun_family;
  int listener = socket (AF_UNIX, SOCK_STREAM, 0), ends[2];
  bind (listener, (struct sockaddr *) &name, size);
  listen (listener, 1);
  size = sizeof name;
  getsockname (listener, (struct sockaddr *) &name, &size);
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, ends))
    exit (1);
  pid_t child = fork ();
  at[0] = ends[0];
  at[1] = ends[1];
  if (by_name && child)
    at[0] = accept (listener, 0, 0);
  else if (by_name && connect (at[1] = socket (AF_UNIX, SOCK_STREAM, 0),
			       (struct sockaddr *) &name, size))
    exit (1);
  if (!child)
    {
      put_answers ();
      exit (0);
    }
  for (int i = 0; i < 10; i++)
    if (by_name)
      poll_answer ();
    else
      epoll_answer (-1);
  if (last)
    epoll_answer (last);
  wait (0);
}
/* A child writes to the connection, its parent reads.  */
static void answer (void)
{
  struct sockaddr_in name = { .sin_family = AF_INET };
  socklen_t size = sizeof name;
  int listener = socket (AF_INET, SOCK_STREAM, 0);
  name.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  bind (listener, (struct sockaddr *) &name, sizeof name);
  listen (listener, 1);
  getsockname (listener, (struct sockaddr *) &name, &size);
  pid_t child = fork ();
  at[1] = socket (AF_INET, SOCK_STREAM, 0);
  if (!child && connect (at[1], (struct sockaddr *) &name, sizeof name))
    exit (1);
  if (child)
    at[0] = accept (listener, 0, 0);
  if (!child)
    {
      put_answers ();
      exit (0);
    }
  for (int i = 0; i < 10; i++)
    get_answer ();
  wait (0);
}
int main (int argc, char **argv)
{
  int zeros = open ("/dev/zero", O_RDONLY), busy = argc > 2 ? atoi (argv[2]) : 0;
  const char *does = argv[1];
  for (int i = 0; i < busy; i++)
    { char c; if (read (zeros, &c, 1) != 1) return 1; }
  for (int i = 0; i < 10; i++)
    if (!strcmp (does, "writes"))
      { rest (); put_line (); }
    else if (!strcmp (does, "reads"))
      get_line ();
    else if (!strcmp (does, "floods"))
      put_block ();
    else if (!strcmp (does, "drains"))
      { rest (); get_block (); }
  if (!strcmp (does, "answers"))
    answer ();
  if (!strcmp (does, "polled") || !strcmp (does, "event"))
    answer_locally (!strcmp (does, "polled"), argc > 3 ? atoi (argv[3]) : 0);
  if (waited > 0)
    fprintf (stderr, "%.0f\n", waited);
}
END_OF_TEST

# pair PROGRAM WAITS OTHER COMMAND: what it waits for at WAITS the other process does at
# OTHER, and so long as the program says.
pair ()
{
  rm -rf profile
  run 0 "$GASP" run -q -o profile sh -c "$4"
  own=$(cat err)
  table lock-blame profile blocking
  at=$(line "$2")
  same "$1, $2: which process" "$(field location "$at" holder_process | cut -d' ' -f1)" "$1"
  same "$1, $2: where" "$(field location "$at" holder_location)" "$(line "$3")"
  time=$(field location "$at" time)
  most "$1, $2: how long" "$time" "$own"
  least "$1, $2: how long" "$time" $((own / 2))
}

# all PROGRAM READS
all ()
{
  pair "$1" "waits line" "writes line" "./$1 writes $2 | ./$1 reads $2"
  pair "$1" "waits block" "reads block" "./$1 floods $2 | ./$1 drains $2"
  pair "$1" "waits answer" "writes answer" "./$1 answers $2"
  pair "$1" "waits polled" "writes answer" "./$1 polled $2"
  pair "$1" "waits event" "writes answer" "./$1 event $2"
}
run 0 "$CC" -g -O1 --profile prog.c -o prog
run 0 "$CC" -g -O1 prog.c -o plain
all prog 0
all plain 0
all prog 200000
run 0 "$GASP" report profile
grep "for what prog (pid [0-9]*) writes in put_answer (prog.c:" out || fail "no sentence"

# Not if that is a small part.
rm -rf profile
run 0 "$GASP" run -q -o profile ./prog event 0
run 0 "$GASP" report profile
grep "in epoll_wait (prog.c:[0-9]*), for what prog (pid" out || fail "no sentence of epoll"
rm -rf profile
run 0 "$GASP" run -q -o profile ./prog event 0 800
run 0 "$GASP" report profile
grep "in epoll_wait (prog.c:[0-9]*)" out || fail "no sentence of epoll"
grep "in epoll_wait (prog.c:[0-9]*), for what" out && fail "most of this waiting is for nobody"
true
