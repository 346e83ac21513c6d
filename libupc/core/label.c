/* label.c - let gasprun --label read what this thread writes.

   SPDX-License-Identifier: Apache-2.0

   See gasprun/label.c.  The thread's output goes to two pipes of its own.  */

#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include "core/control.h"

static bool
send_ends (int socket, const int ends[2])
{
  int thread = MYTHREAD;
  union
  {
    struct cmsghdr header;
    char room[CMSG_SPACE (2 * sizeof (int))];
  } control;
  struct iovec text = { &thread, sizeof thread };
  struct msghdr message = { .msg_iov = &text, .msg_iovlen = 1,
			    .msg_control = &control,
			    .msg_controllen = sizeof control };
  memset (&control, 0, sizeof control);
  struct cmsghdr *header = CMSG_FIRSTHDR (&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN (2 * sizeof (int));
  memcpy (CMSG_DATA (header), ends, 2 * sizeof (int));
  return sendmsg (socket, &message, MSG_NOSIGNAL) == sizeof thread;
}

static void
redirect (int socket)
{
  int out[2], err[2];
  if (pipe (out) < 0)
    return;
  if (pipe (err) == 0)
    {
      if (send_ends (socket, (int[2]) { out[0], err[0] }))
	{
	  dup2 (out[1], STDOUT_FILENO);
	  dup2 (err[1], STDERR_FILENO);
	}
      close (err[0]);
      close (err[1]);
    }
  close (out[0]);
  close (out[1]);
}

/* In a thread; or in the monitor, which has nothing to say there.  */
void
upc_label_output (bool is_thread)
{
  const char *number = getenv ("UPC_LABEL_SOCKET");
  if (!number)
    return;
  unsetenv ("UPC_LABEL_SOCKET");
  /* gasprun's is none of the standard three.  */
  int socket = atoi (number);
  struct stat status;
  if (socket <= STDERR_FILENO || fstat (socket, &status)
      || !S_ISSOCK (status.st_mode))
    return;
  if (is_thread)
    redirect (socket);
  close (socket);
}
