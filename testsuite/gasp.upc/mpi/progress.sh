# What a thread has can be read, written and locked while it computes.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../../lib/mpi.sh"
cat > progress.upc <<'END'
#include <upc.h>
#include <upc_tick.h>
#include <stdio.h>
shared int a[THREADS];
static double now (void) { return upc_ticks_to_ns (upc_ticks_now ()) * 1e-9; }
int main (void)
{
  upc_lock_t *lock = MYTHREAD == 1 ? upc_global_lock_alloc () : NULL;
  static upc_lock_t *shared the_lock;
  if (MYTHREAD == 1)
    the_lock = lock;
  upc_barrier;
  lock = the_lock;
  double end = now () + 3;
  int reads = 0;
  volatile double sum = 0;
  if (MYTHREAD == 1)
    while (now () < end)
      sum += 1;
  else
    for (; now () < end - 1 && reads < 200; reads++)
      {
	upc_lock (lock);
	a[1] += 1;
	upc_unlock (lock);
      }
  upc_barrier;
  if (MYTHREAD == 1)
    printf ("%d times\n", a[1]);
  return 0;
}
END
run 0 "$UPCC" --conduit=mpi -O2 progress.upc -o progress
# Without somebody who looks it is once.
for MPI in $MPIS; do
  run 0 env UPC_NODE_SIZE=1 "$BUILD/bin/gasprun" --conduit=mpi \
    --mpirun=mpirun.$MPI -n 2 ./progress
  times=$(sed -n 's/ times$//p' out)
  [ "$times" -ge 20 ] || fail "$times times in two seconds"
done
