# Over MPI, who crashes says in which calls, and where the other threads are, those of
# other nodes, too; MPI's own handlers come behind that.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../../lib/mpi.sh"
. "$HERE/../../lib/together.sh"
need addr2line
cat > prog.upc <<'EOF'
#include <stdlib.h>
#include <upc.h>
shared int *p;
shared [] int *q;
volatile int zero;
void
step (const char *what)
{
  if (*what == 'n')
    *p = 1;						/* null */
  else if (*what == 'a')
    abort ();						/* abort */
  else if (*what == 'p')
    upc_memput (q, (void *) 64, 4);			/* put */
  else if (*what == 'g')
    upc_memget ((void *) 64, q, 4);			/* get */
  q = upc_alloc (4);
  upc_free (q);
  upc_free (q);						/* free */
}
int
main (int argc, char **argv)
{
  q = upc_all_alloc (THREADS, 4);
  upc_barrier;
  if (MYTHREAD == 1)
    step (argv[1]);					/* MAIN */
  while (MYTHREAD == 2 && !zero)
    ;							/* LOOP */
  upc_barrier;						/* WAIT */
  return 0;
}
EOF
line_of () { grep -n "/\* $1 \*/" prog.upc | cut -d : -f 1; }
run 0 "$UPCC" -g --conduit=mpi prog.upc -o prog
ways='null abort put get free'
for way in $ways near; do
  size=1
  [ $way != near ] || size=3
  begin $way env UPC_NODE_SIZE=$size mpirun.$MPI -n 3 ./prog ${way%ear}
done
wait
for way in $ways near; do
  line=$way
  [ $way != near ] || line=null
  ended $way -
  has $way.err 'libupc: thread 1'
  has $way.err "^libupc:   prog.upc:$(line_of $line) in step"
  has $way.err "^libupc:   prog.upc:$(line_of MAIN) in main"
  has $way.err "^libupc: thread 0 is .*prog.upc:[0-9]+ in main"
  has $way.err "^libupc: thread 2 is .*prog.upc:[0-9]+ in main"
done

# Which process a thread was, as a core file's name may tell that; and the file's, where
# that has the program's name.
if (ulimit -c unlimited) 2> /dev/null; then
  run - sh -c "ulimit -c unlimited; exec mpirun.$MPI -n 2 ./prog abort"
  has err '^libupc: thread 1 is process [0-9]+$'
  if [ "$(cat /proc/sys/kernel/core_pattern)" = core.%e ]; then
    [ -f core.prog-t1 ] || fail "no core.prog-t1: $(ls)"
  fi
fi
