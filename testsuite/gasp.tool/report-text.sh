# The text: flat profile, tree, memory, user events, where everything is.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
profile 3 ./prog
run 0 "$GASP" report profile
has out 'exit status 3'
has out '3000 .*int leaf\(int\) .*sample\.c:19'
has out 'int main\(int, char \*\*\)'
has out 'phase'
hasnt out 'nan|inf '
