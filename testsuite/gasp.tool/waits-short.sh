# Waits of some ten microseconds have the time that the program's own clock says: a
# server that waits for each of many requests.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double waited;
static volatile unsigned sink;

static inline __attribute__ ((always_inline)) double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static inline __attribute__ ((always_inline)) void
spin (double seconds)
{
  for (double end = now () + seconds; now () < end; )
    sink++;
}

__attribute__ ((noipa)) static void
await (int from)
{
  struct pollfd p = { from, POLLIN, 0 };
  double before = now ();
  poll (&p, 1, -1);
  waited += now () - before;
}

__attribute__ ((noipa)) static void
serve (void)
{
  spin (2e-4);
}

static void
requests (int to)
{
  char c = 0;
  for (;;)
    {
      spin (5e-5);
      if (write (to, &c, 1) != 1 || read (to, &c, 1) != 1)
	_exit (0);
    }
}

int
main (void)
{
  int ends[2];
  char c;
  socketpair (AF_UNIX, SOCK_STREAM, 0, ends);
  pid_t client = fork ();
  if (!client)
    requests (ends[1]);
  for (int i = 0; i < 4000; i++)
    {
      await (ends[0]);
      read (ends[0], &c, 1);
      serve ();
      write (ends[0], &c, 1);
    }
  printf ("%.0f\n", waited * 1e9);
  kill (client, SIGKILL);
  waitpid (client, NULL, 0);
  return 0;
}
END
run 0 "$CC" -w -O1 --profile prog.c -o prog
for option in "" --exact; do
  profile 0 -q $option ./prog
  truth=$(cat out)
  found=$(figure total poll)
  [ "$found" -ge $((truth * 9 / 10)) ] && [ "$found" -le $((truth * 11 / 10)) ] \
    || fail "poll $found ns, by its own clock $truth, ${option:-by default}"
done
