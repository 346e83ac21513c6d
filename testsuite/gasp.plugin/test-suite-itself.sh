# The test suite fails without runtest, and when it runs nothing; and counts failures.
#
# SPDX-License-Identifier: Apache-2.0

run=$SOURCE/testsuite/run.sh
mkdir -p fake/bin fake/include path
printf '#!/bin/sh\ncase $1 in -dump*) exec %s "$1" ;; esac\nexit 1\n' "$STOCK" \
  > fake/bin/gaspcc
cp fake/bin/gaspcc fake/bin/gaspc++
chmod +x fake/bin/*
cp "$BUILD"/include/*.h fake/include
for program in sh sed grep cat printf nproc tr dirname rm mkdir env expr; do
  found=$(command -v $program) && case $found in /*) ln -s "$found" path/ ;; esac
done
run - env PATH="$PWD/path" sh "$run" "$SOURCE" fake events
has err 'runtest.*not found'
run - sh "$run" "$SOURCE" fake 'events/no-such-test*'
tail -1 out | grep -qx '0 passed, 0 failed' || fail "last line: $(tail -1 out)"
run - sh "$run" "$SOURCE" fake events/return.c
tail -1 out | grep -Eqx '[0-9]+ passed, [1-9][0-9]* failed' || fail "last line: $(tail -1 out)"
run 2 sh "$run" "$SOURCE" fake no-such-directory
