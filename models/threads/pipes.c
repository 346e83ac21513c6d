/* pipes.c - which pipe, or connection on this machine, a process waits for: see
   pipes.h.

   SPDX-License-Identifier: Apache-2.0

   Both ends have the same number but for a bit, whatever process has them.  Of
   a connection by TCP that comes from its two names.  Sockets of AF_UNIX mostly
   have none; the system says which socket is the other end of one
   (sock_diag(7)), which stays so.  */

#include "pipes.h"
#include "hash.h"
#include "syscall.h"
#include "ticks.h"
#include "users.h"
#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>

#define DESCRIPTORS 1024

/* ---- Sockets of AF_UNIX.  */

struct question { struct nlmsghdr header; struct unix_diag_req request; };
struct answer
{
  struct nlmsghdr header;
  struct unix_diag_msg message;
  char attributes[256];
};

/* Returns the number of the file of the socket that ANSWER, of LENGTH, names
   as the other end; 0 if none.  */
static ino_t
peer_in (struct answer *answer, long length)
{
  if (length < (long) offsetof (struct answer, attributes)
      || answer->header.nlmsg_type != SOCK_DIAG_BY_FAMILY)
    return 0;
  struct rtattr *a = (struct rtattr *) answer->attributes;
  for (int rest = (int) (length - offsetof (struct answer, attributes));
       RTA_OK (a, rest); a = RTA_NEXT (a, rest))
    if (a->rta_type == UNIX_DIAG_PEER && RTA_PAYLOAD (a) >= sizeof (uint32_t))
      return *(uint32_t *) RTA_DATA (a);
  return 0;
}

/* Asks the system for the number of the file of the socket that is the other
   end of that whose file has the number OWN.  0 if it does not say.  The
   thread cannot be cancelled here.  */
static ino_t
ask_for_peer (ino_t own)
{
  struct question question = {
    .header = { .nlmsg_len = sizeof question, .nlmsg_flags = NLM_F_REQUEST,
		.nlmsg_type = SOCK_DIAG_BY_FAMILY },
    .request = { .sdiag_family = AF_UNIX, .udiag_states = ~0u,
		 .udiag_ino = (uint32_t) own, .udiag_show = UDIAG_SHOW_PEER,
		 .udiag_cookie = { ~0u, ~0u } }
  };
  struct answer answer;
  long length = 0;
  long file = ASK_KERNEL (SYS_socket, AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC,
			  NETLINK_SOCK_DIAG);
  if (file < 0)
    return 0;
  if (ASK_KERNEL (SYS_sendto, file, (long) &question, sizeof question, 0, 0, 0)
      > 0)
    length = ASK_KERNEL (SYS_recvfrom, file, (long) &answer, sizeof answer,
			 MSG_DONTWAIT, 0, 0);
  ASK_KERNEL (SYS_close, file);
  return peer_in (&answer, length);
}

/* How often is asked for the other end of a socket that may have none yet.  */
#define MOST_QUESTIONS 20
static struct { uint64_t own, peer, asked; } known_sockets[DESCRIPTORS];

/* Returns the number of the connection of which OWN, a socket with DESCRIPTOR,
   is an end; 0 if it is not known.  */
static uint64_t
number_of_local (int descriptor, ino_t own, bool written)
{
  uint64_t *known = &known_sockets[descriptor].own;
  uint64_t *peer = &known_sockets[descriptor].peer;
  uint64_t *asked = &known_sockets[descriptor].asked;
  if (__atomic_exchange_n (known, own, __ATOMIC_RELAXED) != own)
    {
      __atomic_store_n (peer, wakers_other_of_pair (own), __ATOMIC_RELAXED);
      __atomic_store_n (asked, 0, __ATOMIC_RELAXED);
    }
  uint64_t other = __atomic_load_n (peer, __ATOMIC_RELAXED);
  if (!other
      && __atomic_fetch_add (asked, 1, __ATOMIC_RELAXED) < MOST_QUESTIONS)
    {
      other = ask_for_peer (own);
      __atomic_store_n (peer, other, __ATOMIC_RELAXED);
    }
  const uint64_t key[] = { own < other ? own : other,
			   own < other ? other : own };
  return other ? gasp_pipe_number (key, sizeof key, written) : 0;
}

/* ---- All of them.  */

/* Returns the number of the connection on this machine that DESCRIPTOR is an
   end of, whose file has the number OWN: by TCP, the ends have the same two
   names.  */
static uint64_t
number_of_connection (int descriptor, ino_t own, bool written)
{
  struct sockaddr_storage ends[2];
  bool is_named = wakers_ask_name (descriptor, false, &ends[0]);
  if (ends[0].ss_family == AF_UNIX)
    return number_of_local (descriptor, own, written);
  if (!is_named || !wakers_ask_name (descriptor, true, &ends[1])
      || (ends[0].ss_family != AF_INET && ends[0].ss_family != AF_INET6))
    return 0;
  if (memcmp (&ends[0], &ends[1], sizeof *ends) > 0)
    {
      struct sockaddr_storage first = ends[1];
      ends[1] = ends[0];
      ends[0] = first;
    }
  return gasp_pipe_number (ends, sizeof ends, written);
}

