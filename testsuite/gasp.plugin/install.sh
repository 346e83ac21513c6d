# make install copies what works by itself; make uninstall removes it.
#
# SPDX-License-Identifier: Apache-2.0

# timeout: 300
make=$(command -v make) || unsupported "no make"
run 0 $make -s -C "$SOURCE" install O="$BUILD" PREFIX="$PWD/pre fix"
for file in bin/gaspcc bin/gasp lib/libgasp.so include/gasp.h; do
  [ -e "pre fix/$file" ] || { find "pre fix" | head -50; fail "no $file"; }
done
cat > a.c <<'END'
#include <pupc.h>
int f (void) { return 0; }
int main (void) { pupc_event_atomic (pupc_create_event ("e", 0)); return f (); }
END
[ "$("pre fix/bin/gaspcc" -dumpfullversion)" = "$("$CC" -dumpfullversion)" ] \
  || fail "built again, for another compiler"
run 0 "pre fix/bin/gaspcc" --profile a.c -o prog
run 0 under dump ./prog
count 4 result GASP_C_FUNC
run 0 "pre fix/bin/gasp" run -q -o profile ./prog
run 0 "pre fix/bin/gasp" report profile
has out ' f  '
cat > a.upc <<'END'
#include <upc.h>
shared int a[THREADS];
int main (void) { a[MYTHREAD] = 1; upc_barrier; return a[THREADS - 1] != 1; }
END
run 0 "pre fix/bin/gaspupc" --profile a.upc -o upc
UPC_THREADS=2 run 0 ./upc
if grep -rlF "$BUILD/lib" "pre fix" > found; then cat found; fail "names the build tree"; fi
for licence in COPYING COPYING.Apache-2.0; do
  cmp "$SOURCE/$licence" "pre fix/share/doc/gasp/$licence" || fail "no $licence"
done
[ -s "pre fix/share/gasp/gasp.supp" ] || fail "no gasp.supp"

# An installation is a tree that can be anywhere, also where nobody may write.
mv "pre fix" 'moved a way'
for flags in "" "-O2 -flto" -static; do
  # shellcheck disable=SC2086
  run 0 "moved a way/bin/gaspcc" --profile $flags a.c -o prog
done
run 0 "moved a way/bin/gaspcc" --profile a.c -o prog
readelf -d prog > dynamic
has dynamic 'PATH.*/moved a way/lib'
run 0 "moved a way/bin/gasp" run -q -o profile2 ./prog
run 0 "moved a way/bin/gasp" report profile2
has out ' f  '
run 0 "moved a way/bin/gaspupc" --profile a.upc -o upc
UPC_THREADS=2 run 0 ./upc
run 0 command env PATH="$("moved a way/bin/gasp" compiler-path):$PATH" \
  $STOCK -finstrument-gasp-functions a.c -o prog
run 0 under dump ./prog
count 4 result GASP_C_FUNC
# Without gaspcc, a specs file says where; doctor tells of one that is wrong.
run 0 "moved a way/bin/gasp" doctor
has out 'note.*another place.*--gasp-specs'
run 0 "moved a way/bin/gaspcc" --gasp-specs
cp out "moved a way/lib/gasp.specs"
run 0 $STOCK -specs="moved a way/lib/gasp.specs" -finstrument-gasp-functions a.c -o prog
run 0 under dump ./prog
count 4 result GASP_C_FUNC
run 0 "moved a way/bin/gasp" doctor
hasnt out 'another place'
mv 'moved a way' "pre fix"
run 0 $make -s -C "$SOURCE" uninstall O="$BUILD" PREFIX="$PWD/pre fix"
[ -z "$(find "pre fix" -type f -o -type l 2> find.err)" ] || { find "pre fix"; fail "left behind"; }
run 0 $make -s -C "$SOURCE" install O="$BUILD" PREFIX=/usr DESTDIR="$PWD/dest"
[ -x dest/usr/bin/gaspcc ] || fail "DESTDIR"

# The RPM packages have all of that but what is for MPI and for other compilers.
sed -n '/^%files/,/^%changelog/ {
    s/^%doc //; s,%{_libdir}/gasp/,usr/lib/,; s,%{_libdir},usr/lib,; s,%{_bindir},usr/bin,
    s,%{_includedir},usr/include,; s,%{_docdir},usr/share/doc,; s,%{_mandir},usr/share/man,
    s,%{_datadir},usr/share,; /^usr/p }' "$SOURCE/packaging/gasp-gcc.spec" > listed
cd dest
# shellcheck disable=SC2046
find $(cat ../listed) ! -type d | sort -u > ../packaged
find usr ! -type d \
  | grep -v -e '/lib[a-z-]*-\(mpich\|openmpi\)\.so$' -e ^usr/lib/gasp-gcc- \
  | sort | comm -23 - ../packaged > ../forgotten
cd ..
[ ! -s forgotten ] || { cat forgotten; fail "not in packaging/gasp-gcc.spec"; }
