# A record that may not grow: further call paths are counted together.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > gen.sh <<'END'
echo '#define F(n) __attribute__ ((noipa)) void f##n (void) { __asm__ volatile (""); }'
i=0; while [ $i -lt 2000 ]; do echo "F($i)"; i=$((i + 1)); done
echo 'int main (void) {'
i=0; while [ $i -lt 2000 ]; do echo "f$i ();"; i=$((i + 1)); done
echo 'return 0; }'
END
sh gen.sh > many.c
run 0 "$CC" -O0 -finstrument-gasp-functions many.c -o many
profile 0 ./many
[ "$(grep -c '"void f' csv)" = 2000 ] || fail "$(grep -c '"void f' csv) functions"
rm -rf profile
run 0 "$GASP" run -q -o profile --record-limit=400K ./many
[ "$(cat profile/*.gasp | wc -c)" -le 700000 ] || fail "$(cat profile/*.gasp | wc -c) bytes"
run 0 "$GASP" report profile
