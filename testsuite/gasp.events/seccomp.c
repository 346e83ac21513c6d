/* A program that forbids itself nearly everything, and is killed if it does it
   all the same.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-status 4 } */

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "test.h"

#define ALLOW(number)							\
  BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),			\
  BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

KEEP int
leaf (int n)
{
  MORE;
  return n + 1;
}

KEEP int
deep (int n)
{
  return n ? deep (n - 1) + leaf (n) : 0;
}

KEEP int
forbid (void)
{
  static struct sock_filter filter[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    ALLOW (SYS_read), ALLOW (SYS_write), ALLOW (SYS_exit),
    ALLOW (SYS_exit_group), ALLOW (SYS_rt_sigreturn),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
  };
  static struct sock_fprog program
    = { sizeof filter / sizeof *filter, filter };

  free (malloc (10));
  return prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	 || prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int
main (void)
{
  int i, n = 0;

  if (forbid ())
    return 4;
  for (i = 0; i < 1000; i++)
    n += deep (20);
  free (malloc (100));
  return n ? 4 : 1;
}
