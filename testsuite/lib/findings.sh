# findings.sh - what the tests of the report's first sentences share.
#
# SPDX-License-Identifier: Apache-2.0

# findings: those of the records in profile, as lines "rule|location|text", in the file
# found.
findings ()
{
  run 0 "$GASP" report --format=csv --view=findings --output=findings.csv profile
  sed '1d; s/^"findings","\([^"]*\)",\("\([^"]*\)"\)\{0,1\},[^,]*,[^,]*,"\(.*\)","gasp .*/\1|\3|\4/' \
    findings.csv > found
  cat found
}

# stands_out RULE LOCATION PATTERN: that is found there, in such words.
stands_out ()
{
  grep -E "^$1\|$2\|.*$3" found > /dev/null || fail "no $1 at $2 with '$3'"
}

# nothing_wrong: no rule finds anything but where the time goes, and what is due to the
# machine: on a busy one, threads that are alike may wait for one another.
nothing_wrong ()
{
  hasnt found '^(double-free|single|lock|small|serial|team|alloc|leak)'
  grep -q '^busy-machine' found || hasnt found '^(wait|imbalance)'
}
