# gasp attach to programs that switch stacks, and with which a timer's handler
# does so wherever it comes: small stacks side by side, next to what else the
# kernel places.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/attach.sh"
not_emulated "gasp attaches to programs of this machine"
cat > prog.c <<'END'
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#define KEEP __attribute__ ((noipa))
enum { STACKS = 4, SIZE = 1 << 17, ROUNDS = 100, DEPTH = 20 };

static ucontext_t contexts[STACKS], back;
static volatile int current;
static volatile long wrong;
static int is_over (void) { return access ("stop", F_OK) == 0; }

KEEP static long
deep (int n)
{
  return n == 0 ? 1 : deep (n - 1) + 1;
}

static void
preempt (int signal)
{
  int from = current;
  (void) signal;
  current = (from + 1) % STACKS;
  swapcontext (&contexts[from], &contexts[current]);
}

static void
set_blocked (int how)
{
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, SIGALRM);
  sigprocmask (how, &set, NULL);
}

static void
body (void)
{
  set_blocked (SIG_UNBLOCK);
  do
    for (int i = 0; i < ROUNDS; i++)
      wrong += deep (i % DEPTH) != i % DEPTH + 1;
  while (!is_over ());
  set_blocked (SIG_BLOCK);
  setcontext (&back);
}

int
main (void)
{
  struct itimerval often = { { 0, 100 }, { 0, 100 } };
  char *stacks = mmap (NULL, STACKS * SIZE, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (int i = 0; i < STACKS; i++)
    {
      getcontext (&contexts[i]);
      contexts[i].uc_stack.ss_sp = stacks + i * SIZE;
      contexts[i].uc_stack.ss_size = SIZE;
      sigaddset (&contexts[i].uc_sigmask, SIGALRM);
      makecontext (&contexts[i], body, 0);
    }
  sigaction (SIGALRM, &(struct sigaction) { .sa_handler = preempt }, NULL);
  set_blocked (SIG_BLOCK);
  setitimer (ITIMER_REAL, &often, NULL);
  write (1, "ready\n", 6);
  swapcontext (&back, &contexts[0]);
  return wrong ? 1 : 7;
}
END

for mode in $(modes_of "$TEST"); do
  run 0 "$CC" -O1 -finstrument-gasp-functions=$mode prog.c -o prog
  for turn in 1 2 3 4 5 6 7 8; do
    start ./prog
    attach_again
    finish 7
  done
done
