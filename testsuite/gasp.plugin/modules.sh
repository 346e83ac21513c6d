# C++ modules: what a module defines is instrumented where it is compiled, once.
#
# SPDX-License-Identifier: Apache-2.0

cat > m.cc <<'E2'
export module m;
export __attribute__ ((noipa)) int add (int a, int b) { return a + b; }
export template <typename T> __attribute__ ((noipa)) T twice (T x) { return x + x; }
export inline __attribute__ ((noipa)) int one () { return 1; }
E2
cat > main.cc <<'E2'
import m;
int main () { return add (one (), 1) + twice (2) - 6; }
E2
for mode in source emitted; do
  rm -rf gcm.cache
  run 0 "$CXX" -std=c++20 -fmodules-ts -O2 -finstrument-gasp-functions=$mode -c m.cc
  run 0 "$CXX" -std=c++20 -fmodules-ts -O2 -finstrument-gasp-functions=$mode -c main.cc
  run 0 "$CXX" m.o main.o -o prog
  checked ./prog
  run 0 under dump ./prog
  count 8 result GASP_C_FUNC
  has result 'm.cc:2:.*"int add(@m)?\(int, int\)"'
done
