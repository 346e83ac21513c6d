# Who sends how many messages and bytes to whom is what Open MPI itself counts, which leaves
# out those of persistent requests.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
[ $MPI = openmpi ] && ompi_info --param pml monitoring --level 9 2> /dev/null \
  | grep -q pml_monitoring_enable || unsupported "Open MPI does not count messages"
cat > prog.c <<'END'
#include <mpi.h>
#include <stdlib.h>
static char out[100000], in[100000];
static unsigned int seed = 7;
static unsigned int
random_below (unsigned int n)
{
  seed = seed * 1103515245 + 12345;
  return (seed >> 8) % n;
}
int
main (int argc, char **argv)
{
  int rank, size;
  MPI_Comm turned;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  MPI_Comm_split (MPI_COMM_WORLD, 0, size - rank, &turned);
  /* All have the same numbers, so each knows who sends to whom.  */
  for (int i = 0; i < 3000; i++)
    {
      int from = random_below (size), to = random_below (size), how = random_below (4);
      int bytes = random_below (random_below (2) ? 100 : sizeof out);
      MPI_Comm comm = random_below (2) ? MPI_COMM_WORLD : turned;
      int me = comm == turned ? size - 1 - rank : rank;
      MPI_Request r[2] = { MPI_REQUEST_NULL, MPI_REQUEST_NULL };
      if (from == to)
	continue;
      if (me == to)
	MPI_Irecv (in, sizeof in, MPI_BYTE, how & 1 ? MPI_ANY_SOURCE : from, i, comm, &r[0]);
      if (me == from && how == 0)
	MPI_Send (out, bytes, MPI_BYTE, to, i, comm);
      else if (me == from && how == 1)
	MPI_Ssend (out, bytes / 8, MPI_DOUBLE, to, i, comm);
      else if (me == from && how == 2)
	MPI_Isend (out, bytes, MPI_CHAR, to, i, comm, &r[1]);
      else if (me == from)
	MPI_Sendrecv (out, bytes / 4, MPI_INT, to, i, in, 0, MPI_INT, MPI_PROC_NULL, 0, comm,
		      MPI_STATUS_IGNORE);
      MPI_Waitall (2, r, MPI_STATUSES_IGNORE);
    }
  MPI_Comm_free (&turned);
  MPI_Finalize ();
  return 0;
}
END
# counted COMMAND...: three ranks of it, whose messages Open MPI counts.
counted ()
{
  mpirun -n 3 --mca pml_monitoring_enable 2 --mca pml_monitoring_enable_output 3 \
    --mca pml_monitoring_filename "$PWD/counted" "$@"
}
stock_mpicc -O1 -w prog.c -o stock
counted ./stock > /dev/null 2>&1 || unsupported "Open MPI fails when it counts messages"
rm -f counted.*
run 0 mpicc -O1 -w --profile prog.c -o prog
run 0 counted "$GASP" run -q -o profile ./prog
# E: of the program, not of MPI itself.
awk -F'\t' '$1 == "E" { sub (/ .*/, "", $4); sub (/ .*/, "", $5); print $2, $3, $4, $5 }' \
  counted.*.prof | sort > wanted
count 6 wanted '^[0-2] [0-2] [0-9]+ [0-9]+$'
run 0 "$GASP" report --format=csv --view=matrix profile
awk -F, '$1 == "\"matrix\"" { print $2, $3, $6, $9 }' out | sort > got
diff wanted got || fail "messages sent"
# What one has sent, the other has received.
awk -F, '$1 == "\"matrix\"" { print $3, $2, $5, $8 }' out | sort > got
diff wanted got || fail "messages received"
