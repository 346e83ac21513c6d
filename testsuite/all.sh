#!/bin/sh
# all.sh - run all that tests anything, one target of the Makefile after the other.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: all.sh MAKE BUILD TARGET...
#
# A TARGET may have settings, joined by commas: check,ALL=yes.  What each prints is in
# BUILD/all/TARGET.log.  A table of the results, which is also in BUILD/all/table, comes
# last.  The status is 0 only if all went well.

set -u

make=$1 logs=$2/all
shift 2
mkdir -p "$logs" && rm -f "$logs"/* || exit 2
failed=0
for target; do
  log=$logs/$target.log
  begin=$(date +%s)
  result=passed
  # shellcheck disable=SC2046
  $make --no-print-directory $(echo "$target" | tr , ' ') > "$log" 2>&1 < /dev/null \
    || { result=failed; failed=1; }
  printf '%-32s %-7s %6d s  %s\n' "$target" $result $(($(date +%s) - begin)) \
    "$(tail -n 1 "$log" | cut -c 1-60)" | tee -a "$logs/table"
done
echo
cat "$logs/table"
exit $failed
