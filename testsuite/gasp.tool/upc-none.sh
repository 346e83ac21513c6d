# A program that is not UPC has no tables of it.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
profile 3 ./prog
run 0 "$GASP" report profile
hasnt out 'UPC'
run 0 "$GASP" report --format=csv --view=all profile
hasnt out '^"(matrix|grid|barriers|functions-by-thread)"'
has out '^"table","thread","peer","bytes"'
