# A thread that shares the thread-local storage of the one that made it changes nothing; its creator is measured.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "processes share no memory there"
cp "$HERE/../gasp.events/clone-shared.c" "$HERE/../gasp.events/test.h" .
for mode in source emitted; do
  run 0 "$CC" -O2 -DTURNS=300000 --profile -finstrument-gasp-functions=$mode \
    clone-shared.c -o prog
  for timing in auto all; do
    rm -rf profile
    run 0 env GASP_TIMING=$timing "$GASP" run -q -o profile ./prog
    run 0 "$GASP" report --format=csv profile
    has out ',(29[0-9]{4}|300000),.*"long int work'
  done
done
