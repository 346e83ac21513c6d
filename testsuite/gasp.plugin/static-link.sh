# A static program is linked with the same remarks of the linker's as without
# instrumentation: none, also where the C library's own dlopen comes along, as
# in C++.
#
# SPDX-License-Identifier: Apache-2.0

cat > threads.C <<'EOF'
#include <iostream>
#include <thread>
int main () { std::thread t ([] { std::cout << "here\n"; }); t.join (); }
EOF
echo 'int main (void) { return 0; }' > empty.c
run 0 $STOCKXX -g -static -pthread threads.C
[ ! -s err ] || unsupported "the plain one is remarked upon: $(head -n 1 err)"
for mode in source emitted; do
  flags="-finstrument-gasp -finstrument-gasp-functions=$mode -g -static"
  run 0 $CXX $flags -pthread threads.C
  hasnt err .
  run 0 ./a.out
  has out '^here$'
  run 0 $CC $flags empty.c
  hasnt err .
done

# GCC takes its options with two dashes, too.
run 0 $CC -finstrument-gasp --static --tool=papi empty.c
