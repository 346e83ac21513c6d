# The release has one number, wherever it stands, and the commands say it; and one homepage.
#
# SPDX-License-Identifier: Apache-2.0

version=$(sed -n 's/^VERSION = //p' "$SOURCE/mk/build.mk")
[ -n "$version" ] || fail "mk/build.mk has no VERSION"

# is WHERE NUMBER: it is that of the release.
is () { [ "$2" = "$version" ] || fail "$1 has $2, not $version"; }
is debian/changelog "$(sed -n '1s/.*(\(.*\)).*/\1/p' "$SOURCE/debian/changelog")"
is packaging/gasp-gcc.spec "$(sed -n 's/^Version: *//p' "$SOURCE/packaging/gasp-gcc.spec")"
is "its %changelog" "$(sed -n '/^%changelog/{ n; s/.* - \(.*\)-1$/\1/p; }' \
  "$SOURCE/packaging/gasp-gcc.spec")"
is NEWS "$(sed -n '/^----/{ x; s/,.*//p; q; }; h' "$SOURCE/NEWS")"
run 0 "$GASP" --version
is 'gasp --version' "$(sed -n '1s/^[^0-9]*\([0-9.]*[0-9]\).*/\1/p' out)"

# Packages say where the project is found, as soon as that is known.
mkdir -p tree/mk tree/gasp-gcc-"$version"/mk
cp -r "$SOURCE/debian" "$SOURCE/packaging" tree
for homepage in '' https://gasp.example/home; do
  sed "s|^HOMEPAGE =.*|HOMEPAGE = $homepage|" "$SOURCE/mk/build.mk" > tree/mk/build.mk
  grep -q "^HOMEPAGE = $homepage\$" tree/mk/build.mk || fail "mk/build.mk has no HOMEPAGE"
  if [ -f /usr/share/dpkg/buildflags.mk ]; then
    run 0 make -C tree -f debian/rules -n override_dh_gencontrol
    if [ -n "$homepage" ]; then has out "dh_gencontrol -- -DHomepage='$homepage' "
    else hasnt out Homepage; fi
  fi
  command -v rpmspec > /dev/null || continue
  cp tree/mk/build.mk tree/gasp-gcc-"$version"/mk
  tar -C tree -czf "gasp-gcc-$version.tar.gz" gasp-gcc-"$version"
  run 0 rpmspec -q --srpm --define "_sourcedir $PWD" --queryformat '%{url}\n' \
    tree/packaging/gasp-gcc.spec
  has out "^${homepage:-\(none\)}\$"
done
