# Calls of MPI by place: time, how evenly ranks share it, bytes sent, and the rate of
# messages without waiting, all beside what the program measures by itself.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 120

. "$HERE/../lib/mpi-events.sh"
cat > prog.c <<'EOF'
#include <mpi.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
enum { SIZE = 1 << 22, TIMES = 10 };
static char a[SIZE], b[SIZE];
static double times[4], sent[TIMES], begun[TIMES], received[TIMES];

/* MPI_Wtime may begin with each rank.  */
__attribute__ ((no_instrument_function)) static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

/* As root, rank 1: when it sent, when the other began to wait and had it, and how long
   each rank was at the barrier.  */
static void
say (double *all)
{
  double moving = 0;
  for (int i = 0; i < TIMES; i++)
    moving += received[i] - (sent[i] > begun[i] ? sent[i] : begun[i]);
  printf ("rate %.0f\n", (double) SIZE * TIMES / moving);
  printf ("barrier %.9f %.9f %.9f %.9f\n", all[0], all[1], all[2], all[3]);
}

int
main (int argc, char **argv)
{
  int me;
  double all[4], since;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  for (int i = 0; i < TIMES && me < 2; i++)
    if (me == 0)
      {
        usleep (50000);
        sent[i] = now ();
        MPI_Send (a, SIZE, MPI_BYTE, 1, 1, MPI_COMM_WORLD); /* SEND */
      }
    else
      {
        begun[i] = now ();
        MPI_Recv (b, SIZE, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* RECV */
        received[i] = now ();
      }
  usleep (200000 * me);
  since = now ();
  MPI_Barrier (MPI_COMM_WORLD); /* BARRIER */
  since = now () - since;
  MPI_Gather (&since, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 1, MPI_COMM_WORLD); /* GATHER */
  if (me == 0)
    MPI_Sendrecv (sent, TIMES, MPI_DOUBLE, 1, 2, times, 0, MPI_DOUBLE, 1, 3, /* BOTH */
                  MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (me == 1)
    {
      MPI_Recv (sent, TIMES, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send (a, 0, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD); /* EMPTY */
      say (all);
    }
  MPI_Finalize ();
  return 0;
}
EOF

# cell TABLE LINE COLUMN
cell ()
{
  tr -d '"' < tables.csv | awk -F, -v name=$1 -v line=$2 -v column=$3 '
    $1 == "table" { delete at; for (i = 1; i <= NF; i++) at[$i] = i }
    $1 == name && $at["line"] == line { print $at[column] }'
}

# sent MARK COUNT BYTES AVERAGE
sent ()
{
  got="$(cell sent-bytes $(lines $1) count) $(cell sent-bytes $(lines $1) bytes_sent)"
  got="$got $(cell sent-bytes $(lines $1) average)"
  [ "$got" = "$2 $3 $4" ] || fail "$MPI: $1: $got, not $2 $3 $4"
}

# is_near GOT WANTED PERCENT
is_near ()
{
  awk -v got="$1" -v wanted="$2" -v percent="$3" 'BEGIN {
    far = got > wanted ? got - wanted : wanted - got
    exit !(got != "" && far <= wanted * percent / 100) }'
}

# near WHAT GOT WANTED PERCENT
near ()
{
  is_near "$2" "$3" "$4" || fail "$MPI: $1: $2, not $3"
}

one_mpi
for MPI in $MPIS; do
  rm -rf profile
  run 0 mpicc -g -O1 --profile prog.c -o prog
  # A rank that loses its processor between its own clock and the call looks slow.
  for try in 1 2 3; do
    run 0 mpirun -n 4 "$GASP" run -q -o profile ./prog
    cp out said
    run 0 timeout 60 "$GASP" report --format=csv --view=peers --output=tables.csv profile
    rate=$(sed -n 's/^rate //p' said)
    is_near "$(cell call-sites $(lines RECV) rate)" $rate 25 && break
  done

  sent SEND 10 41943040 4194304
  sent GATHER 4 32 8
  sent BOTH 1 80 80
  sent EMPTY 1 0 0
  [ -z "$(cell sent-bytes $(lines RECV) count)" ] || fail "$MPI: MPI_Recv sends"

  # What it is without the 50 ms that each message comes late.
  near "rate at RECV" "$(cell call-sites $(lines RECV) rate)" $rate 25
  tr -d '"' < tables.csv | awk -F, '
    $1 == "table" { delete at; for (i = 1; i <= NF; i++) at[$i] = i }
    $1 == "matrix" && $at["thread"] == 1 && $at["peer"] == 0 { print $at["rate"] }' > got
  near "rate of the matrix" "$(cat got)" $rate 25

  # The standard deviation by the mean, and who was there longest.
  set -- $(awk '$1 == "barrier" {
    for (i = 2; i <= 5; i++) sum += $i
    for (i = 2; i <= 5; i++) squares += ($i - sum / 4) ^ 2
    for (i = 3; i <= 5; i++) if ($i > $(most + 2)) most = i - 2
    print sum * 1e9, 100 * sqrt (squares / 3) / (sum / 4), most + 0 }' said)
  near "time of the barrier" "$(cell call-sites $(lines BARRIER) time)" $1 5
  near "COV" "$(cell call-sites $(lines BARRIER) cov)" $2 5
  [ "$(cell call-sites $(lines BARRIER) most_thread)" = $3 ] || fail "$MPI: most"
  [ "$(cell call-sites $(lines BARRIER) calls)" = 4 ] || fail "$MPI: calls"

  # Shares, as mpiP has them: of these calls, and of the time between start and end.
  tr -d '"' < tables.csv | awk -F, '
    $1 == "table" { delete at; for (i = 1; i <= NF; i++) at[$i] = i }
    $1 == "ranks" { all += $at["time"] - $at["setup"] }
    $1 == "call-sites" { of += $at["percent"]; time += $at["time"]
                         program += $at["program_percent"] }
    END { wanted = 100 * time / all
          exit !(of > 99.9 && of < 100.1 && program > wanted - .1 && program < wanted + .1) }
  ' || fail "$MPI: shares"
done
run 0 "$GASP" report --view=call-sites,sent-bytes profile
has out '^Communication by call'
has out '^Bytes sent by call'
