# The text: flat profile, tree, memory, user events, where everything is.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
profile 3 ./prog
run 0 "$GASP" report profile
has out 'exit status 3'
has out '3000 .* leaf +sample\.c:19'
has out ' main  '
hasnt out 'int main'
has out 'phase'
hasnt out 'nan|inf '
