# A signal handler that goes deeper than anything before it, while the program is
# somewhere in the recording of a call.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'EOF'
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#define OUT __attribute__ ((noipa))
#define THREADS 30
static __thread volatile int done;
OUT static int
down (int n)
{
  int below = n ? down (n - 1) : 0;
  __asm__ volatile ("" : "+r" (below));
  return below + 1;
}
OUT static int leaf (int n) { return n + 1; }
OUT static int
step (int n)
{
  n = leaf (n);
  __asm__ volatile ("");
  return n;
}
static void
handler (int signal)
{
  down (4999);
  down (19999);
  done = signal;
}
static void *
body (void *unused)
{
  struct sigevent event
    = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGUSR1 };
  struct itimerspec soon = { .it_value.tv_nsec = 2000000 };
  timer_t timer;
  event._sigev_un._tid = syscall (SYS_gettid);
  timer_create (CLOCK_MONOTONIC, &event, &timer);
  timer_settime (timer, 0, &soon, NULL);
  int n = 0;
  while (!done)
    n = step (n);
  for (int i = 0; i < 1000; i++)
    n = step (n);
  timer_delete (timer);
  return unused;
}
int
main (void)
{
  pthread_t thread;
  signal (SIGUSR1, handler);
  for (int i = 0; i < THREADS; i++)
    if (pthread_create (&thread, NULL, body, NULL)
	|| pthread_join (thread, NULL))
      return 1;
  return 0;
}
EOF
run 0 "$CC" -O2 -finstrument-gasp-functions=emitted -pthread prog.c -o prog
profile 0 --exact ./prog
# Of a handler that interrupts the tool itself, nothing is seen.
found=$(figure calls 'int down(int)')
[ $((found % 25000)) = 0 ] && [ "$found" -ge $((15 * 25000)) ] ||
  fail "calls of down: $found"
