# What a table has no room for is added up below it: in text, and in HTML.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
# 130 functions; the one with number N allocates N + 1 bytes that nobody frees, and calls
# nothing.
awk 'BEGIN {
  print "#include <stdlib.h>"
  print "static void *volatile kept;"
  for (i = 0; i < 130; i++)
    printf "static void f%d (void) { kept = malloc (%d); }\n", i, i + 1
  print "int main (void)\n{"
  for (i = 0; i < 130; i++) printf "  f%d (); f%d ();\n", i, i
  print "  return 0;\n}"
}' > prog.c
run 0 "$CC" -g -O1 -fno-builtin --profile prog.c -o prog
recorded 0 --exact ./prog

# Those that are cut: 126 to 130 are shown, and 1 to 125 are 2 * 7875 bytes.
run 0 "$GASP" report --view=leaks --limit=5 profile
has out '^Memory not freed \(5 of 130; '
has out '^ *15\.4 KiB +250 +\(the other 125\)$'
run 0 "$GASP" report --view=allocations --limit=5 profile
has out '^ *15\.4 KiB +250 .* \(the other 125\)$'
run 0 "$GASP" report --view=leaks --limit=0 profile
hasnt out 'the other'
run 0 "$GASP" report --view=leaks --limit=130 profile
hasnt out 'the other'

# Self times of the tree, and of functions, come to all of it.  Total times are not added up.
run 0 "$GASP" report --view=tree --limit=20 profile
has out '^ {18} +~?[0-9.]+( [mun]?s)?.* \(the other [0-9]+\)$'
run 0 "$GASP" report --view=flat --limit=20 profile
has out '^ *~?[0-9.]+( [mun]?s)? .*\(the other [0-9]+\)$'
awk '/^---/ { in_table = 1; next }
     in_table { sum += $2 ~ /s$/ ? $3 : $2 } END { exit !(sum > 98 && sum < 102) }' out \
  || fail "self times are not 100 % with the rest"

run 0 "$GASP" report --format=html --output=report.html profile
. "$HERE/../lib/browser.sh"
ask '#Memory' '
  const rows = [...document.querySelectorAll ("tr.rest")].map (r => r.textContent);
  seen.push (rows.find (r => r.includes ("the other 30")) || "none");
  [...document.querySelectorAll ("button.more")].forEach (b => b.click ());
  seen.push (document.querySelectorAll ("tr.rest").length);
'
grep -q '930.*60.*the other 30' seen || fail "no sum of the rest"
line 2 0
