# Over MPI, who crashes says in which calls, and where the other threads of the
# machine are; MPI's own handlers come behind that.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../../lib/mpi.sh"
need addr2line
cat > prog.upc <<'EOF'
#include <stdlib.h>
#include <upc.h>
shared int *p;
shared [] int *q;
void
step (const char *what)
{
  if (*what == 'n')
    *p = 1;						/* null */
  else if (*what == 'a')
    abort ();						/* abort */
  q = upc_alloc (4);
  upc_free (q);
  upc_free (q);						/* free */
}
int
main (int argc, char **argv)
{
  upc_barrier;
  if (MYTHREAD == 1)
    step (argv[1]);					/* MAIN */
  upc_barrier;						/* WAIT */
  return 0;
}
EOF
line_of () { grep -n "/\* $1 \*/" prog.upc | cut -d : -f 1; }
run 0 "$UPCC" -g --conduit=mpi prog.upc -o prog
for what in null abort free; do
  run - mpirun -n 3 ./prog $what
  has err 'libupc: thread 1'
  has err "^libupc:   prog.upc:$(line_of $what) in step"
  has err "^libupc:   prog.upc:$(line_of MAIN) in main"
  has err '^libupc: thread [02] is .*prog.upc:[0-9]+ in main'
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
