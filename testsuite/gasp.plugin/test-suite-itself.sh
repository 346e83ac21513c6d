# The test suite fails without runtest, and when it runs nothing; and counts failures.
#
# SPDX-License-Identifier: Apache-2.0

run=$SOURCE/testsuite/run.sh
mkdir -p fake/bin fake/include path
printf '#!/bin/sh\ncase $1 in -dump*) exec %s "$1" ;; esac\nexit 1\n' "$STOCK" \
  > fake/bin/gaspcc
cp fake/bin/gaspcc fake/bin/gaspc++
chmod +x fake/bin/*
cp "$BUILD"/include/*.h "$BUILD"/include/*.def fake/include
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

# What compares times runs when all else has ended; JOBS is obeyed; what could not
# be tested is counted, with its reason.
mkdir -p tree/testsuite
ln -s "$SOURCE/include" tree/include
cp -r "$SOURCE"/testsuite/config "$SOURCE"/testsuite/lib "$run" \
  "$SOURCE"/testsuite/tools tree/testsuite
for part in plugin timing; do
  mkdir tree/testsuite/gasp.$part
  cp "$SOURCE"/testsuite/gasp.$part/$part.exp tree/testsuite/gasp.$part
  for i in 1 2 3; do
    cat > tree/testsuite/gasp.$part/$i.sh <<END
echo begin $part >> '$PWD/order'
sleep 0.3
echo end $part >> '$PWD/order'
END
  done
done
echo 'unsupported "no such machine"' > tree/testsuite/gasp.plugin/4.sh
run 0 env JOBS=3 sh tree/testsuite/run.sh tree fake timing plugin
tail -1 out | grep -qx '6 passed, 0 failed' || fail "last line: $(tail -1 out)"
has out '^1 unsupported:$'
has out '^  no such machine: gasp.plugin/4.sh'
head -6 order | grep -q timing && fail "timing did not wait"
tail -6 order > alone
printf 'begin timing\nend timing\n%.0s' 1 2 3 | cmp alone - \
  || fail "two tests of times at once"
