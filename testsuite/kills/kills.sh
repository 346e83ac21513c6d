# kills.sh - kill instrumented programs, and see that no record is lost.
#
# SPDX-License-Identifier: Apache-2.0
#
#   CC=... sh testsuite/kills/kills.sh SOURCE BUILD [NUMBER [SEED]]

set -eu
source=$(cd "$1" && pwd)
build=$(cd "$2" && pwd)
number=${3:-1000}
seed=${4:-$(date +%s)}
here=$source/testsuite/kills
work=$build/kills
rm -rf "$work"
mkdir -p "$work"
cd "$work"
"$build/bin/gaspcc" -g -O1 --profile -pthread "$here/victim.c" -o victim
"${CC:-gcc}" -g -O1 -Wall "$here/kills.c" -o kills
echo "Random numbers start from $seed."
exec ./kills "$build/bin/gasp" ./victim "$number" "$seed"
