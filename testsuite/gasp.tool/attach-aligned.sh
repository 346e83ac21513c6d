# gasp attach to a program whose functions align their frames, which they find their
# callers' from in ways of their own, and that has installed a handler: that is not
# taken for being in one.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/attach.sh"
not_emulated "gasp attaches to programs of this machine"
cat > prog.c <<'END'
#include <alloca.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef double many __attribute__ ((vector_size (64)));

static void
handle (int signal)
{
}

__attribute__ ((noipa)) static int work (int n) { return n + 1; }

/* Aligned, of a size that varies, with arguments on the stack.  */
__attribute__ ((noipa)) static int
aligned (int n, int a, int b, int c, int d, int e, int f, const many *g)
{
  many local = { n, a, b, c, d, e, f, (*g)[1] };
  char *more = alloca (n % 100 + 1);
  memset (more, n, n % 100 + 1);
  __asm__ volatile ("" : "+m" (local) : "r" (more));
  return work (n) + local[1];
}

int
main (void)
{
  many local = { 1, 2, 3 };
  struct sigaction action = { .sa_handler = handle };
  /* With the address that handlers return to, which may be left anywhere.  */
  unsigned long known[4];
  sigaction (SIGALRM, &action, NULL);
  syscall (SYS_rt_sigaction, SIGALRM, NULL, known, 8);
  puts ("ready");
  fflush (stdout);
  int wrong = 0;
  for (int i = 0; access ("stop", F_OK) != 0; i = (i + 1) % 1000)
    {
      __asm__ volatile ("" : "+m" (local), "+m" (known));
      wrong |= aligned (i, 5, 3, 4, 5, 6, 7, &local) != i + 6;
      usleep (500);
    }
  return wrong ? 3 : 0;
}
END
for mode in $(modes_of "$TEST"); do
  for level in 0 1 2 3; do
    run 0 "$CC" -O$level -w -finstrument-gasp-functions=$mode prog.c -o prog
    start ./prog
    rm -rf at
    attach 0 -o at
    has err 'process [0-9]+ is measured'
    run 0 "$GASP" detach $process
    finish 0
  done
done
