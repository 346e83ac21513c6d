# MPI and OpenMP of programs without instrumentation, linked with them, and of libraries
# that a program loads while it runs; what the program sees of that.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
. "$HERE/../lib/findings.sh"
cat > prog.c <<'END'
#include <mpi.h>
#include <unistd.h>
static void
solver (int rank)
{
  usleep (rank == 1 ? 30000 : 1000);
}
int
main (int argc, char **argv)
{
  int rank;
  double x = 1, y = 0;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 20; i++)
    {
      solver (rank);
#pragma omp parallel num_threads (2)
      usleep (1);
      MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); /* here */
    }
  MPI_Finalize ();
  return y != 2;
}
END
cat > host.c <<'END'
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
int
main (int argc, char **argv)
{
  void *missing = dlopen ("./missing.so", RTLD_NOW);
  const char *error = dlerror ();
  if (missing || !error)
    return 10;
  /* By what the host is linked with, not by where it is called.  */
  void *library = dlopen ("libprog.so", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return fprintf (stderr, "%s\n", dlerror ()), 11;
  errno = 77;
  int (*run) (int, char **)
    = (int (*) (int, char **)) dlsym (library, "plugin_main");
  if (!run || errno != 77 || dlerror () || dlsym (RTLD_DEFAULT, "plugin_main"))
    return 12;
  return run (argc, argv);
}
END
line=$(grep -n '/\* here' prog.c | cut -d: -f1)
mkdir lib
run 0 "$STOCK" -g -O1 host.c -o host -ldl '-Wl,-rpath,$ORIGIN/lib'

one_mpi
for MPI in $MPIS; do
  run 0 stock_mpicc -g -O1 -w -fopenmp prog.c -o prog
  run 0 stock_mpicc -g -O1 -w -fopenmp -fPIC -shared -Dmain=plugin_main prog.c \
    -o lib/libprog.so
  for program in prog host; do
    rm -rf profile
    run 0 "$GASP" run --exact --output=profile mpirun.$MPI -n 2 ./$program
    run 0 "$GASP" report --view=flat profile
    has out ' 40  .* MPI_Allreduce '
    has out ' 40  .* parallel :'
    findings
    stands_out waiting-for-processes "prog.c:$line" \
      'of their time, MPI ranks wait for one another: .* mostly for rank 1'
  done
done
