# Records of ranks that are joined say the same as they did before, in all formats and
# tables: of MPI, OpenMP, memory and samples, and of a rank that was killed.  One of
# which it is not known that it has ended stays as it is, and counts all the same.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
cat > prog.c <<'EOP'
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static double x[4096];
static void *volatile kept[64];
__attribute__ ((noipa)) static void
work (int n)
{
  for (int r = 0; r < n; r++)
    for (int i = 0; i < 4096; i++)
      x[i] = x[i] * 0.5 + i;
}
__attribute__ ((noipa)) static void
take (int n)
{
  free (kept[n % 64]);
  kept[n % 64] = malloc ((size_t) n + 1);
}
int
main (int argc, char **argv)
{
  int me, size, got;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  for (int i = 0; i < 20; i++)
    {
#pragma omp parallel for num_threads(2)
      for (int j = 0; j < 4 + me; j++)
	work (1 + j);
      for (int j = 0; j <= 10 * me; j++)
	take (j);
      MPI_Sendrecv (&me, 1, MPI_INT, (me + 1) % size, i % 3, &got, 1, MPI_INT,
		    (me + size - 1) % size, i % 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Barrier (MPI_COMM_WORLD);
    }
  MPI_Finalize ();
  if (me == 4)
    printf ("rank 4 is %d\n", (int) getpid ());
  if (me == 1 && argc > 1)
    raise (SIGKILL);
  return 0;
}
EOP

formats=$(often 'text json html callgrind' \
  'text json csv html folded callgrind pprof speedscope messages')
# reports DIRECTORY: all that is said of it, in all formats; without the name of the
# file that a record is in now.
reports ()
{
  rm -rf profile
  cp -a "$1" profile
  for format in $formats; do
    echo "== $format"
    "$GASP" report --format=$format --view=all --limit=0 profile
  done 2>&1 | sed 's,/[^/"]*\.gasps/,/,g' > "$1.reports"
  run 0 "$GASP" diff --limit=0 separate profile
  sed 's/separate/profile/' out > "$1.diff"
}

run 0 mpicc -g -O1 --profile -fopenmp prog.c -o prog
run 0 mpirun -n 8 sh -c \
  "\"$GASP\" run -q -o separate --memory=exact --sample=time ./prog kill; true"
[ "$(ls -I code separate | wc -l)" = 8 ] || fail "records"
# The end of one was not seen: its state is 0.
one=$(echo separate/*"$(sed -n 's/^rank 4 is //p' out)"*.gasp)
printf '\0\0\0\0' | dd of="$one" bs=1 seek=24 conv=notrunc 2> /dev/null
cp -a separate joined
run 0 "$GASP" join joined
has err 'joined 7 records in joined in 1 file; 1 stay as they are'
[ "$(ls joined/*.gasp)" = "joined/${one#*/}" ] || fail "what is left"
[ "$(ls -I code joined | wc -l)" = 2 ] || fail "more is left"
reports separate
reports joined
grep -q 'killed by SIGKILL' separate.reports || fail "nothing was killed"
grep -q '"samples"' separate.reports || fail "there are no samples"
for what in reports diff; do
  diff -a separate.$what joined.$what > differences || fail "$what"
done

# It does not matter how many processors unpack them.
if first=$(taskset -pc $$ 2> /dev/null | sed 's/.*: //; s/[-,].*//') && [ "$first" ]; then
  run 0 taskset -c "$first" "$GASP" report --format=json --view=all --output=one.json joined
  run 0 "$GASP" report --format=json --view=all --output=all.json joined
  cmp one.json all.json || fail "one processor reads it differently"
fi

# There is nothing more to do.
run 0 "$GASP" join joined
has err 'joined 0 records'
# Alone, each is what it was.
set -- joined/*.gasps separate/*.gasp
run 0 "$GASP" report --format=csv --view=all --output=one.csv "$1/${2#*/}"
run 0 "$GASP" report --format=csv --view=all --output=other.csv "$2"
sed 's,joined/[^/"]*\.gasps/,separate/,g' one.csv | diff - other.csv || fail "one alone"

# What makes no sense is not read, and said.
head -c 5000 "$1" > joined/cut.gasps
run 0 "$GASP" report joined
has err 'joined/cut.gasps is cut short or damaged'

# Of memory by samples, blocks that have been freed take no room.
cat > blocks.c <<'EOP'
#include <stdlib.h>
static void *volatile blocks[100000];
int
main (int argc, char **argv)
{
  for (int i = 0; i < 100000; i++)
    blocks[i] = malloc (4096);
  for (int i = 0; i < 100000 - atoi (argv[1]); i++)
    free (blocks[i]);
  return 0;
}
EOP
run 0 "$CC" -g -O1 -w --profile blocks.c -o blocks
for left in 5000 100000; do
  run 0 "$GASP" run -q -o left.$left --memory=sampled sh -c "./blocks $left; ./blocks $left; :"
  run 0 "$GASP" report --format=csv --view=memory,leaks --output=before.csv left.$left
  run 0 "$GASP" join left.$left
  run 0 "$GASP" report --format=csv --view=memory,leaks --output=after.csv left.$left
  diff before.csv after.csv || fail "memory by samples"
done
[ $(($(cat left.5000/*.gasps | wc -c) * 3)) -lt "$(cat left.100000/*.gasps | wc -c)" ] \
  || fail "blocks that have been freed"

# Each machine's last rank joins what there is; the next run moves it out of the way.
for moved in '' earlier.1; do
  run 0 mpirun -n 4 "$GASP" run -q -o all --join=3 ./prog
  [ "$(ls all | grep -c 'gasps$')" = 1 ] || fail "not joined"
  [ "$(ls -I code all | grep -v gasps)" = "$moved" ] || fail "what is beside it"
done
run 0 "$GASP" report --format=csv --view=threads all/earlier.1
[ "$(grep -c '^"threads"' out)" -ge 4 ] || fail "what was moved"
run 0 mpirun -n 4 "$GASP" run -q -o some --join=4 ./prog
[ "$(ls some | grep -c 'gasp$')" = 4 ] || fail "joined without need"
