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
  "$SOURCE"/testsuite/fixtures.sh "$SOURCE"/testsuite/tools tree/testsuite
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

# What takes long is left to ALL, or to be named.
printf '# check-all: it takes long\n' > tree/testsuite/gasp.plugin/5.sh
ran () { tail -1 out | grep -qx "$1 passed, 0 failed" || fail "$(tail -1 out), not $1"; }
run 0 env ALL=no sh tree/testsuite/run.sh tree fake plugin
ran 3
run 0 env ALL=yes sh tree/testsuite/run.sh tree fake plugin
ran 4
run 0 env ALL= sh tree/testsuite/run.sh tree fake plugin/5.sh
ran 1

# Each test has both modes at two levels, with ALL at each; and all tests together have
# each.
mkdir tree/testsuite/gasp.events
cp "$SOURCE/testsuite/gasp.events/events.exp" tree/testsuite/gasp.events
for i in a b c d e f g; do
  echo 'int main (void) { return 0; }' > tree/testsuite/gasp.events/$i.c
done
# ways PART: how the tests of a run were done, lines "TEST LEVEL MODE".
ways ()
{
  run - env ALL= sh tree/testsuite/run.sh tree fake "$1" > log
  cut -d ' ' -f 3- fake/testsuite/gasp.events.*/seconds | sort
}
ways events > some
[ "$(wc -l < some)" = 14 ] || { cat some; fail "not two ways for each"; }
[ "$(cut -d " " -f 1,3 some | sort -u | wc -l)" = 14 ] || { cat some; fail "not each mode"; }
[ "$(cut -d " " -f 2 some | sort -u | wc -l)" = 4 ] || { cat some; fail "not each level"; }
ways events/a.c > all
[ "$(wc -l < all)" = 8 ] || { cat all; fail "not each way"; }
[ "$(grep -c '/a.c ' some)" = "$(cat some all | sort | uniq -d | wc -l)" ] \
  || fail "ways that are not among all"

# A test that runs Python says that it needs it.
lacking=$(grep -rlE '^[^#]*\bpython3 ' --include='*.sh' "$SOURCE"/testsuite/gasp.*/ \
  | xargs grep -LE 'need python3|command -v python3|unsupported .*[Pp]ython' || true)
[ -z "$lacking" ] || fail "python3 without need: $lacking"
