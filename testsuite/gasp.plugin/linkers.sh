# Other linkers: what they keep, put together and leave out is no matter.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

cat > a.cc <<'E2'
#include <cstdlib>
template <typename T> __attribute__ ((noipa)) T same (T x) { return x; }
__attribute__ ((noipa)) int add (int a) { return a + 1; }
__attribute__ ((noipa)) int also (int a) { return a + 1; }
__attribute__ ((noipa)) int unused (int a) { return a - 1; }
extern int other (int);
int main () { free (malloc (1)); return same (1) + add (1) + also (1) + other (1) - 6; }
E2
cat > b.cc <<'E2'
template <typename T> __attribute__ ((noipa)) T same (T x) { return x; }
int other (int x) { return same (x); }
E2
tried=
for linker in bfd gold lld mold; do
  echo 'int main () { }' > empty.cc
  "$CXX" -fuse-ld=$linker empty.cc -o empty > out 2> err || continue
  tried="$tried $linker"
  for mode in source emitted; do
    for options in '' '-Wl,--gc-sections' '-Wl,-z,pack-relative-relocs' '-Wl,--icf=all' '-static-pie' '-no-pie'; do
      its_turn 5 || continue
      "$CXX" -fuse-ld=$linker $options empty.cc -o empty > out 2> err || continue
      run 0 "$CXX" -fuse-ld=$linker -O2 -ffunction-sections -fno-optimize-sibling-calls $options \
	-finstrument-gasp-functions=$mode a.cc b.cc -o prog
      run 0 ./prog
      [ "$options" != -static-pie ] || continue
      checked ./prog
      run 0 under dump ./prog
      count 12 result GASP_C_FUNC
    done
  done
done
[ -n "$tried" ] || unsupported "no linker can be chosen"
