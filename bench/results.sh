#!/bin/sh
# results.sh - run a command, and keep what it prints in RESULTS.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: results.sh COMMAND...
#
# With the machine and the versions of what takes part, without which figures
# mean nothing.

set -eu
cd "$(dirname "$0")"

# The first line that a command prints, if there is one.
version () {
  command -v "$1" > /dev/null || return 0
  printf '  %-12s %s\n' "$1" "$("$@" 2>&1 | head -n 1)"
}

{
  date '+Measured on %Y-%m-%d'
  sed -n 's/^model name[^:]*: /  processor    /p' /proc/cpuinfo | head -n 1
  echo "  processors   $(nproc)"
  echo "  load         $(cut -d' ' -f1 /proc/loadavg) before"
  echo "  system       $(uname -sr)"
  version gcc --version
  version g++ --version
  version gfortran --version
  version clang --version
  version uftrace --version
  version perf --version
  version heaptrack --version
  version valgrind --version
  version mpicc --version
  echo
} > RESULTS
cat RESULTS
"$@" 2>&1 | tee -a RESULTS
