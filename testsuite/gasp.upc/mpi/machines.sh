# Threads on machines whose clocks have nothing in common: barriers say who waited for
# whom, arrays are known wherever they were allocated, and there is a table by node.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../../lib/mpi.sh"
cat > by-rank <<'END'
#!/bin/sh
[ $((${OMPI_COMM_WORLD_RANK-$PMI_RANK} % 2)) = 1 ] || exec "$@"
exec unshare --uts --time --monotonic 5000000 --fork \
  sh -c 'hostname another && exec "$@"' sh "$@"
END
chmod +x by-rank
PMI_RANK=1 ./by-rank true 2> by-rank.err \
  || unsupported "no machines with other clocks can be made here"
cat > wait.upc <<'END'
#include <upc.h>
#include <unistd.h>
shared [] char *shared parts[THREADS];
int main (void)
{
  upc_barrier;
  if (MYTHREAD == 1)
    usleep (300000);
  upc_barrier;			/* line 9 */
  if (MYTHREAD == 2)
    usleep (200000);
  upc_barrier;			/* line 12 */
  parts[MYTHREAD] = upc_alloc (100);
  upc_barrier;
  upc_memset (parts[(MYTHREAD + 1) % THREADS], 1, 100);
  upc_barrier;
  return 0;
}
END
run 0 "$UPCC" -g --profile --conduit=mpi wait.upc -o wait
export GASP_CLOCK=monotonic UPC_NODE_SIZE=1
for MPI in $MPIS; do
  rm -rf wait.profile
  run 0 mpirun -n 4 ./by-rank "$GASP" run -q -o wait.profile ./wait
  run 0 "$GASP" report wait.profile
  has out "^  started .* on (another and $(uname -n)|$(uname -n) and another), for"
  run 0 "$GASP" report --format=csv --view=upc --output=tables.csv wait.profile
  # Line, thread, and milliseconds that it waited for the others.
  awk -F, '/^"barriers"/ { printf "%d %d %d\n", $11, $2, $3 / 1e6 }' tables.csv > waits
  for thread in 0 1 2 3; do
    for case in 9:1:300 12:2:200; do
      line=${case%%:*} want=${case##*:} late=${case#*:}
      [ $thread != "${late%:*}" ] || want=0
      got=$(awk "\$1 == $line && \$2 == $thread { print \$3 }" waits)
      # Whoever shares a processor may be late.
      [ "$got" -ge $((want - 150)) ] && [ "$got" -le $((want + 60)) ] \
	|| fail "$MPI: thread $thread, line $line: $got ms, not $want"
    done
  done
  grep '^"shared-arrays"' tables.csv > arrays
  count 1 arrays 'upc_alloc.*wait.upc:13'
  hasnt arrays unknown
  count 2 tables.csv '^"nodes",[13],"another",'
  # One program in a trace, on two machines.
  rm -rf wait.profile archive
  run 0 mpirun -n 4 ./by-rank "$GASP" run -q --trace -o wait.profile ./wait
  got=0
  "$GASP" trace -f otf2 -o archive wait.profile 2> err || got=$?
  if [ $got = 0 ] && command -v otf2-print > /dev/null; then
    run 0 otf2-print -G archive/traces.otf2
    count 2 out '^SYSTEM_TREE_NODE '
    run 0 otf2-print archive/traces.otf2
    count 4 out '^RMA_PUT .*Remote: [0-3] '
  fi
done
