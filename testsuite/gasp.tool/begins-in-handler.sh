# A thread whose first instrumented call is in a signal handler, wherever that
# has come: in malloc, mostly.  PAPI, which allocates, is not called there.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
cat > main.c <<'END'
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include "handler.h"

volatile int count;

static void
set_blocked (int how)
{
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, SIGALRM);
  pthread_sigmask (how, &set, NULL);
}

static void *
allocate (void *wanted)
{
  void *blocks[64];
  set_blocked (SIG_UNBLOCK);
  while (count < 10)
    {
      for (int i = 0; i < 64; i++)
	blocks[i] = malloc (i * 97 % 3000 + 1);
      for (int i = 0; i < 64; i++)
	free (blocks[i]);
    }
  set_blocked (SIG_BLOCK);
  for (int i = 0; i < 1000; i++)
    later ();
  return wanted;
}

int
main (int argc, char **argv)
{
  struct itimerval often = { { 0, 500 }, { 0, 500 } };
  pthread_t thread;
  void *result;
  (void) argv;
  set_blocked (SIG_BLOCK);
  signal (SIGALRM, handler);
  setitimer (ITIMER_REAL, &often, NULL);
  if (argc == 1)
    return allocate (&count) != &count;
  pthread_create (&thread, NULL, allocate, &count);
  pthread_join (thread, &result);
  return result != &count;
}
END
cat > handler.h <<'END'
extern volatile int count;
extern void handler (int), later (void);
END
cat > handler.c <<'END'
#include "handler.h"
__attribute__ ((noipa)) static int leaf (int n) { return n + 1; }
void handler (int signal) { (void) signal; count = leaf (count); }
void later (void) { leaf (1); }
END
run 0 "$CC" -O1 -c main.c
for mode in $(modes_of "$TEST"); do
  run 0 "$CC" -O1 -finstrument-gasp-functions=$mode handler.c main.o -pthread \
    -o prog
  for setting in GASP_COUNTERS=perf::TASK-CLOCK \
    GASP_SAMPLE=perf::TASK-CLOCK:100000; do
    for thread in '' thread; do
      for turn in 1 2 3 4 5; do
	( export "$setting"
	  timeout 20 "$GASP" run -q -o profile ./prog $thread > out 2>&1 ) \
	  || fail "$mode $setting $thread: $(cat out)"
      done
    done
  done
  # Where the kernel counts at all, calls that come later are counted.
  if GASP_COUNTERS=perf::TASK-CLOCK "$GASP" run -o profile ./prog thread 2>&1 \
      | grep -q without; then
    echo "no counters here"
  else
    run 0 "$GASP" report --view=counters profile
    has out ' later '
  fi
done
