# What runs here is for this machine, what goes there for the other; compilers
# of this machine are not shadowed.
#
# SPDX-License-Identifier: Apache-2.0

[ -n "$RUNNER" ] || unsupported "this machine's own"
for file in bin/gasp bin/gaspcc lib/gasp.so lib/gasp-passes.so; do
  is_theirs "$BUILD/$file" && fail "$file is not for this machine"
done
for file in bin/$MACHINE-gasp lib/libgasp.so.1 lib/libgasptool.so; do
  is_theirs "$BUILD/$file" || fail "$file is not for the other machine"
done
[ ! -e "$BUILD/lib/gasp-compilers/gcc" ] || fail "shadows gcc"
[ -e "$BUILD/lib/gasp-compilers/$MACHINE-gcc" ] || fail "no $MACHINE-gcc"
echo 'int x;' > a.c
run - gcc -fplugin="$PLUGIN" -c a.c
has err 'was built for'
hasnt err 'internal compiler error'
