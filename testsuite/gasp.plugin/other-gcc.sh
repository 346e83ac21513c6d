# A plugin of another version of GCC is refused, with a clear line.
#
# SPDX-License-Identifier: Apache-2.0

tried=
cp -L "$PLUGIN" "${PLUGIN%/*}/gasp-passes.so" .
echo 'int x;' > a.c
for version in $(seq 11 30); do
  [ gcc-$version != "$STOCK" ] && gcc-$version --version > out 2> err || continue
  tried="$tried $version"
  run - gcc-$version -fplugin=./gasp.so -c a.c
  has err "was built for GCC ${STOCK#gcc-}\\."
  hasnt err 'internal compiler error|Segmentation|undefined symbol'
done
[ -n "$tried" ] || unsupported "there is no other GCC"
