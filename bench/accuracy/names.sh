# names.sh - what leaves.sh and misplaced.sh begin with: perf is the truth for both.
#
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/../part.sh"
. "$benches/contest.sh"
gasp=$bin/gasp
has perf || { echo 'nothing to compare times with, as perf is not there'; exit; }
prepare
scale=4

# Functions for awk.  short: NAME without parameters, arguments of templates and what
# compilers add; of what is in a class or a namespace the last name.  symbol: that of a
# line of perf script -F ip,sym,dso.
names='
    function short(name) {
      sub (/ \[clone.*| \(.*\)$/, "", name)
      while (sub (/<[^<>]*>/, "", name)) continue
      sub (/[(].*/, "", name)
      sub (/\.(constprop|isra|part|cold).*/, "", name)
      sub (/.*[: *&]/, "", name)
      return name
    }
    function symbol(line) {
      sub (/^[ \t]*[0-9a-f]+ /, "", line)
      sub (/ [(][^(]*$/, "", line)
      sub (/[+]0x.*/, "", line)
      return line
    }'
