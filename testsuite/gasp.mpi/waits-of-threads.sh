# Three threads of each rank that call MPI at one time: by communicators of their own, for
# messages and collective functions, and by one for all, with other tags.  How long each
# waits, for whom, and by what the other one's thread is late.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
# The time of usleep is its caller's.
export GASP_THREADS=no
cat > prog.c <<'END'
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
#include "now.h"
#define THREADS 3
#define TIMES 20
static MPI_Comm comms[THREADS];
static int me;
static void rest0 (void) { usleep (10000); }
static void rest1 (void) { usleep (20000); }
static void rest2 (void) { usleep (30000); }
static void (*const rests[]) (void) = { rest0, rest1, rest2 };
static double waited[2 * THREADS];
static void
give (double *came, int tag, MPI_Comm comm)
{
  MPI_Send (came, 1, MPI_DOUBLE, !me, tag, comm);
}
static double
take (int tag, MPI_Comm comm)
{
  double came;
  MPI_Recv (&came, 1, MPI_DOUBLE, !me, tag, comm, MPI_STATUS_IGNORE);
  return came;
}
/* It has waited from BEGIN until END, or the other one had come.  */
static void
note (int what, double begin, double came, double end)
{
  came = came < end ? came : end;
  waited[what] += came > begin ? came - begin : 0;
}
/* Rank 0 waits for rank 1, and in thread 1 the other way round.  */
static void
meet (int i, MPI_Comm comm)
{
  double x = 1, y, began, came;
  if (me != (i == 1))
    rests[i] ();
  began = came = now ();
  if (i == 0 && me == 1)
    give (&came, 5, comm);
  else if (i == 0)
    MPI_Recv (&came, 1, MPI_DOUBLE, 1, 5, comm, MPI_STATUS_IGNORE); /* RECV */
  else if (i == 1)
    MPI_Barrier (comm); /* BARRIER */
  else
    MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, comm); /* REDUCE */
  double end = now ();
  if (i && me != (i == 1))
    give (&began, 6, comm);
  else if (i)
    came = take (6, comm);
  if (me == (i == 1))
    note (i, began, came, end);
}
static void
tags (int i)
{
  double came, began;
  MPI_Barrier (comms[i]);
  if (me == 0)
    {
      rests[i] ();
      came = now ();
      give (&came, 10 + i, MPI_COMM_WORLD);
      return;
    }
  began = now ();
  if (i == 0)
    MPI_Recv (&came, 1, MPI_DOUBLE, 0, 10, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* TAG0 */
  else if (i == 1)
    MPI_Recv (&came, 1, MPI_DOUBLE, 0, 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* TAG1 */
  else
    MPI_Recv (&came, 1, MPI_DOUBLE, 0, 12, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* TAG2 */
  note (THREADS + i, began, came, now ());
}
static void *
run (void *number)
{
  int i = (int *) number - (int *) NULL;
  for (int step = 0; step < TIMES; step++)
    {
      MPI_Barrier (comms[i]);
      meet (i, comms[i]);
      tags (i);
    }
  return NULL;
}
int
main (int argc, char **argv)
{
  int level;
  pthread_t threads[THREADS];
  MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  if (level < MPI_THREAD_MULTIPLE)
    puts ("unsupported");
  for (int i = 0; i < THREADS; i++)
    MPI_Comm_dup (MPI_COMM_WORLD, &comms[i]);
  for (int i = 0; level == MPI_THREAD_MULTIPLE && i < THREADS; i++)
    pthread_create (&threads[i], NULL, run, (int *) NULL + i);
  for (int i = 0; level == MPI_THREAD_MULTIPLE && i < THREADS; i++)
    pthread_join (threads[i], NULL);
  const char *names[] = { "RECV", "BARRIER", "REDUCE", "TAG0", "TAG1", "TAG2" };
  for (int i = 0; i < 2 * THREADS; i++)
    printf ("%s %d %.0f %d\n", names[i], me, waited[i] * 1e9, !me);
  MPI_Finalize ();
  return 0;
}
END
# late NAME RANK FUNCTION NANOSECONDS: of what is waited there, most that is by one of
# these functions is by FUNCTION of RANK, and a good part of all, or of how long it
# rests: a busy machine may keep threads from leaving the barrier before.
late ()
{
  awk -v at="$(lines $1)" -v rank="$2" -v name="$3" -v rests="$4" -v place="$1" '
    FNR == NR { if ($1 == place && $3 > truth) truth = $3; next }
    $1 == at && $4 ~ /^rest/ && $2 > most { most = $2; found = $3 " " $4 }
    END {
      least = (truth < rests ? truth : rests) / 3
      if (found != rank " " name || most < least)
	print name, "of", rank, "at", at, "not", found, most, "of", truth
    }' out.prog delays >> wrong
}
checks ()
{
  check late-senders RECV 0
  check barriers BARRIER 1
  check barriers REDUCE 0
  for i in 0 1 2; do check late-senders TAG$i 1; done
  sed 's/sleep, /sleep or /' out | tr -d '"' | awk -F, '
    $1 == "table" { delete column; for (i = 1; i <= NF; i++) column[$i] = i }
    $1 == "delays" && $2 ~ /^[0-9]/ {
      print $column["wait_line"], $column["waiting"], $column["thread"], $column["name"]
    }' > delays
  late RECV 1 rest0 200000000
  late BARRIER 0 rest1 400000000
  late REDUCE 1 rest2 600000000
  late TAG0 0 rest0 200000000
  late TAG1 0 rest1 400000000
  late TAG2 0 rest2 600000000
}
. "$HERE/../lib/awaited.sh"
RANKS=2
one_mpi
for MPI in $MPIS; do
  measured checks -pthread
  grep -q unsupported out.prog && unsupported "$MPI has no MPI_THREAD_MULTIPLE"
done
true
