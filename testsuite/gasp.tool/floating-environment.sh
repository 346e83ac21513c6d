# The program's floating-point environment is its own: no exception is raised for
# it, with any enabled it goes on, and it rounds as it wants to; whatever enters
# the tool.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/attach.sh"
cat > prog.c <<'END'
#define _GNU_SOURCE
#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "pupc.h"

#define OUT __attribute__ ((noipa))

static int enabled, rounding = FE_TONEAREST;
static const int expected[2] = { 0, FE_INEXACT | FE_UNDERFLOW };
static int wanted;

/* The environment is as this program has made it.  */
OUT void
check (const char *where)
{
  int flags = fetestexcept (FE_ALL_EXCEPT);
  int failed = 0;
  if (flags != wanted)
    failed = printf ("%s: flags %#x, not %#x\n", where, flags, wanted);
  if (fegetround () != rounding)
    failed = printf ("%s: rounding %#x\n", where, fegetround ());
#ifdef __x86_64__
  if (fegetexcept () != enabled)
    failed = printf ("%s: enabled %#x\n", where, fegetexcept ());
#endif
  if (failed)
    {
      fflush (stdout);
      _exit (9);
    }
}

OUT static void
begin (void)
{
  feclearexcept (FE_ALL_EXCEPT);
  feraiseexcept (wanted);
  fesetround (rounding);
#ifdef __x86_64__
  feenableexcept (enabled);
#endif
}

OUT static int leaf (int n) { return n + 1; }

OUT static int
work (int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      char *p = malloc (10 + i % 7);
      sum += leaf (i) + (p == 0);
      p = realloc (p, 100);
      free (p);
      if (i % 1000 == 999)
	check ("work");
    }
  return sum;
}

OUT static void
on_signal (int signal)
{
  /* The kernel lets handlers begin with an environment of their own.  */
  work (10 + signal - signal);
}

OUT static void *
body (void *argument)
{
  check ("thread begins");
  work (3000);
  check ("thread ends");
  return argument;
}

static void at_exit (void) { check ("atexit"); }
static void __attribute__ ((destructor)) at_end (void) { check ("destructor"); }

static void __attribute__ ((constructor))
before (void)
{
  check ("constructor");
}

int
main (int argc, char **argv)
{
  pthread_t thread;
  int status;
  check ("main");
  enabled = atoi (argv[1]) ? FE_ALL_EXCEPT : 0;
  static const int modes[] = { FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO };
  rounding = modes[atoi (argv[2])];
  wanted = enabled ? 0 : expected[atoi (argv[2]) & 1];
  begin ();
  atexit (at_exit);
  work (20000);
  check ("work");
  unsigned int phase = pupc_create_event ("phase", "%d %s");
  pupc_event_start (phase, 1, "x");
  check ("user event");
  pupc_event_end (phase, 1, "x");
  pupc_control (0);
  work (10);
  pupc_control (1);
  check ("control");
  signal (SIGUSR1, on_signal);
  for (int i = 0; i < 100; i++)
    raise (SIGUSR1);
  check ("signal");
  pthread_create (&thread, 0, body, 0);
  check ("thread created");
  pthread_join (thread, 0);
  check ("thread joined");
  for (int i = 0; i < 2; i++)
    {
      pid_t pid = i ? _Fork () : fork ();
      if (pid == 0)
	{
	  check ("child");
	  work (3000);
	  check ("child worked");
	  exit (4);
	}
      check ("forked");
      waitpid (pid, &status, 0);
      if (!WIFEXITED (status) || WEXITSTATUS (status) != 4)
	{
	  printf ("child: %#x\n", status);
	  _exit (8);
	}
    }
  if (argc > 3)
    {
      puts ("ready");
      fflush (stdout);
      while (access (argv[3], F_OK))
	work (1000);
      check ("attached");
    }
  return 3;
}
END
cat > double.f90 <<'END'
program p
  use, intrinsic :: ieee_arithmetic
  logical :: raised
  integer, allocatable :: a(:)
  allocate (a(10))
  a = 1
  call ieee_get_flag (ieee_inexact, raised)
  if (raised .or. sum (a) /= 10) stop 5
  stop 3, quiet = .true.
end program
END
for mode in source emitted; do
  run 0 "$CC" -O1 -pthread -finstrument-gasp-functions=$mode prog.c -o prog -lm
  for enabled in 0 1; do
    for rounding in 0 1 2 3; do
      run 3 ./prog $enabled $rounding
      for options in '' --timing=all --trace --budget=5 --record-limit=300K \
	  '--clock=monotonic --verbose'; do
	its_turn 9 || continue
	rm -rf profile
	# shellcheck disable=SC2086
	run 3 "$GASP" run -q $options -o profile ./prog $enabled $rounding
      done
    done
  done
done
if command -v "$STOCKFC" > /dev/null; then
  run 0 "$FC" -O0 --profile -ffpe-trap=inexact,invalid,zero,overflow double.f90 -o double
  run 3 "$GASP" run -q -o profile.f ./double
  run 3 "$GASP" run -q -o profile.f --trace ./double
fi
# Attached to.
if [ -z "$RUNNER" ] && [ "$(uname -m)" = x86_64 ]; then
  for enabled in 0 1; do
    rm -rf profile
    start ./prog $enabled 1 stop
    attach 0 -o profile
    finish 3
    run 0 "$GASP" report profile
    has out 'leaf'
  done
fi
for tool in dump check; do
  for enabled in 0 1; do
    run 3 under $tool ./prog $enabled 3
  done
done
