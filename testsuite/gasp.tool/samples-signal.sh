# The signal that samples come by is not the program's: its masks do not hold it back, it
# interrupts no system call, and a program that wants it has it.  What comes together with
# a signal of the program's own was where that came, not in its handler.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/refuse.sh"
not_emulated "gasp runs programs of this machine"
make_refused

cat > prog.c <<'END'
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile double x;
static volatile int handled, profiled;
__attribute__ ((noipa)) static void spin (int n) { for (int i = 0; i < n; i++) x += i; }
static void handle (int number) { handled++; }
static void profile (int number) { profiled++; }

/* A thread that blocks all it can is sampled all the same.  */
__attribute__ ((noipa)) static void *
blocked (void *unused)
{
  spin (100000000);
  return unused;
}

static void
block (void)
{
  sigset_t all, before;
  pthread_t thread;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  pthread_create (&thread, NULL, blocked, NULL);
  pthread_join (thread, NULL);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
}

/* No call ends early.  */
static void
wait_often (void)
{
  int ends[2], early = 0, none = 0;
  pipe (ends);
  int set = epoll_create1 (0);
  for (int k = 0; k < 2000; k++)
    {
      struct timespec t = { 0, 50000 };
      struct timeval v = { 0, 50 };
      struct pollfd f = { ends[0], POLLIN, 0 };
      struct epoll_event event;
      fd_set s;
      spin (20000 + k * 7919 % 5000);
      FD_ZERO (&s);
      FD_SET (ends[0], &s);
      early += nanosleep (&t, 0) < 0;
      early += ppoll (&f, 1, &t, 0) < 0;
      early += select (ends[0] + 1, &s, 0, 0, &v) < 0;
      early += epoll_wait (set, &event, 1, 0) < 0;
      none += usleep (0) < 0;
    }
  printf ("ended early: %d\n", early + none);
}

/* A timer of the program's own.  */
static void
be_profiled (void)
{
  struct itimerval often = { { 0, 10000 }, { 0, 10000 } }, off = { { 0 } };
  signal (SIGPROF, profile);
  setitimer (ITIMER_PROF, &often, NULL);
  while (profiled < 5)
    spin (100000);
  setitimer (ITIMER_PROF, &off, NULL);
  puts ("profiled");
}

/* A timer that ticks when samples' timers do.  */
static void
tick (void)
{
  struct sigevent event = {
    .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGUSR1
  };
  struct itimerspec often = { { 0, 8000000 }, { 0, 8000000 } };
  timer_t timer;
  event._sigev_un._tid = gettid ();
  signal (SIGUSR1, handle);
  timer_create (CLOCK_THREAD_CPUTIME_ID, &event, &timer);
  timer_settime (timer, 0, &often, NULL);
  while (handled < 50)
    spin (100000);
  timer_delete (timer);
  puts ("ticked");
}

/* What a daemon does with all signals, and what handlers it finds.  */
static void
reset (void)
{
  struct sigaction action, none = { .sa_handler = SIG_DFL };
  int others = 0;
  for (int i = 1; i < 32; i++)
    if (i != SIGPROF && !sigaction (i, NULL, &action))
      {
	others += action.sa_handler != SIG_DFL;
	sigaction (i, &none, NULL);
      }
  printf ("handlers: %d\n", others);
}

int
main (int argc, char **argv)
{
  switch (argv[1][0])
    {
    case 'b': block (); break;
    case 'e': wait_often (); break;
    case 'p': be_profiled (); break;
    case 't': tick (); break;
    case 'r': reset (); spin (100000000); break;
    case 'k': raise (SIGSTKFLT); break;
    case 's':
      spin (10000000);
      signal (SIGSTKFLT, handle);
      spin (100000000);
      raise (SIGSTKFLT);
      printf ("handled %d\n", handled);
    }
  return 0;
}
END
run 0 "$CC" -w -O1 --profile prog.c -o prog -pthread

# measured STATUS WAY: one of the two ways to take samples has it, in turns; the other fails.
measured () { its_turn 2 && profile "$1" --sample=time ./prog "$2"; }
for GASP in "$BUILD/bin/gasp" "$PWD/gasp-refused"; do
  if measured 0 b; then
    [ "$(figure samples 'void spin(int)')" -ge 5 ] || { cat csv; fail "blocked"; }
  fi
  if measured 0 p; then has out '^profiled$'; fi
  if measured 0 t; then
    has out '^ticked$'
    ticked=$(figure samples 'void handle(int)')
    [ "${ticked:-0}" -le $(($(figure samples 'void spin(int)') / 10)) ] \
      || { cat csv; fail "in the handler of a signal that came together with ours"; }
  fi
  if measured 0 r; then
    has out '^handlers: 0$'
    [ "$(figure samples 'void spin(int)')" -ge 5 ] || { cat csv; fail "after a reset"; }
  fi
  if measured 0 s; then
    has out '^handled 1$'
    run 0 "$GASP" report profile
    has out 'handler of its own for the signal'
  fi
  if measured 144 k; then :; fi
done
GASP=$BUILD/bin/gasp
profile 0 --sample=time ./prog e
has out '^ended early: 0$'
