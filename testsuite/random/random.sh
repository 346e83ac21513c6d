# random.sh - compile random UPC programs, and compare what they print with C.
#
# SPDX-License-Identifier: Apache-2.0
#
#   CC=... sh testsuite/random/random.sh SOURCE BUILD [COUNT [SEED]]
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

# All of the program of the random number $1.
one ()
{
  name=program-$1
  threads=$(($1 % 5 + 1))
  ./generate "$1" >"$name.upc"
  $CC -w -x c -O1 -I"$here" -DTHREADS=$threads "$name.upc" -o "$name" &&
    ./"$name" >"$name.expected" || return 1
  failed=0
  while read -r options; do
    compare "$name" $threads "$options" || failed=1
  done <<EOF
$variants
EOF
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
