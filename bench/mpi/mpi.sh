#!/bin/sh
# mpi.sh - what events of MPI's calls cost.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: mpi.sh BUILD RUNS
#
# Nanoseconds for a call of one of two ranks, the least of RUNS turns, for each
# MPI that is installed: by its own compiler; built by gaspcc, without a tool;
# and under gasp run.

. "$(dirname "$0")/../part.sh"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1
build_for_mpis mpi stock -w
for mpi in $mpis; do
  OMPI_CC=$bin/gaspcc MPICH_CC=$bin/gaspcc mpicc.$mpi -O2 -w -finstrument-gasp \
    "$here/mpi.c" -o "dormant-$mpi"
  run_in_turn <<END | print_least "$mpi" stock dormant recorded
stock mpirun.$mpi -n 2 ./stock-$mpi
dormant mpirun.$mpi -n 2 ./dormant-$mpi
recorded mpirun.$mpi -n 2 $bin/gasp run -q -o $work/profile ./dormant-$mpi
END
done
