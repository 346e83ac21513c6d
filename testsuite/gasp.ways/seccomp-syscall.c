/* A sandbox by seccomp(2) itself, as libseccomp does it: once in it, the program
   may read, write and end, or it is killed.  Only its last filter counts.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-not-emulated "no seccomp" } */
/* { dg-status 4 } */

#include "sandbox.h"

KEEP static int
filter_by (struct sock_filter *filter, int length)
{
  struct sock_fprog program = { length, filter };

  return syscall (SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

/* What libseccomp asks for, to see what there is.  */
KEEP static int
look (void)
{
  return syscall (SYS_seccomp, SECCOMP_SET_MODE_STRICT, 1, NULL) != -1
	 || syscall (SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, NULL) != -1;
}

/* One that is refused, one that allows everything, and one that counts.  */
KEEP static int
confine (void)
{
  static struct sock_filter filter[] = {
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    MAY_READ_AND_WRITE
  };

  return prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	 || look ()
	 || filter_by (filter, 0) != -1
	 || filter_by (filter, 1)
	 || filter_by (filter + 1, sizeof filter / sizeof *filter - 1);
}
