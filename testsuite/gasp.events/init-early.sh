# gasp_init comes before C++ constructors of instrumented code, wherever the unit stands.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.C <<'END'
extern int counter;
struct early { __attribute__ ((noipa)) early () { counter++; } };
__attribute__ ((init_priority (101))) static early object;
int main () { return counter - 1; }
END
echo 'int counter;' > b.C
for mode in source emitted; do
  run 0 "$CXX" -O2 -finstrument-gasp-functions=$mode a.C b.C -o prog
  checked ./prog
  run 0 under dump ./prog
  head -1 result | grep -q '= gasp_init 0 1' || fail "first callback: $(head -1 result)"
  count 1 result '\+ GASP_C_FUNC .*early::early\(\)'
done
