# The plugin compiles for each further GCC that is on this machine, without a
# warning, and loads there.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 900
# check-all: the product is compiled for each GCC

make=$(command -v make) || unsupported "no make"
not_emulated "the plugin is compiled for this machine"
oldest=$(sed -n 's/^oldest=\([0-9]*\).*/\1/p' "$SOURCE/scripts/check-compiler")
tried=
for version in $(seq "$oldest" 30); do
  plugin=$(gcc-$version -print-file-name=plugin 2> err) || continue
  [ gcc-$version != "$STOCK" ] && [ -f "$plugin/include/gcc-plugin.h" ] \
    && g++-$version --version > out 2> err || continue
  tried="$tried $version"
  run 0 $make -C "$SOURCE" WERROR=1 CC=gcc-$version CXX=g++-$version O="$PWD/$version"
  echo 'int f (int x) { return x; }' > a.c
  cp a.c a.cc
  run 0 "$version/bin/gaspcc" -O2 --profile -c a.c
  run 0 "$version/bin/gaspc++" -O2 --profile -c a.cc
  rm -rf "$version"
done
[ -n "$tried" ] || unsupported "there is no other GCC"
