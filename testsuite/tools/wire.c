/* wire.c - a network that is slow, and delivers frames in another order.

   SPDX-License-Identifier: Apache-2.0

   usage: wire MICROSECONDS PID...

   Each of the processes PID has a network namespace: make an interface eth0 there,
   and pass each frame that one of them sends to all others, after 50 to 150 % of the
   time.  So frames overtake one another.  For kernels without netem.  Prints a line
   when it begins, and runs until it is killed.  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum { NODES = 16, FRAMES = 4096, LARGEST = 9216 };

/* A frame that is on its way; free if SIZE is 0.  */
static struct frame
{
  int64_t due;			/* nanoseconds */
  int from;
  ssize_t size;
  char data[LARGEST];
} frames[FRAMES];

static struct pollfd taps[NODES];
static int nodes;

static int64_t
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * INT64_C (1000000000) + t.tv_nsec;
}

/* An interface in the namespace of process PID; exits if there can be none.  */
static int
make_tap (const char *pid)
{
  char path[64];
  struct ifreq request = { .ifr_flags = IFF_TAP | IFF_NO_PI };
  strcpy (request.ifr_name, "eth0");
  snprintf (path, sizeof path, "/proc/%.20s/ns/net", pid);
  int space = open (path, O_RDONLY);
  if (space < 0 || setns (space, CLONE_NEWNET))
    exit (2);
  close (space);
  int tap = open ("/dev/net/tun", O_RDWR | O_NONBLOCK);
  if (tap < 0 || ioctl (tap, TUNSETIFF, &request))
    exit (2);
  return tap;
}

/* Take what node FROM has sent, while there is room.  */
static void
take (int from, int64_t delay)
{
  for (int i = 0; i < FRAMES; i++)
    {
      struct frame *f = &frames[i];
      if (f->size)
	continue;
      ssize_t size = read (taps[from].fd, f->data, sizeof f->data);
      if (size <= 0)
	return;
      f->from = from;
      f->due = now () + delay / 2 + rand () % 1024 * delay / 1024;
      f->size = size;
    }
}

/* Deliver what is due.  Returns nanoseconds until the next frame is.  */
static int64_t
deliver (void)
{
  int64_t time = now (), next = 1000000000;
  for (int i = 0; i < FRAMES; i++)
    {
      struct frame *f = &frames[i];
      if (!f->size)
	continue;
      if (f->due > time)
	{
	  if (f->due - time < next)
	    next = f->due - time;
	  continue;
	}
      /* A full interface loses frames, as real ones do.  */
      for (int to = 0; to < nodes; to++)
	if (to != f->from && write (taps[to].fd, f->data, f->size) < 0
	    && errno != EAGAIN && errno != EIO)
	  exit (1);
      f->size = 0;
    }
  return next;
}

int
main (int argc, char **argv)
{
  if (argc < 3 || argc - 2 > NODES)
    return 2;
  int64_t delay = atol (argv[1]) * 1000;
  for (nodes = 0; nodes < argc - 2; nodes++)
    taps[nodes] = (struct pollfd) { make_tap (argv[nodes + 2]), POLLIN, 0 };
  prctl (PR_SET_TIMERSLACK, 1);
  puts ("wired");
  fflush (stdout);
  for (;;)
    {
      struct timespec rest = { 0, deliver () };
      if (rest.tv_nsec >= 1000000000)
	rest = (struct timespec) { 1, 0 };
      ppoll (taps, nodes, &rest, NULL);
      for (int i = 0; i < nodes; i++)
	take (i, delay);
    }
}
