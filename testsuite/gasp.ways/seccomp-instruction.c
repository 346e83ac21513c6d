/* A sandbox that the program enters by an instruction of its own: nobody sees
   that, but for the privileges that it has given up before.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-not-emulated "no seccomp" } */
/* { dg-status 4 } */

#include "sandbox.h"

KEEP static long
enter (struct sock_fprog *program)
{
#ifdef __x86_64__
  long result = SYS_prctl;
  __asm__ volatile ("syscall" : "+a" (result)
		    : "D" ((long) PR_SET_SECCOMP),
		      "S" ((long) SECCOMP_MODE_FILTER), "d" (program)
		    : "rcx", "r11", "memory");
  return result;
#else
  return prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program);
#endif
}

KEEP static int
confine (void)
{
  return prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	 || enter (reading_and_writing ()) != 0;
}
