/* label.c - put the number of the thread before each line of output.

   SPDX-License-Identifier: Apache-2.0

   The program finds in UPC_LABEL_SOCKET a socket; each of its threads sends, as
   its first message there, its number and the reading ends of its standard
   output and error (libupc/label.c).  What comes from these is written line by
   line.  What the program writes before there are threads is left alone.  */

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include "gasprun.h"

#define LINE 65536

/* Where a thread writes.  */
struct stream
{
  int from, to;			/* descriptors */
  int thread;
  size_t length;
  char *line;
};
static struct stream streams[2 * MAX_THREADS];
static struct pollfd polled[2 * MAX_THREADS + 1];
static int count;

/* ---- Lines  */

static void
write_all (int to, const char *text, size_t size)
{
  while (size)
    {
      ssize_t n = write (to, text, size);
      if (n < 0 && errno != EINTR)
	return;
      if (n > 0)
	{
	  text += n;
	  size -= n;
	}
    }
}

static void
put_line (struct stream *s, size_t size, bool whole)
{
  char label[32];
  char *text = malloc (sizeof label + size + 1);
  int n = snprintf (label, sizeof label, "%d: ", s->thread);
  if (!text)
    return;
  memcpy (text, label, n);
  memcpy (text + n, s->line, size);
  if (!whole)
    text[n + size++] = '\n';
  write_all (s->to, text, n + size);
  free (text);
  s->length -= whole ? size : s->length;
  memmove (s->line, s->line + size, s->length);
}

static void
put_whole_lines (struct stream *s)
{
  char *end;
  while ((end = memchr (s->line, '\n', s->length)))
    put_line (s, end - s->line + 1, true);
  if (s->length == LINE)
    put_line (s, s->length, false);
}

/* Whether there may be more.  */
static bool
read_some (struct stream *s)
{
  ssize_t n = read (s->from, s->line + s->length, LINE - s->length);
  if (n < 0)
    return errno == EINTR || errno == EAGAIN;
  if (n > 0)
    {
      s->length += n;
      put_whole_lines (s);
      return true;
    }
  if (s->length)
    put_line (s, s->length, false);
  return false;
}

/* ---- Streams come and go  */

static void
add_stream (int from, int to, int thread)
{
  if (count == 2 * MAX_THREADS)
    return;
  streams[count] = (struct stream) { from, to, thread, 0, malloc (LINE + 1) };
  if (!streams[count].line)
    die (1, "no memory to read the output%s", "");
  polled[1 + count] = (struct pollfd) { from, POLLIN, 0 };
  count++;
}

static void
remove_stream (int i)
{
  close (streams[i].from);
  free (streams[i].line);
  streams[i] = streams[--count];
  polled[1 + i] = polled[1 + count];
}

/* A thread introduces itself.  */
static void
accept_thread (int socket)
{
  int thread = -1, from[2];
  union { struct cmsghdr header; char room[CMSG_SPACE (sizeof from)]; } control;
  struct iovec text = { &thread, sizeof thread };
  struct msghdr message = { .msg_iov = &text, .msg_iovlen = 1,
			    .msg_control = &control,
			    .msg_controllen = sizeof control };
  if (recvmsg (socket, &message, MSG_CMSG_CLOEXEC) != sizeof thread)
    {
      polled[0].fd = -1;
      return;
    }
  struct cmsghdr *header = CMSG_FIRSTHDR (&message);
  if (!header || header->cmsg_len != CMSG_LEN (sizeof from))
    return;
  memcpy (from, CMSG_DATA (header), sizeof from);
  add_stream (from[0], STDOUT_FILENO, thread);
  add_stream (from[1], STDERR_FILENO, thread);
}

static void
read_streams (void)
{
  for (int i = count - 1; i >= 0; i--)
    if (polled[1 + i].revents && !read_some (&streams[i]))
      remove_stream (i);
}

/* Until the socket's other ends, of which each thread has one, are closed, and
   all that they wrote is read.  */
static void
pass_output (int socket)
{
  polled[0] = (struct pollfd) { socket, POLLIN, 0 };
  while (polled[0].fd >= 0 || count)
    {
      if (poll (polled, 1 + count, -1) < 0)
	continue;
      int before = count;
      if (polled[0].fd >= 0 && polled[0].revents)
	accept_thread (socket);
      if (count == before)
	read_streams ();
    }
}

/* ---- The program  */

static pid_t program;

static void
pass_on (int number, siginfo_t *info, void *unused)
{
  (void) unused;
  if (info->si_code <= 0 && program > 0)
    kill (program, number);
}

/* What is sent to gasprun is for the program; what the terminal sends, the
   program has already.  */
static void
pass_signals (void)
{
  static const int numbers[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1,
				 SIGUSR2, SIGALRM, SIGCONT };
  struct sigaction action = { .sa_sigaction = pass_on,
			      .sa_flags = SA_SIGINFO | SA_RESTART };
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    sigaction (numbers[i], &action, NULL);
}

static void __attribute__ ((noreturn))
become_program (char **argv, int socket, pid_t parent)
{
  char number[16];
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != parent)
    _exit (1);
  snprintf (number, sizeof number, "%d", socket);
  setenv ("UPC_LABEL_SOCKET", number, 1);
  execvp (argv[0], argv);
  int why = errno;
  fprintf (stderr, "gasprun: cannot run %s: %s\n", argv[0], strerror (why));
  _exit (why == ENOENT ? 127 : 126);
}

static int
end_as (int status)
{
  const struct rlimit none = { 0, 0 };
  if (!WIFSIGNALED (status))
    return WEXITSTATUS (status);
  setrlimit (RLIMIT_CORE, &none);
  signal (WTERMSIG (status), SIG_DFL);
  raise (WTERMSIG (status));
  return 128 + WTERMSIG (status);
}

int
run_labelled (char **argv)
{
  int ends[2], status = 0;
  pid_t self = getpid ();
  if (socketpair (AF_UNIX, SOCK_SEQPACKET, 0, ends) < 0)
    die (1, "no socket: %s", strerror (errno));
  program = fork ();
  if (program < 0)
    die (1, "cannot make a process: %s", strerror (errno));
  if (program == 0)
    {
      close (ends[0]);
      become_program (argv, ends[1], self);
    }
  pass_signals ();
  close (ends[1]);
  pass_output (ends[0]);
  while (waitpid (program, &status, 0) < 0 && errno == EINTR)
    ;
  return end_as (status);
}
