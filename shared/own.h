/* own.h - functions of the C library's names that are libgasp's.

   SPDX-License-Identifier: Apache-2.0

   In front of each file of libgasp and of the sample tool (-include): what they
   call by these names, and what GCC has them call, is not the C library's
   function, nor the program's of that name, but one of libgasp/libc, which
   the assembler and the linker know by another name.

   With _FORTIFY_SOURCE the C library's headers would call some of them by the
   names that they have there; so it is off (mk/build.mk).  */

#ifndef __ASSEMBLER__
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#define OWN(function) \
  extern __typeof__ (function) function __asm__ ("gasp_own_" #function)

/* strings.c */
OWN (memcmp);
OWN (memcpy);
OWN (memmove);
OWN (memset);
OWN (strchr);
OWN (strcmp);
OWN (strcpy);
OWN (strlen);
OWN (strncmp);
OWN (strncpy);
OWN (strnlen);
OWN (strrchr);
OWN (strsep);

/* clock.c */
OWN (clock_gettime);

/* syscalls.c; <sys/auxv.h> has names that others have here.  */
extern unsigned long getauxval (unsigned long) __asm__ ("gasp_own_getauxval");
OWN (close);
OWN (fchmod);
OWN (fstat);
OWN (ftruncate);
OWN (getcwd);
OWN (getegid);
OWN (getenv);
OWN (geteuid);
OWN (getgid);
OWN (getpagesize);
OWN (getpid);
OWN (getppid);
OWN (getrlimit);
OWN (getuid);
OWN (madvise);
OWN (mkdir);
OWN (mprotect);
OWN (open);
OWN (posix_fallocate);
OWN (process_vm_readv);
OWN (pwrite);
OWN (read);
OWN (readlink);
OWN (sched_yield);
OWN (secure_getenv);
OWN (sigaltstack);
OWN (uname);
OWN (unlink);
OWN (write);

/* A thread sanitiser that looks at the runtime itself has to see memory come
   and go: else two threads that are given the same, one after the other,
   race.  */
#ifndef __SANITIZE_THREAD__
OWN (mmap);
OWN (mremap);
OWN (munmap);
#endif

#undef OWN
#endif /* __ASSEMBLER__ */
