# part.sh - how each part begins.
#
# SPDX-License-Identifier: Apache-2.0
#
# Read by the scripts in the folders beside it, which are run with BUILD, RUNS and perhaps more
# words; these are left.  Sets here, where the script is; benches, where all are; build,
# and bin in it; runs; and work, a directory of the part's own, which it is in then.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
benches=$(dirname "$here")
build=$(cd "$1" && pwd)
bin=$build/bin
runs=${2:-1}
work=$build/bench/$(basename "$0" .sh)
if [ $# -gt 2 ]; then shift 2; else shift $#; fi
mkdir -p "$work"
cd "$work"

# own NAME: the file of that name, in whichever folder it is.
own () { find "$benches" -name "$1"; }

has () { command -v "$1" > /dev/null; }

# Leave nothing of an earlier run in work.
start_afresh () {
  cd /
  rm -rf "$work"
  mkdir "$work"
  cd "$work"
}

# Where the sources of Debian's package $1 are.
fetch () { sh "$benches/../scripts/fetch-source" "$1" "$build/bench/sources"; }

# in_turn ROUND: the lines read, in each round from another one on, so that
# none is always the one that runs behind the slowest.
in_turn () {
  awk -v first="$1" '{ line[NR] = $0 }
    END { for (i = 0; i < NR; i++) print line[(first - 1 + i) % NR + 1] }'
}

# run_in_turn: the lines read, each a way and a command, in as many rounds as there are runs:
# what the commands print, behind their ways.
run_in_turn () {
  lines=$(cat) round=0
  while [ "$round" -lt "$runs" ]; do
    round=$((round + 1))
    rm -rf profile*
    printf '%s\n' "$lines" | in_turn "$round" | while read -r how command; do
      $command < /dev/null | sed "s/^/$how /"
    done
  done
}

# print_least TITLE WAY...: of lines with a way, a name and a number, the least number of each
# name, one column a way.
print_least () {
  awk -v ways="$*" '
    BEGIN { count = split (ways, way, / /) }
    { key = $1 " " $2
      if (!(key in least) || $3 < least[key]) least[key] = $3
      if (!($2 in seen)) { seen[$2]; names[++n] = $2 } }
    END {
      printf "%-12s", way[1]
      for (j = 2; j <= count; j++) printf " %10s", way[j]
      for (i = 1; i <= n; i++) {
	printf "\n%-12s", names[i]
	for (j = 2; j <= count; j++) printf " %10.1f", least[way[j] " " names[i]]
      }
      print ""
    }'
}

# Something to compress: at least $1 bytes of sources, in work/input.
make_input () {
  find "$build/bench/sources" -name '*.[ch]' -type f -exec cat {} + \
    > "$work/some"
  : > "$work/input"
  while [ -s "$work/some" ] && [ "$(wc -c < "$work/input")" -lt "$1" ]; do
    cat "$work/some" >> "$work/input"
  done
}

# build_for_mpis NAME PROGRAM OPTION...: PROGRAM-MPI of NAME.c, for each MPI that is
# installed; mpis has these.  Without any, the part is over.
build_for_mpis () {
  source=$1 output=$2 mpis=
  shift 2
  for mpi in openmpi mpich; do
    { has mpirun.$mpi && has mpicc.$mpi; } || continue
    mpis="$mpis $mpi"
    mpicc.$mpi -O2 "$here/$source.c" -o "$output-$mpi" "$@"
  done
  [ -n "$mpis" ] || { echo "$(basename "$0"): no MPI is installed" >&2; exit 0; }
}
