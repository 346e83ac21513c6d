# A rank crashes: its "gasp run" says in which calls, and those of the others, which MPI
# ends, where they waited.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/mpi-events.sh"
cat > prog.c <<'EOF'
#include <mpi.h>
#include <unistd.h>
int *volatile nothing;
static void
step (int rank)
{
  if (rank == 1)
    {
      sleep (1);
      *nothing = 1;
    }
  MPI_Barrier (MPI_COMM_WORLD);				/* WAIT */
}
int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  step (rank);
  MPI_Finalize ();
  return 0;
}
EOF
for MPI in $MPIS; do
  run 0 mpicc --profile -g prog.c -o prog
  run - mpirun -n 3 "$GASP" run -o profile.$MPI ./prog
  cat out >> err
  has err 'gasp: prog .process [0-9]+, MPI rank 1. was killed by SIGSEGV in these calls:'
  has err 'gasp:   step .prog.c:5'
  has err 'gasp:   main .prog.c:15'
done
