# The report of an MPI program: calls by name and line, who sends to whom, in C and C++; the
# same without gasp run, and for what dlopen brings in or gasp attach begins with.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
. "$HERE/../lib/profile.sh"
cat > ring.c <<'END'
#include <mpi.h>
static int data[1000], got[1000];
extern "C" void
exchange (int times)
{
  int rank, size;
  MPI_Request r[2];
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  for (int i = 0; i < times; i++)
    {
      MPI_Irecv (got, 1000, MPI_INT, (rank + size - 1) % size, 7, MPI_COMM_WORLD, &r[0]);
      MPI_Isend (data, 500, MPI_INT, (rank + 1) % size, 7, MPI_COMM_WORLD, &r[1]); /* SEND */
      MPI_Waitall (2, r, MPI_STATUSES_IGNORE); /* WAIT */
    }
}
#ifndef LIBRARY
int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  exchange (100);
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Finalize ();
  return 0;
}
#endif
END
sed 's/extern "C"/extern/' ring.c > prog.c
cp ring.c prog.cc
cat > loads.c <<'END'
#include <dlfcn.h>
#include <stddef.h>
int
main (void)
{
  void *library = dlopen ("./library.so", RTLD_NOW | RTLD_GLOBAL);
  int (*init) (int *, char ***) = library ? dlsym (library, "MPI_Init") : NULL;
  void (*exchange) (int) = library ? dlsym (library, "exchange") : NULL;
  int (*end) (void) = library ? dlsym (library, "MPI_Finalize") : NULL;
  if (!init || !exchange || !end)
    return 1;
  init (NULL, NULL);
  exchange (100);
  return end ();
}
END

# Of N ranks, COUNT messages of 2,000 bytes from each to the next.
messages ()
{
  run 0 "$GASP" report --format=csv --view=matrix profile
  cp out csv
  for rank in $(seq 0 $(($1 - 1))); do
    awk -F, -v rank=$rank -v peer=$(((rank + 1) % $1)) -v size=$(($2 * 2000)) '
      $1 == "\"matrix\"" && $2 == rank && $3 == peer && $6 == size { found = 1 }
      END { exit !found }' csv || fail "rank $rank"
    awk -F, -v peer=$rank -v rank=$(((rank + 1) % $1)) -v size=$(($2 * 2000)) '
      $1 == "\"matrix\"" && $2 == rank && $3 == peer && $5 == size { found = 1 }
      END { exit !found }' csv || fail "to rank $rank"
  done
  run 0 "$GASP" report --format=csv --view=flat profile
  cp out csv
  [ "$(figure calls MPI_Isend)" = $(($1 * $2)) ] || fail "calls"
  run 0 "$GASP" report --view=peers profile
  has out "^Communication by MPI rank"
  # All of the time is in MPI's functions, but for what little the program does itself;
  # beginning and ending are told apart.
  run 0 "$GASP" report --format=csv --view=peers profile
  cp out csv
  awk -F, '$1 == "\"ranks\"" { n++; if ($4 + $5 > $3 + 2 || 2 * ($4 + $5) < $3 || $6 > 100) bad = 1 }
    END { exit bad || n != '$1' }' csv || { grep ranks csv; fail "time by rank"; }
  line=$(grep -n 'SEND \*/' prog.c | cut -d: -f1)
  has out "prog.cc?:$line"
}
one_mpi
for MPI in $MPIS; do
  rm -rf profile
  run 0 mpicc -w -g -O2 --profile prog.c -o prog
  run 0 mpirun -n 3 "$GASP" run -q -o profile ./prog
  messages 3 100
  rm -rf profile
  run 0 "$GASP" run -q -o profile mpirun.$MPI -n 3 ./prog
  messages 3 100

  rm -rf profile
  run 0 env OMPI_CXX="$BUILD/bin/gaspc++" MPICH_CXX="$BUILD/bin/gaspc++" \
    mpicxx.$MPI -w -g -O1 --profile prog.cc -o prog
  run 0 mpirun -n 2 "$GASP" run -q -o profile ./prog
  messages 2 100

  # The MPI comes by dlopen: too late to count by ranks.
  rm -rf profile
  run 0 mpicc -w -g -O2 --profile -DLIBRARY -shared -fPIC prog.c -o library.so
  run 0 "$CC" -w -g -O2 --profile loads.c -o loads
  run 0 mpirun -n 2 "$GASP" run -q -o profile ./loads
  run 0 "$GASP" report --format=csv --view=flat profile
  cp out csv
  [ "$(figure calls MPI_Isend)" = 200 ] || fail "dlopen: calls"

  # As long as nobody attaches, nothing is recorded.
  rm -rf profile
  cat > serves.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
static int a = 1, b;
__attribute__ ((noinline)) static void
once (void)
{
  MPI_Sendrecv (&a, 1, MPI_INT, 0, 5, &b, 1, MPI_INT, 0, 5, MPI_COMM_WORLD,
		MPI_STATUS_IGNORE);
}
int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  puts ("begun");
  fflush (stdout);
  while (access ("end", F_OK))
    {
      once ();
      usleep (1000);
    }
  MPI_Finalize ();
  return b;
}
END
  run 0 mpicc -w -g -O1 --profile serves.c -o serves
  rm -f end
  : > serves.out
  ./serves > serves.out 2>&1 &
  serves=$!
  wait_until grep -q begun serves.out
  run 0 "$GASP" attach -o profile $serves
  sleep 0.3
  touch end
  ended=0
  wait $serves || ended=$?
  [ $ended = 1 ] || fail "attached: status $ended"
  run 0 "$GASP" report --format=csv --view=flat profile
  has out '"MPI_Sendrecv"'
  has out '"message received"'

  # Without a tool, nothing of ours is loaded.
  cat > maps.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <string.h>
int
main (int argc, char **argv)
{
  char line[4096];
  FILE *f = fopen ("/proc/self/maps", "r");
  int found = 0;
  MPI_Init (&argc, &argv);
  while (fgets (line, sizeof line, f))
    found |= strstr (line, "libgasp-mpi") != NULL;
  MPI_Finalize ();
  puts (found ? "there" : "not there");
  return 0;
}
END
  run 0 mpicc -w -finstrument-gasp maps.c -o maps
  run 0 ./maps
  has out '^not there'
  run 0 under dump ./maps
  has out '^there'
done
