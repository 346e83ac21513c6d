# Traces have the files that MPI opens, by name, with the communicator, and what was read and
# written: asked for, and moved; nonblocking I/O where it is waited for, and split collectives.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
command -v otf2-print > /dev/null || unsupported "otf2-print is not installed"
cat > prog.c <<'END'
#include <mpi.h>
static char data[1000];
int
main (int argc, char **argv)
{
  int me;
  MPI_File all, own;
  MPI_Request r[2];
  MPI_Comm one;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_split (MPI_COMM_WORLD, me, 0, &one);
  MPI_File_open (MPI_COMM_WORLD, "all.dat", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
		 &all);
  MPI_File_set_view (all, me * 1000, MPI_CHAR, MPI_CHAR, "native", MPI_INFO_NULL);
  MPI_File_write_all (all, data, 1000, MPI_CHAR, MPI_STATUS_IGNORE);
  MPI_File_sync (all);
  MPI_File_read_at (all, 100, data, 50, MPI_INT, MPI_STATUS_IGNORE);
  /* No more than 300 are there.  */
  if (me == 1)
    MPI_File_read_at (all, 700, data, 900, MPI_CHAR, MPI_STATUS_IGNORE);
  MPI_File_open (one, me ? "one.dat" : "a file with a long name, zero.dat",
		 MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &own);
  MPI_File_iwrite (own, data, 70, MPI_CHAR, &r[0]);
  MPI_File_iread_at (all, 0, data, 80, MPI_CHAR, &r[1]);
  MPI_Waitall (2, r, MPI_STATUSES_IGNORE);
  MPI_File_write_at_all_begin (all, 10, data, 90, MPI_CHAR);
  MPI_File_write_at_all_end (all, data, MPI_STATUS_IGNORE);
  MPI_File_close (&own);
  MPI_File_close (&all);
  MPI_Finalize ();
  return 0;
}
END
cat > fort.f90 <<'END'
program fort
  use mpi
  integer :: ierror, file, buffer(10) = 7
  call MPI_Init (ierror)
  call MPI_File_open (MPI_COMM_WORLD, 'fortran.dat   ', MPI_MODE_CREATE + MPI_MODE_RDWR, &
       MPI_INFO_NULL, file, ierror)
  call MPI_File_write_all (file, buffer, 10, MPI_INTEGER, MPI_STATUS_IGNORE, ierror)
  call MPI_File_close (file, ierror)
  call MPI_Finalize (ierror)
end program
END

# traced PROGRAM: its trace, in "profile", and its archive's "records" and "definitions".
traced ()
{
  rm -rf profile archive *.dat
  run 0 mpirun -n 2 "$GASP" run -q --trace -o profile "./$1"
  run 0 "$GASP" trace --format=otf2 -o archive profile
  run 0 otf2-print archive/traces.otf2
  cp out records
  run 0 otf2-print -G archive/traces.otf2
  cp out definitions
}

one_mpi
for MPI in $MPIS; do
  run 0 mpicc -O1 -w --profile prog.c -o prog
  traced prog
  count 3 definitions '^IO_REGULAR_FILE '
  count 1 definitions '^IO_HANDLE .*"all.dat".*MPI-IO.*Communicator: "prog" '
  count 1 definitions '^IO_HANDLE .*"a file with a long name, zero.dat".*1 MPI rank, the first is 0'
  count 1 definitions '^IO_HANDLE .*"one.dat".*1 MPI rank, the first is 1'
  for rank in 0 1; do
    own=one.dat
    [ $rank = 1 ] || own=zero.dat
    count 1 records "^IO_CREATE_HANDLE +$rank .*\"all.dat\".*READ_WRITE.*CREATE"
    count 1 records "^IO_CREATE_HANDLE +$rank .*$own.*WRITE_ONLY"
    count 2 records "^IO_DESTROY_HANDLE +$rank "
    count 1 records "^IO_OPERATION_BEGIN +$rank .*WRITE, Operation Flags: .COLLECTIVE., Bytes Request: 1000,"
    count 1 records "^IO_OPERATION_COMPLETE +$rank .*Bytes Result: 1000,"
    count 1 records "^IO_OPERATION_BEGIN +$rank .*FLUSH"
    count 1 records "^IO_OPERATION_BEGIN +$rank .*READ, Operation Flags: NONE, Bytes Request: 200,"
    count 1 records "^IO_OPERATION_COMPLETE +$rank .*all.dat.*Bytes Result: 200,"
    for bytes in 70 80 90; do
      count 1 records "^IO_OPERATION_BEGIN +$rank .*NON_BLOCKING.*Bytes Request: $bytes,"
      count 1 records "^IO_OPERATION_COMPLETE +$rank .*Bytes Result: $bytes,"
    done
    count 3 records "^IO_OPERATION_ISSUED +$rank "
  done
  count 1 records '^IO_OPERATION_BEGIN +1 .*Bytes Request: 900,'
  count 1 records '^IO_OPERATION_COMPLETE +1 .*Bytes Result: 300,'
  # What was begun is complete once, and behind that.
  awk '/^IO_OPERATION_BEGIN/ { open[$2, $NF] = 1 }
       /^IO_OPERATION_COMPLETE/ { if (!open[$2, $NF]) bad = 1; delete open[$2, $NF] }
       END { for (i in open) bad = 1; exit bad }' records || fail "begun, complete"
  cp -r profile kept

  command -v mpifort.$MPI > /dev/null || continue
  run 0 env OMPI_FC="$FC" MPICH_FC="$FC" mpifort.$MPI -w --profile fort.f90 -o fort
  traced fort
  count 1 definitions '^IO_REGULAR_FILE .*"fortran.dat"'
  count 2 records '^IO_OPERATION_COMPLETE .*Bytes Result: 40,'
done

# In Perfetto's format, each call has its files, and their bytes.
run 0 "$GASP" trace --output=trace.pb kept
run 0 gcc -w "$SOURCE/testsuite/tools/protobuf.c" -o protobuf
run 0 ./protobuf 1 11 4 6 - trace.pb
count 21 out '^all.dat$'
count 4 out '^one.dat$'
run 0 ./protobuf 1 11 4 3 - trace.pb
[ "$(sort -n out | uniq -c | awk '{ print $1 "*" $2 }' | tr '\n' ' ')" \
  = "8*0 4*70 4*80 4*90 2*200 1*300 2*1000 " ] || fail "bytes: $(cat out)"

# The time line in HTML says it of the call that is selected.
. "$HERE/../lib/browser.sh"
run 0 "$GASP" trace --output=report.html kept
ask '' '
  const said = (row, name) => {
    const i = order[row], list = [...rows[i].place.keys()]
      .filter (c => data.places[rows[i].place[c]][0] === name);
    return list.map (c => { select ({ row: i, call: c });
			    return text ("selected").replace (/\u202f/g, " ")
			      .replace (/^.*rank \d(; )?/, ""); }).join (" + ");
  };
  seen.push (said (0, "MPI_File_open"), said (0, "MPI_File_write_all"),
    said (1, "MPI_File_read_at"), said (1, "MPI_Waitall"));
'
line 1 'file all.dat + file a file with a long name, zero.dat'
line 2 'writes 1000 B to all.dat'
line 3 'reads 200 B from all.dat + reads 300 B from all.dat'
line 4 '70 B of one.dat complete; 80 B of all.dat complete'
