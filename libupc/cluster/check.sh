# check.sh - gasprun --check: whether UPC is as fast as the machines are.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: sh check.sh GASPRUN GASPUPC [THREADS [LAUNCHER [HOSTS]]]
#
# Compiles two programs beside this file, MPI's only if there is a LAUNCHER, and runs
# them: the second gets what the first has measured.  They are in the current
# directory while it lasts, where other machines find them.

set -u
gasprun=$1 gaspupc=$2 threads=${3-} launcher=${4-} hosts=${5-}
here=$(dirname "$0")

say () { echo "gasprun: --check: $*" >&2; }

# The compiler that goes with the launcher: mpirun.openmpi has mpicc.openmpi.
mpi_compiler ()
{
  directory=${launcher%"${launcher##*/}"}
  suffix=${launcher##*/mpi}
  suffix=${suffix#mpi}
  suffix=${suffix#run}
  suffix=${suffix#exec}
  suffix=${suffix#.}
  for name in "${directory}mpicc${suffix:+.$suffix}" mpicc; do
    command -v "$name" && return
  done
}

# Processors that other programs have used in the last minute.
read -r load rest < /proc/loadavg 2> /dev/null || load=0

directory=$(mktemp -d ./gasp-check.XXXXXX) || exit 1
trap 'rm -rf "$directory"' EXIT
trap 'exit 1' HUP INT TERM

set --
[ -z "$launcher" ] || set -- --conduit=mpi
"$gaspupc" -O2 "$@" "$here/check.upc" -o "$directory/check" || exit 1
[ -z "$threads" ] || set -- "$@" -n "$threads"
if [ -n "$launcher" ]; then
  mpicc=$(mpi_compiler)
  if [ -n "$mpicc" ] && "$mpicc" -O2 "$here/check-mpi.c" -o "$directory/check-mpi"; then
    # shellcheck disable=SC2086
    "$launcher" ${threads:+-n "$threads"} ${hosts:+-host "$hosts"} \
      "$directory/check-mpi" > "$directory/figures" \
      || say "MPI's own program has failed"
    figures=$(sed -n 's/^gasp-check: //p' "$directory/figures")
  else
    say "no mpicc that goes with $launcher: MPI's own figures are missing"
  fi
  set -- "$@" --mpirun="$launcher"
  [ -z "$hosts" ] || set -- "$@" --hosts="$hosts"
fi
# shellcheck disable=SC2086
"$gasprun" "$@" "$directory/check" load="$load" ${figures-} > "$directory/result"
status=$?
cat "$directory/result"
[ $status -eq 0 ] && ! grep -q '^\*' "$directory/result"
