# gaspcc --tool=gasp links the sample tool in, also into static programs.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
for static in '' -static; do
  cp "$HERE/sample.c" .
  run 0 "$CC" -g -O1 --profile --tool=gasp $static -pthread sample.c -o prog
  rm -rf profile
  run 3 env GASP_OUTPUT=profile ./prog
  [ "$(cat err)" = errors ] || fail "stderr: $(cat err)"
  "$GASP" report --format=csv --view=flat profile > csv
  calls 3000 'int leaf(int)'
done
# gasp run does not count twice.
profile 3 ./prog
calls 3000 'int leaf(int)'
