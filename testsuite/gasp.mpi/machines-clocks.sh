# Ranks on machines whose clocks are apart, and go at different speeds: what barriers say
# of these puts them right, in the report and in a trace; or messages, if there are no
# barriers.  Rooted functions, and those of a part of the ranks, say nothing.  The other
# machine is what is written into the records.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
cat > prog.c <<'END'
#include <mpi.h>
#include <unistd.h>
/* In each step another rank is late by 30 ms.  */
int
main (int argc, char **argv)
{
  int me, ranks;
  double x = 1, sum;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  for (int i = 0; i < 24; i++)
    {
      if (me == (argc > 2 ? 0 : i % ranks))
	usleep (30000);
      if (argc > 2 && me > 0)
	MPI_Recv (&x, 1, MPI_DOUBLE, me - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (argc > 2 && me < ranks - 1)
	MPI_Send (&x, 1, MPI_DOUBLE, me + 1, 0, MPI_COMM_WORLD);
      if (argc > 2)
	continue;
      if (argc > 1)
	MPI_Sendrecv (&x, 1, MPI_DOUBLE, (me + 1) % ranks, i, &sum, 1, MPI_DOUBLE,
		      (me + ranks - 1) % ranks, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      else if (i % 2)
	MPI_Barrier (MPI_COMM_WORLD);
      else
	MPI_Allreduce (&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
  MPI_Finalize ();
  return 0;
}
END
cat > elsewhere.c <<'END'
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "record.h"
/* elsewhere RECORD MILLISECONDS PPM: ranks from 2 on ran on another machine, whose clock
   is ahead by that, and goes faster.  */
int
main (int argc, char **argv)
{
  struct gasp_record_header h;
  char letter;
  long at;
  FILE *f = fopen (argv[1], "r+");
  if (argc != 4 || !f || fread (&h, sizeof h, 1, f) != 1)
    return 1;
  if (h.rank < 2)
    return 0;
  at = 8L * h.host + offsetof (struct gasp_record_string, text);
  h.start_realtime += atof (argv[2]) * 1e6;
  h.ns_per_tick *= 1 + atof (argv[3]) * 1e-6;
  fseek (f, at, SEEK_SET);
  letter = fgetc (f) == 'x' ? 'y' : 'x';
  fseek (f, at, SEEK_SET);
  fputc (letter, f);
  rewind (f);
  return fwrite (&h, sizeof h, 1, f) != 1 || fclose (f);
}
END
run 0 mpicc -g -O1 --profile prog.c -o prog
run 0 $STOCK -I"$SOURCE/shared" elsewhere.c -o elsewhere

# waits PROFILE: milliseconds that each rank waited for others, in all; by how much that
# may be wrong; and how long as the records first were, in "waits".
waits ()
{
  run 0 "$GASP" report --format=csv --view=peers "$1"
  tr -d '"' < out | awk -F, '
    $1 == "table" { for (i = 1; i <= NF; i++) column[$i] = i }
    /^(barriers|late-senders),[0-9]/ { waited[$2] += $3; error[$2] += $column["waiting_error"] }
    END { for (i = 0; i < 4; i++) printf "%d %.0f %.0f\n", i, waited[i] / 1e6, error[i] / 1e6 }
  ' > now
  [ -e first ] || cut -d' ' -f2 now > first
  paste -d' ' now first > waits
}

# early PROFILE: how long before all ranks have arrived at a barrier of the trace one of
# them leaves, at most, in microseconds, in "early"; or how long before its left neighbour
# comes to MPI_Sendrecv.
early ()
{
  run 0 "$GASP" trace --format=text --output=trace.txt "$1"
  # SECONDS PID.THREAD + NAME [FILE:LINE]
  awk '
    { split ($2, id, "."); rank = id[1]; now = $1 * 1e6 }
    $4 !~ /^MPI_(Barrier|Allreduce|Sendrecv)$/ { next }
    $3 == "+" { begin[rank] = now; is_ring = $4 ~ /Sendrecv/ }
    $3 == "-" {
      i = ++calls[rank]
      began[rank, i] = begin[rank]
      ended[rank, i] = now
      if (i > most) most = i
      if (!(i in last) || begin[rank] > last[i]) last[i] = begin[rank]
      if (!(i in first) || now < first[i]) first[i] = now
    }
    END {
      for (p in calls) { ranks++; if (calls[p] != 24) exit 1 }
      for (i = 1; i <= most && !is_ring; i++)
	if (last[i] - first[i] > early) early = last[i] - first[i]
      n = split (order, ring, " ")
      for (i = 1; i <= most && is_ring; i++)
	for (k = 1; k <= n; k++) {
	  late = began[ring[k], i] - ended[ring[k % n + 1], i]
	  if (late > early) early = late
	}
      if (ranks != 4 || n != 4) exit 1
      printf "%.0f\n", early
    }' order="$(cat order)" trace.txt > early || fail "not 24 calls by 4 ranks"
}
is_right ()
{
  run 0 "$GASP" report --format=csv --view=threads "$1"
  [ "$(awk -F, '/^"table","pid"/ { while ($++at != "\"host\"") continue }
	       /^"processes",[0-9]/ { hosts[$at]++ } END { for (h in hosts) n++; print n }' out)" = $2 ] \
    || fail "$1: not on $2 machines"

  waits "$1"
  while read -r rank ms error was; do
    [ "$ms" -ge $((was - 1 - error)) ] && [ "$ms" -le $((was + 1 + error)) ] \
      || fail "$1: rank $rank waited $ms +- $error ms, not $was"
    echo "$1: rank $rank waited $ms +- $error ms, truly $was"
  done < waits
  early "$1"
  [ "$(cat early)" -le 20 ] || fail "$1: a rank left $(cat early) us too early"
}

# Rank 0 gives, and leaves; the others come 30 ms later, twenty times.  Ranks 0 and 1,
# then 2 and 3, meet twenty times more, 30 ms apart.
cat > rooted.c <<'END'
#include <mpi.h>
#include <unistd.h>
int
main (int argc, char **argv)
{
  int me;
  double x = 1, sum;
  MPI_Comm half;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_split (MPI_COMM_WORLD, me / 2, me, &half);
  MPI_Barrier (MPI_COMM_WORLD);
  for (int i = 0; i < 20; i++)
    {
      if (me)
	usleep (30000);
      MPI_Bcast (&x, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
  for (int i = 0; i < 20; i++)
    {
      if (me > 1)
	usleep (30000);
      MPI_Allreduce (&x, &sum, 1, MPI_DOUBLE, MPI_SUM, half);
    }
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Finalize ();
  return 0;
}
END
run 0 mpicc -g -O1 --profile rooted.c -o rooted
run 0 mpirun -n 4 "$GASP" run -q --trace -o rooted-out ./rooted

# apart: by how much the ranks' first and last barriers end one after another, at most, in
# milliseconds.
apart ()
{
  run 0 "$GASP" trace --format=text --output=trace.txt rooted-out
  awk '
    $3 == "-" && $4 == "MPI_Barrier" {
      i = ++calls[$2]
      end = $1 * 1000
      if (!(i in last) || end > last[i]) last[i] = end
      if (!(i in first) || end < first[i]) first[i] = end
    }
    END {
      for (i in last)
	if (last[i] - first[i] > most) most = last[i] - first[i]
      if (!(2 in last)) exit 1
      printf "%.0f\n", most
    }' trace.txt || fail "no two barriers"
}

# span: how many milliseconds the page of the report says that the run took.
span ()
{
  run 0 "$GASP" report --format=html --output=page.html rooted-out
  grep -o '"ranges":{"span":[0-9]*' page.html | awk -F: '{ printf "%d\n", $3 / 1e6 }'
}

was=$(apart | tail -n 1)
took=$(span | tail -n 1)
for record in rooted-out/*.gasp; do
  run 0 ./elsewhere "$record" 0 0
done
now=$(apart | tail -n 1)
[ "$now" -le $((was + 3)) ] || fail "ranks leave a barrier $now ms apart, not $was"
takes=$(span | tail -n 1)
[ "$takes" -ge $((took - 3)) ] && [ "$takes" -le $((took + 3)) ] \
  || fail "the page says that it took $takes ms, not $took"

for how in barriers ring; do
  rm -rf here first
  [ $how = barriers ] && set -- || set -- ring
  run 0 mpirun -n 4 "$GASP" run -q --trace -o here ./prog "$@"
  run 0 "$GASP" report --format=csv --view=threads here
  awk -F, '/^"table","pid"/ { while ($++at != "\"rank\"") continue }
	   /^"processes",[0-9]/ { pid[$at] = $2 }
	   END { print pid[0], pid[1], pid[2], pid[3] }' out > order
  is_right here 1
  # Less than 18 times 30 ms if the machine made others late, too.  In the ring, a rank
  # waits for its neighbour, and for those that make that late.
  while read -r ms; do
    [ "$ms" -ge 100 ] || fail "a rank waited $ms ms"
  done < first
  for clock in '50 0' '-700 0' '0.2 0' '-3 150' '20000 -80'; do
    its_turn 2 || continue
    rm -rf there
    cp -r here there
    for record in there/*.gasp; do
      # shellcheck disable=SC2086
      run 0 ./elsewhere "$record" $clock
    done
    is_right there 2
  done
done

# Messages that go one way say nothing.
rm -rf here
run 0 mpirun -n 4 "$GASP" run -q -o here ./prog one way
run 0 "$GASP" report --view=findings here
hasnt out 'could not be compared'
for record in here/*.gasp; do
  run 0 ./elsewhere "$record" 1000 0
done
run 0 "$GASP" report --view=findings here
has out ', most in MPI_Recv \(prog.c:17\), MPI ranks may have waited for those of other'
