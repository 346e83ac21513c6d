# gasp attach and gasp detach do nothing to a program in a sandbox, which would be
# killed for what has to be done there, unless they are told to.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/attach.sh"
not_emulated "gasp attaches to programs of this machine"
cat > prog.c <<'END'
#define _GNU_SOURCE
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

__attribute__ ((noipa)) static int leaf (int n) { return n + 1; }

#define LOAD BPF_STMT (BPF_LD | BPF_W | BPF_ABS, \
		       offsetof (struct seccomp_data, nr))
#define RETURN(what) BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_##what)
#define UNLESS(number) BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1)

/* Sends the process signals for what changes memory.  */
static struct sock_filter strict[] = {
  LOAD, UNLESS (SYS_mprotect), RETURN (KILL_PROCESS), UNLESS (SYS_openat),
  RETURN (KILL_PROCESS), RETURN (ALLOW)
};
static struct sock_filter none[] = { RETURN (ALLOW) };

static void
enter (struct sock_filter *filter, int size)
{
  struct sock_fprog program = { size, filter };
  prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static void *
confined (void *argument)
{
  enter (strict, sizeof strict / sizeof *strict);
  write (1, "ready\n", 6);
  for (int n = 0; access ("stop", F_OK); n = leaf (n))
    usleep (1000);
  return argument;
}

int
main (int argc, char **argv)
{
  pthread_t thread;
  if (argc > 1 && !strcmp (argv[1], "thread"))
    {
      pthread_create (&thread, NULL, confined, NULL);
      pthread_join (thread, NULL);
    }
  else if (argc > 1 && !strcmp (argv[1], "lax"))
    {
      enter (none, 1);
      write (1, "ready\n", 6);
      for (int n = 0; access ("stop", F_OK); n = leaf (n))
	usleep (1000);
    }
  else
    confined (NULL);
  return 7;
}
END
run 0 "$CC" -O1 -finstrument-gasp-functions=source prog.c -pthread -o prog
for how in all thread; do
  start ./prog $how
  attach 1 -o at
  has err '^gasp: attach: process [0-9]* is in a sandbox .seccomp.'
  [ ! -e at ] || fail "a directory for nothing"
  run 1 "$GASP" detach $process
  has err '^gasp: detach: process [0-9]* is in a sandbox .seccomp.'
  finish 7
done
start ./prog lax
attach 1 -o at
attach 0 --force -o at
run 0 "$GASP" detach --force $process
finish 7
