# UPC over MPI is started by gasprun, by mpirun, and by the program's name; who mixes
# MPIs, programs, or code for other conduits is told so.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../../lib/mpi.sh"
cat > a.upc <<'END'
#include <upc.h>
#include <stdio.h>
#include <upc_castable.h>
#ifdef MORE
shared int more[THREADS];
#endif
shared int a[THREADS];
int main (int argc, char **argv)
{
  int near = 0;
  a[(MYTHREAD + 1) % THREADS] = MYTHREAD;
  for (int t = 0; t < THREADS; t++)
    near += upc_cast (&a[t]) != 0;
  upc_barrier;
  printf ("%d of %d: %d, %d near, %s, heap %d\n", MYTHREAD, THREADS, a[MYTHREAD],
	  near, argc > 1 ? argv[1] : "none",
	  upc_all_alloc (THREADS, 3000000) != 0);
  return 0;
}
END
run 0 "$UPCC" --conduit=any -O1 a.upc -o a
run 0 "$UPCC" --conduit=mpi -O1 -DMORE a.upc -o b
run 0 "$UPCC" -O1 -c a.upc -o smp.o
run 0 "$UPCC" smp.o -o smp

for MPI in $MPIS; do
  run 0 gasprun -n 3 -H 2M ./a -n
  count 1 out '^2 of 3: 1, 3 near, -n, heap 0$'
  count 3 out 'heap 0'
  run 0 env UPC_NODE_SIZE=1 "$BUILD/bin/gasprun" --conduit=mpi \
    --mpirun=mpirun.$MPI -n 3 -H 4M ./a
  count 3 out ' 1 near, none, heap 1$'
  run 0 env UPC_NODE_SIZE=2 mpirun.$MPI -n 3 ./a -fupc-heap-4M word
  count 2 out ' 2 near, word, heap 1$'
  count 1 out '^2 of 3: 1, 1 near, word, heap 1$'
  # One process.
  run 0 mpirun -n 1 ./a
  has out '^0 of 1: 0, 1 near, none'
  # As shared memory has it.
  run 0 ./a -n 3
  count 3 out ' of 3: ., 3 near'
  # Other programs.  (The mpirun of Open MPI 5.0.7 crashes if it is given two.)
  run - mpirun -n 2 sh -c \
    'if [ "${OMPI_COMM_WORLD_RANK-$PMI_RANK}" = 0 ]; then ./a; else ./b; fi'
  has err 'the threads do not all run the same program'
  run - gasprun -n 2 ./smp
  has err 'the program was not compiled with --conduit=mpi'
  # Nobody has told them of each other.
  run 0 mpirun -n 2 ./smp
done
run 0 "$UPCC" --conduit=mpi smp.o -o mixed
run - gasprun -n 2 ./mixed
has err 'libupc: a.upc was not compiled with --conduit=mpi'
run 1 env UPC_CONDUIT=mpi ./a
has err 'no MPI has started the program: use gasprun'
run - "$UPCC" --conduit=mpi -static a.upc -o static
has err 'programs with --conduit=mpi cannot be static'
run - env UPC_MPI=mpich OMPI_COMM_WORLD_SIZE=2 ./a
has err 'has loaded mpich, which knows of 1|libupc-mpich.so cannot be loaded'
run - "$BUILD/bin/gasprun" --conduit=mpi --mpirun=./no-mpirun -n 2 ./a
has err '^gasprun: cannot run ./no-mpirun: No such file'
run 2 "$BUILD/bin/gasprun" --hosts=a,b -n 2 ./a
has err '^gasprun: --hosts and --mpirun are for --conduit=mpi'
# Slurm, without MPI.
run 0 env SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=1 ./a -n 2
count 0 err srun
run 0 env SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=0 ./a -n 2
count 1 err 'srun has started this 4 times, each by itself.* srun --mpi=pmix with Open'
run 0 env UPC_MPI=none UPC_NODE_SIZE=0 ./a -n 2
has err 'UPC_MPI is "none"; it may be openmpi or mpich; taken as not set'
has err 'UPC_NODE_SIZE is "0"; it may be a number of threads'
