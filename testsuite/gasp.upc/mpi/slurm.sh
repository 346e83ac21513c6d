# Slurm starts UPC over MPI on its nodes, by itself and by what an allocation runs; and
# one profile of all threads is made.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../../lib/mpi.sh"
for command in slurmctld slurmd srun salloc; do
  command -v $command > which || unsupported "$command is not installed"
done
. "$HERE/../../lib/nodes.sh"
slurm_pids=
trap 'kill $slurm_pids 2> kill.err || :; remove_nodes' EXIT
make_nodes 2 || unsupported "no network namespaces"
cat > slurm.conf <<END
ClusterName=gasp
SlurmctldHost=gasp-node0
AuthType=auth/none
CredType=cred/none
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$PWD/state
SlurmdSpoolDir=$PWD/spool.%n
SlurmctldPidFile=$PWD/slurmctld.pid
SlurmdPidFile=$PWD/slurmd.%n.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
NodeName=gasp-node[0-1] CPUs=4 State=UNKNOWN
PartitionName=all Nodes=gasp-node[0-1] Default=YES OverSubscribe=YES
END
# The nodes have one /tmp, and PMIx makes directories there by the job's number.
echo 'PMIxCliTmpDirBase=/dev/shm' > mpi.conf
mkdir state spool.gasp-node0 spool.gasp-node1
export SLURM_CONF="$PWD/slurm.conf"
./rsh gasp-node0 exec slurmctld -D > slurmctld.out 2>&1 &
slurm_pids="$slurm_pids $!"
for i in 0 1; do
  ./rsh gasp-node$i exec slurmd -D -N gasp-node$i > slurmd$i.out 2>&1 &
  slurm_pids="$slurm_pids $!"
done
idle () { ./rsh gasp-node0 sinfo -h -o %D.%t > nodes 2> nodes.err && grep -q '^2.idle' nodes; }
wait_until idle

cat > where.upc <<'END'
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
shared int a[THREADS];
int main (int argc, char **argv)
{
  char host[100];
  int sum = 0;
  gethostname (host, sizeof host);
  a[(MYTHREAD + 1) % THREADS] = MYTHREAD + 1;
  upc_barrier;
  for (int t = 0; t < THREADS; t++)
    sum += a[t];
  printf ("%d of %d on %s: sum %d\n", MYTHREAD, THREADS, host, sum);
  if (argc > 1 && MYTHREAD == 2)
    upc_global_exit (7);
  upc_barrier;
  return 0;
}
END
run 0 "$UPCC" --conduit=mpi --profile where.upc -o where
prog=$PWD/where

# all_there: four threads on two nodes.
all_there ()
{
  for t in 0 1 2 3; do has out "^$t of 4 on gasp-node[01]: sum 10$"; done
  has out 'on gasp-node0'
  has out 'on gasp-node1'
}

plugins=$(./rsh gasp-node0 srun --mpi=list 2>&1)
for MPI in $MPIS; do
  case $MPI in openmpi) mpi=pmix;; *) mpi=pmi2;; esac
  case $plugins in *$mpi*) ;; *) echo "Slurm has no $mpi"; continue;; esac
  on="-N 2 -n 4"
  for try in 1 2 3; do
    run 0 ./rsh gasp-node0 srun --mpi=$mpi $on $prog
    all_there
  done
  run 0 ./rsh gasp-node0 salloc -Q $on "$BUILD/bin/gasprun" --conduit=mpi \
    --mpirun=mpirun.$MPI -n 4 $prog
  all_there
  # MPICH's processes are killed for it.
  run - ./rsh gasp-node0 srun --mpi=$mpi $on $prog fail
  case $MPI.$got in openmpi.7 | mpich.7 | mpich.137) ;; *) fail "status $got";; esac
  run 0 ./rsh gasp-node0 srun --mpi=$mpi $on "$GASP" run -q -o "$PWD/$MPI.behind" $prog
  run 0 ./rsh gasp-node0 "$GASP" run -q -o "$PWD/$MPI.front" srun --mpi=$mpi $on $prog
  for profile in behind front; do
    run 0 "$GASP" report $MPI.$profile
    has out 'on gasp-node[01] and gasp-node[01], .* exit status 0'
    has out 'measured   4 processes, 4 threads'
  done
done
run 0 ./rsh gasp-node0 srun -n 2 $prog
has err 'srun has started this 2 times, each by itself'
