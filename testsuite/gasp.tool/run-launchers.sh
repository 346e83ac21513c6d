# gasp run says that a program is not instrumented, but not of a command that runs the
# program that is meant.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
run 0 "$GASP" run -o none true
has err "true' is not instrumented, nor are its libraries: expect samples only"
for launcher in 'env A=1' 'timeout 20' 'nice -n 1'; do
  rm -rf profile
  run 3 "$GASP" run -o profile $launcher ./prog threads
  hasnt err 'expect'
  has err 'recorded'
done
