# The release has one number, wherever it stands, and the commands say it.
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
