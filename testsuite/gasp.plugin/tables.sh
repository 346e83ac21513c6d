# The tables in testsuite/README: each test there is a file, and each option and
# variable that the commands tell of is there.
#
# SPDX-License-Identifier: Apache-2.0

table=$SOURCE/testsuite/README
grep -Eo 'gasp\.[a-z]+/[^ ]+\.(sh|c|C|upc)$' "$table" > tests || :
[ "$(wc -l < tests)" -gt 80 ] || fail "$(wc -l < tests) tests"
while read -r test; do
  [ -f "$SOURCE/testsuite/$test" ] || fail "there is no test $test"
done < tests

# listed WORDS...: each stands in the table, as a word.
sed 's/\(	\|  \)gasp\.[a-z]*\/.*//' "$table" | tr -s ' 	,' '\n' > words
listed ()
{
  for word; do
    grep -qxF -e "$word" words || fail "$word is not in $table"
  done
}

# options COMMAND...: the long ones of its help.
options ()
{
  "$@" | sed -n 's/^  \(-[a-zA-Z][ A-Z]*, \)\{0,1\}\(--[a-z-]*\|-[a-zA-Z][a-z-]*\).*/\2/p' \
    | sed 's/-$//' | sort -u
}

listed $(options "$BUILD/bin/gaspupc" --gasp-help)
for command in run attach detach report browse top diff trace list doctor compiler-path; do
  options "$GASP" $command --help > found
  listed $(cat found)
  has found '^--help$'
done
[ -n "$RUNNER" ] || listed $(options "$BUILD/bin/gasprun" --help)
listed $("$GASP" list settings --names)
listed $(sed -n 's/.*getenv ("\(\(GASPCC\|UPC\)_[A-Z_]*\)").*/\1/p' \
  "$SOURCE"/wrappers/*.c "$SOURCE"/libupc/*/*.c)
listed $(sed -n 's/.*{ "\(UPC_[A-Z_]*\)".*/\1/p' "$SOURCE/libupc/core/options.c")
"$BUILD/bin/gaspcc" --gasp-help > help
listed $(sed '1,/Arguments of the GASP plugin/d; s/^  \([a-z-]*\).*/\1/' help)
listed $(sed -n 's/^  \(GASPCC[A-Z_]*\).*/\1/p' help)
