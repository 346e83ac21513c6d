/* A signal stack of 8 KB, the traditional SIGSTKSZ, with nothing below it; the
   handler has all of the processor's state in use, and calls ways that are new.

   SPDX-License-Identifier: Apache-2.0  */

#include "ways.h"
#include <signal.h>
#include <sys/mman.h>

#define SIZE 8192
#define GUARD 65536
/* What the kernel may take of it.  */
#define MOST_OF_KERNEL 4096

static int count, handled;

KEEP static void
use_vectors (void)
{
#ifdef __x86_64__
  if (__builtin_cpu_supports ("avx2"))
    __asm__ volatile ("vpcmpeqd %%ymm0, %%ymm0, %%ymm0\n\t"
		      "vpcmpeqd %%ymm15, %%ymm15, %%ymm15"
		      : : : "xmm0", "xmm15");
  if (__builtin_cpu_supports ("avx512f"))
    __asm__ volatile ("vpternlogd $255, %%zmm20, %%zmm20, %%zmm20"
		      : : : "memory");
#endif
}

KEEP static void
handler (int signal)
{
  use_vectors ();
  handled += leaf (signal) + path (3, count++);
}

int
main (void)
{
  struct sigaction action = { .sa_handler = handler, .sa_flags = SA_ONSTACK };
  char *area = mmap (NULL, GUARD + SIZE, PROT_NONE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack_t stack = { .ss_sp = area + GUARD, .ss_size = SIZE };
  int i;

  if (sysconf (_SC_MINSIGSTKSZ) > MOST_OF_KERNEL)
    UNSUPPORTED ("the kernel needs more");
  mprotect (stack.ss_sp, SIZE, PROT_READ | PROT_WRITE);
  sigaltstack (&stack, NULL);
  sigaction (SIGUSR1, &action, NULL);
  for (i = 0; i < 5000; i++)
    {
      use_vectors ();
      raise (SIGUSR1);
    }
  printf ("%d\n", handled);
  return 0;
}
