# random.sh - compile random UPC programs, and compare what they print with C.
#
# SPDX-License-Identifier: Apache-2.0
#
#   CC=... [MPI=yes [DELAY=MICROSECONDS]] sh testsuite/random/random.sh SOURCE BUILD
#   [COUNT [SEED]]
#
# With MPI=yes, each program is run over each MPI that is installed, too: by four threads
# on two nodes and on four, with data in messages and by one-sided functions.  With
# DELAY, messages are late by that.
#
# What differs is kept below BUILD/random, with its C program's output.

set -u
here=$(cd "$1/testsuite/random" && pwd)
build=$(cd "$2" && pwd)
count=${3:-100}
seed=${4:-$(date +%s)}
CC=${CC:-gcc}
work=$build/random
mkdir -p "$work"
cd "$work" || exit 1
$CC -Wall -O1 "$here/generate.c" -o generate || exit 1

# The options of each, with a number of threads that is known or not.
variants='-O0
-O2 -T
-O3
-O3 -march=native -T
-O1 --profile
-O2 --conduit=loopback'

# Compile $1.upc for $2 threads by the options $3, run it, and compare.
compare ()
{
  case $3 in
    *-T) options="$3 $2" run= ;;
    *) options=$3 run="-n $2" ;;
  esac
  if ! "$build/bin/gaspupc" -w -I"$here" $options "$1.upc" -o "$1" \
       >"$1.log" 2>&1; then
    echo "$1: $options: not compiled"
    return 1
  fi
  GASP_OUTPUT=$1.gasp timeout 60 ./"$1" $run >"$1.out" 2>>"$1.log"
  if ! cmp -s "$1.expected" "$1.out"; then
    echo "$1: $options: other output with $2 threads"
    return 1
  fi
}

# What $1.upc is to print with $2 threads.
expect ()
{
  $CC -w -x c -O1 -I"$here" -DTHREADS=$2 "$1.upc" -o "$1" && ./"$1" >"$1.expected"
}

# ---- Over MPI

mpi_threads=4 mpis=
# A node's threads, and how data go to the others.
mpi_ways='1 messages
2 messages
1 rma
2 rma'
if [ "${MPI-}" = yes ]; then
  unsupported () { echo "$1, or $build is without it."; exit 1; }
  # shellcheck disable=SC2034
  BUILD=$build RUNNER= UPC_TEST=mpi
  . "$here/../lib/mpi.sh"
  mpis=$MPIS
  for mpi in $mpis; do
    [ -z "${DELAY-}" ] || mpicc.$mpi -O1 -shared -fPIC \
      "$here/../tools/slow-mpi.c" -o slow-$mpi.so || exit 1
  done
fi

# Run $1 by the MPI $2, $3 threads a node, data by $4.
run_over_mpi ()
{
  slow=
  [ -z "${DELAY-}" ] || slow="LD_PRELOAD=$PWD/slow-$2.so SLOW_MPI=$DELAY"
  # shellcheck disable=SC2086
  env UPC_NODE_SIZE=$3 UPC_MPI_DATA=$4 $slow timeout 120 \
    "$build/bin/gasprun" --conduit=mpi --mpirun=mpirun.$2 -n $mpi_threads ./"$1" \
    >"$1.out" 2>>"$1.log" </dev/null && cmp -s "$1.expected" "$1.out" && return
  echo "$1: other output over $2 with $3 threads a node, $4"
  return 1
}

# All ways of $1 over MPI.
compare_over_mpi ()
{
  expect "$1" $mpi_threads || return 1
  if ! "$build/bin/gaspupc" -w -I"$here" -O2 --conduit=mpi "$1.upc" -o "$1" \
       >"$1.log" 2>&1; then
    echo "$1: not compiled for MPI"
    return 1
  fi
  wrong_over_mpi=0
  for mpi in $mpis; do
    while read -r node data; do
      run_over_mpi "$1" $mpi "$node" "$data" || wrong_over_mpi=1
    done <<END
$mpi_ways
END
  done
  return $wrong_over_mpi
}

# All of the program of the random number $1.
one ()
{
  name=program-$1
  threads=$(($1 % 5 + 1))
  ./generate "$1" >"$name.upc"
  expect "$name" $threads || return 1
  failed=0
  while read -r options; do
    compare "$name" $threads "$options" || failed=1
  done <<EOF
$variants
EOF
  [ -z "$mpis" ] || compare_over_mpi "$name" || failed=1
  rm -rf "$name" "$name.out" "$name.gasp"*
  [ $failed = 0 ] || return 1
  rm -f "$name".*
}

echo "Random numbers start from $seed."
number=0 wrong=0
while [ $number -lt "$count" ]; do
  one $((seed + number)) || wrong=$((wrong + 1))
  number=$((number + 1))
  if [ -t 1 ]; then
    printf '\r%d of %d programs, %d wrong ' $number "$count" $wrong
  fi
done
echo "$number programs, $wrong wrong"
[ $wrong = 0 ]
