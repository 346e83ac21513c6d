# One installation serves several GCCs: by wrappers with a version in their names,
# by compiler-path, by the specs file, and by the plugin itself; doctor names them.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 900
# check-all: the product is compiled for two GCCs

make=$(command -v make) || unsupported "no make"
not_emulated "the plugin is compiled for this machine"
other=
for version in $(seq 11 30); do
  plugin=$(gcc-$version -print-file-name=plugin 2> err) || continue
  [ gcc-$version != "$STOCK" ] && [ -f "$plugin/include/gcc-plugin.h" ] \
    && g++-$version --version > out 2> err && other=$version
done
[ -n "$other" ] || unsupported "there is no other GCC"
run 0 $make -s -C "$SOURCE" install CC="$STOCK gcc-$other" O="$PWD/build" \
  PREFIX="$PWD/in stalled"
in="$PWD/in stalled"
cat > a.c <<'E2'
#include <stdio.h>
int f (int x) { return x + 1; }
int main (void) { puts (__VERSION__); return f (-1); }
E2
cp a.c a.cc

# profiled VERSION COMMAND...: it compiles, with that GCC, what has four events.
profiled ()
{
  version=$1
  shift
  run 0 "$@" -finstrument-gasp-functions -o prog
  run 0 under dump ./prog
  has out "^$version"
  count 4 result GASP_C_FUNC
}
for version in "${STOCK#gcc-}" "$other"; do
  profiled $version "$in/bin/gaspcc-$version" a.c
  profiled $version "$in/bin/gaspc++-$version" a.cc
  profiled $version command env PATH="$in/lib/gasp-compilers:$PATH" gcc-$version a.c
  profiled $version gcc-$version -specs="$in/lib/gasp.specs" a.c
  profiled $version gcc-$version -specs="$in/lib/gasp.specs" -O2 -flto a.c
done
profiled "${STOCK#gcc-}" "$in/bin/gaspcc" a.c
echo 'shared int x[THREADS]; int main (void) { x[MYTHREAD] = 1; return 0; }' > a.upc
run 0 "$in/bin/gaspupc-$other" --profile a.upc -o upc
UPC_THREADS=2 run 0 ./upc
run 0 "$in/bin/gasp" doctor
has out "ok +gcc-$other .* is served"
has out "ok +$STOCK .* is served"
rm -r "$in/lib/gasp-gcc-$other"
run 0 "$in/bin/gasp" doctor
has out "note +gcc-$other .* is not served: .* CC=\"[^ ]*$STOCK gcc-$other\""
run - "$in/bin/gaspcc-$other" -c a.c
has err "was built for GCC ${STOCK#gcc-}.*gasp doctor"
run 0 $make -s -C "$SOURCE" uninstall O="$PWD/build" PREFIX="$in"
[ -z "$(find "$in" -type f -o -type l 2> find.err)" ] || { find "$in"; fail "left behind"; }
