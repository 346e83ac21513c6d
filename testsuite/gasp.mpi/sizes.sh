# How large messages are, by line and by peer, and what collective functions move: exactly
# what the program sends.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 120

. "$HERE/../lib/mpi-events.sh"
cat > prog.c <<'EOF'
#include <mpi.h>
static char a[8192], b[8192];
int
main (int argc, char **argv)
{
  int me;
  MPI_Request r[2];
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  for (int n = 1; n <= 4096; n *= 2)
    if (me == 0)
      MPI_Send (a, n, MPI_BYTE, 1, 1, MPI_COMM_WORLD); /* SEND */
    else if (me == 1)
      MPI_Recv (b, 5000, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* RECV */
  for (int i = 0; i < 100; i++)
    {
      MPI_Irecv (b, 8192, MPI_BYTE, (me + 2) % 3, 7, MPI_COMM_WORLD, &r[0]);
      MPI_Isend (a, 3 * i, MPI_BYTE, (me + 1) % 3, 7, MPI_COMM_WORLD, &r[1]); /* ISEND */
      MPI_Waitall (2, r, MPI_STATUSES_IGNORE); /* WAIT */
    }
  /* To itself; critical-path.c once went round in circles here.  */
  MPI_Sendrecv (a, 1000, MPI_BYTE, me, 2, b, 2000, MPI_BYTE, me, 2, /* SELF */
		MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 3; i++)
    MPI_Bcast (a, 100 << i, MPI_BYTE, 0, MPI_COMM_WORLD); /* BCAST */
  MPI_Finalize ();
  return 0;
}
EOF

# class N: the least size of the row that messages of N bytes are in.  classes: of the
# numbers on standard input, the rows: least size, count, bytes.
class='function class(n,  c) { if (!n) return 0; c = 1; while (2 * c <= n) c *= 2; return c }'
classes ()
{
  awk "$class"' { n[class($1)]++; sum[class($1)] += $1 }
    END { for (c in n) print c, n[c], sum[c] }' | sort -n
}
powers () { for n in 1 2 4 8 16 32 64 128 256 512 1024 2048 4096; do echo $n; done; }
triples () { seq 0 3 297; }

# table NAME KEY VALUE READ: "least size, count, bytes" of what was READ (or else
# written) in the rows that have VALUES for KEYS.
table ()
{
  tr -d '"' < tables.csv | awk -F, -v name=$1 -v keys="$2" -v values="$3" -v read=$4 '
    $1 == "table" { delete at; for (i = 1; i <= NF; i++) at[$i] = i }
    $1 == name {
      n = split (keys, k, " "); split (values, v, " ")
      for (i = 1; i <= n; i++)
        if ($at[k[i]] != v[i]) next
      count = read ? $at["reads"] : $at["writes"]
      bytes = read ? $at["bytes_read"] : $at["bytes_written"]
      if (count) print $at["from"], count, bytes
      if ($at["below"] != ($at["from"] ? 2 * $at["from"] : 1)) print "below", $at["below"]
    }' | sort -n
}

# same WHAT: the files "wanted" and "got".
same ()
{
  diff wanted got || fail "$MPI: $1"
}

one_mpi
for MPI in $MPIS; do
  rm -rf profile
  run 0 mpicc -g -O1 --profile prog.c -o prog
  run 0 mpirun -n 3 "$GASP" run -q -o profile ./prog
  run 0 timeout 60 "$GASP" report --format=csv --view=peers --output=tables.csv profile

  powers | classes > wanted
  table line-sizes line $(lines SEND) 0 > got; same "MPI_Send"
  table line-sizes line $(lines RECV) 1 > got; same "MPI_Recv"
  for i in 1 2 3; do triples; done | classes > wanted
  table line-sizes line $(lines ISEND) 0 > got; same "MPI_Isend"
  table line-sizes line $(lines WAIT) 1 > got; same "MPI_Waitall"
  echo 512 3 3000 > wanted
  table line-sizes line $(lines SELF) 0 > got; same "sent to itself"
  table line-sizes line $(lines SELF) 1 > got; same "received from itself"
  printf '%s\n' "64 1 100" "128 1 200" "256 1 400" > wanted
  table line-sizes line $(lines BCAST) 0 > got; same "given to MPI_Bcast"
  printf '%s\n' "64 2 200" "128 2 400" "256 2 800" > wanted
  table line-sizes line $(lines BCAST) 1 > got; same "had of MPI_Bcast"

  { powers; triples; } | classes > wanted
  table peer-sizes "thread peer" "0 1" 0 > got; same "from 0 to 1"
  table peer-sizes "thread peer" "1 0" 1 > got; same "of 0 by 1"
  triples | classes > wanted
  table peer-sizes "thread peer" "2 0" 0 > got; same "from 2 to 0"
  table peer-sizes "thread peer" "2 1" 1 > got; same "of 1 by 2"
  echo 512 1 1000 > wanted
  table peer-sizes "thread peer" "1 1" 0 > got; same "from 1 to 1"

  # The shares of a line's rows are 100 %.
  tr -d '"' < tables.csv | awk -F, '
    $1 == "table" { for (i = 1; i <= NF; i++) at[$i] = i }
    $1 == "line-sizes" { all[$at["line"] $at["event"]] += $at["percent"] }
    END { for (i in all) { n++; if (all[i] < 99.9 || all[i] > 100.1) bad = 1 }
          exit bad || n != 7 }' || fail "$MPI: per cent"
done
