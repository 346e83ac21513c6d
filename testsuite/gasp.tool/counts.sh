# Counts are exact; inclusive time is never less than exclusive time.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
for mode in source emitted; do
  example -finstrument-gasp-functions=$mode
  profile 3 ./prog
  calls 1 'int main(int, char **)'
  calls 3 'int node(int)'
  calls 3000 'int leaf(int)'
  calls 1 'char *keep(int)'
  # Two of its own, and the buffer of standard output.
  calls 3 malloc
  calls 1 free
  calls 3 phase
  [ "$(figure bytes malloc)" = $((4398 + 4096)) ] || fail "bytes: $(figure bytes malloc)"
  for function in 'int main(int, char **)' 'int node(int)' 'int leaf(int)' malloc phase; do
    [ "$(figure total "$function")" -ge "$(figure self "$function")" ] || fail "$function: self is more than total"
  done
  [ "$(figure total 'int main(int, char **)')" -ge "$(figure total 'int node(int)')" ] || fail "main is less than node"
done
