# Machines whose clocks are apart: records have the time of thread 0's, so that what
# threads did together is together in a trace.  The other machine's clock is as a
# preloaded library says.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../../lib/mpi.sh"
cat > skew.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
/* 50 ms ahead on all ranks from 2 on.  */
int
clock_gettime (clockid_t clock, struct timespec *t)
{
  const char *rank = getenv ("OMPI_COMM_WORLD_RANK");
  int status = syscall (SYS_clock_gettime, clock, t);
  if (!rank)
    rank = getenv ("PMI_RANK");
  if (clock == CLOCK_REALTIME && rank && atoi (rank) >= 2)
    {
      t->tv_nsec += 50000000;
      t->tv_sec += t->tv_nsec / 1000000000;
      t->tv_nsec %= 1000000000;
    }
  return status;
}
END
run 0 $STOCK -shared -fPIC skew.c -o skew.so -ldl
cat > prog.upc <<'END'
#include <gasp_gcc.h>
#include <stdio.h>
#include <upc.h>
int
main (void)
{
  printf ("thread %d: %ld\n", MYTHREAD, gasp_gcc_processes_clock ());
  for (int i = 0; i < 20; i++)
    upc_barrier;
  return 0;
}
END
run 0 "$UPCC" --profile --conduit=mpi prog.upc -o prog

# difference THREAD: what that has found, in milliseconds.
difference () {
  sed -n "s/^thread $1: \(-\{0,1\}[0-9]*\)\$/\1/p" out | awk '{ printf "%.0f\n", $1 / 1e6 }'
}
UPC_NODE_SIZE=2 run 0 gasprun -n 5 ./prog
for thread in 0 1 2 3 4; do
  d=$(difference $thread)
  [ "$d" -ge -20 ] && [ "$d" -le 20 ] || fail "thread $thread: $d ms"
done
export LD_PRELOAD="$PWD/skew.so"
UPC_NODE_SIZE=2 run 0 gasprun -n 5 ./prog
unset LD_PRELOAD
for thread in 0 1; do
  [ "$(difference $thread)" = 0 ] || fail "thread $thread: $(difference $thread) ms"
done
for thread in 2 3 4; do
  d=$(difference $thread)
  [ "$d" -ge -70 ] && [ "$d" -le -30 ] || fail "thread $thread: $d ms"
done
# Threads of a machine have the same.
[ "$(sed -n 's/^thread 2: //p' out)" = "$(sed -n 's/^thread 3: //p' out)" ] \
  || fail "threads 2 and 3 have one machine"