/* A descriptor, as it was when the system was last asked.  The names of a
   connection stay, so its NUMBER does while FILE, that of its file, is the
   same: it is read first, and written last.  */
static struct known_pipe { uint64_t number, asked, file, noted; }
  known_pipes[DESCRIPTORS][2];
/* For how many ticks it is taken for that.  */
#define REMEMBERED (1 << 20)

/* Asks the system what DESCRIPTOR is.  */
static void
learn_pipe (int descriptor, bool written, struct known_pipe *known)
{
  struct stat st = { .st_ino = 0 };
  uint64_t file = __atomic_load_n (&known->file, __ATOMIC_ACQUIRE), number = 0;
  bool failed = !wakers_ask_file (descriptor, &st);
  const uint64_t key[] = { st.st_dev, st.st_ino };
  if (!failed && S_ISFIFO (st.st_mode))
    number = gasp_pipe_number (key, sizeof key, written);
  else if (!failed && S_ISSOCK (st.st_mode))
    {
      if (file == st.st_ino)
	number = __atomic_load_n (&known->number, __ATOMIC_RELAXED);
      if (!number)
	number = number_of_connection (descriptor, st.st_ino, written);
    }
  __atomic_store_n (&known->number, number, __ATOMIC_RELAXED);
  __atomic_store_n (&known->file, st.st_ino, __ATOMIC_RELEASE);
}

uint64_t
pipes_number (int descriptor, bool written, uint64_t now)
{
  if (gasp_gcc_is_sandboxed () || descriptor < 0 || descriptor >= DESCRIPTORS)
    return 0;
  struct known_pipe *known = &known_pipes[descriptor][written];
  if (now - __atomic_load_n (&known->asked, __ATOMIC_RELAXED) >= REMEMBERED)
    {
      int saved_errno = errno;
      learn_pipe (descriptor, written, known);
      __atomic_store_n (&known->asked, now, __ATOMIC_RELAXED);
      errno = saved_errno;
    }
  return __atomic_load_n (&known->number, __ATOMIC_RELAXED);
}

/* Uses of a pipe are noted again after so many ticks.  */
#define AGAIN (1 << 22)

bool
pipes_are_due (int descriptor, bool written, uint64_t now)
{
  if (descriptor < 0 || descriptor >= DESCRIPTORS)
    return false;
  uint64_t *noted = &known_pipes[descriptor][written].noted;
  if (now - __atomic_load_n (noted, __ATOMIC_RELAXED) < AGAIN)
    return false;
  __atomic_store_n (noted, now, __ATOMIC_RELAXED);
  return true;
}

/* ---- Calls that wait for several.  */

/* Returns the first descriptor in an epoll, NUMBER, that can be read; or
   -1.  */
static int
readable_in_epoll (int number)
{
  static const char line[] = "tfd:";
  char information[MOST_INFORMATION];
  struct pollfd polled[64];
  unsigned int count = 0;
  uint64_t since = read_tsc ();
  if (!wakers_may_ask (since))
    return -1;
  long length = wakers_read_epoll (number, information, sizeof information);
  information[length] = '\0';
  const struct timespec at_once = { 0, 0 };
  for (const char *at = information; count < sizeof polled / sizeof *polled
       && (at = strstr (at, line));)
    {
      at += sizeof line - 1;
      polled[count++] = (struct pollfd) { atoi (at), POLLIN, 0 };
    }
  long found = ASK_KERNEL (SYS_ppoll, (long) polled, count, (long) &at_once, 0,
			   0);
  wakers_asked (since);
  for (unsigned int i = 0; found > 0 && i < count; i++)
    if (polled[i].revents & POLLIN)
      return polled[i].fd;
  return -1;
}

/* Returns the first descriptor that can be read, of those that SOURCE has had a
   call wait for; or -1.  */
static int
readable_of (const struct source *source)
{
  enum { BITS = 8 * sizeof (unsigned long) };
  const struct pollfd *polled = source->set;
  const unsigned long *selected = source->set;
  if (source->kind == FROM_EPOLL)
    return readable_in_epoll (source->number);
  for (int i = 0; source->set && i < source->number; i++)
    if (source->kind == FROM_POLL && polled[i].revents & POLLIN)
      return polled[i].fd;
    else if (source->kind == FROM_SELECT && selected[i / BITS] >> i % BITS & 1)
      return i;
  return -1;
}

uint64_t
pipes_number_of (const struct source *source, uint64_t now)
{
  if (source->kind == FROM_ONE)
    return pipes_number (source->number, false, now);
  if (gasp_gcc_is_sandboxed ())
    return 0;
  int saved_errno = errno;
  uint64_t number = pipes_number (readable_of (source), false, now);
  errno = saved_errno;
  return number;
}
