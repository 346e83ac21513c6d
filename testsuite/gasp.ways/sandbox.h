/* sandbox.h - a program that goes into a sandbox in which it may read, write and
   end, or it is killed.

   SPDX-License-Identifier: Apache-2.0

   Who includes it defines CONFINE.  */

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include "ways.h"

#define ALLOW(number)							\
  BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),			\
  BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

/* The instructions of the filter.  */
#define MAY_READ_AND_WRITE						\
  BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)), \
  ALLOW (SYS_read), ALLOW (SYS_write), ALLOW (SYS_exit),		\
  ALLOW (SYS_exit_group), ALLOW (SYS_rt_sigreturn),			\
  BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)

/* These, for the kernel.  */
KEEP static struct sock_fprog *
reading_and_writing (void)
{
  static struct sock_filter filter[] = {
    MAY_READ_AND_WRITE
  };
  static struct sock_fprog program
    = { sizeof filter / sizeof *filter, filter };

  return &program;
}

/* Go there; not 0 if that is not possible.  */
KEEP static int confine (void);

int
main (void)
{
  static char text[100];
  int i, sum = 0;
  void *memory[100];

  memory[0] = malloc (100000);
  memset (memory[0], 1, 100000);
  MORE;
  free (memory[0]);
  if (confine ())
    UNSUPPORTED ("no seccomp");
  sum = all_paths (13) + deep (20000, leaf);
  for (i = 0; i < 100; i++)
    memory[i] = malloc (100);
  for (i = 0; i < 100; i++)
    free (memory[i]);
  i = snprintf (text, sizeof text, "%d\n", sum);
  return write (1, text, i) == i ? 4 : 5;
}
