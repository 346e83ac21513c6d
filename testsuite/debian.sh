#!/bin/sh
# debian.sh - build the Debian packages in clean chroots, install and try them there.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: debian.sh SOURCE BUILD RELEASE...
#
# For each release: dpkg-buildpackage, lintian, and in a chroot that has nothing else
# the tests of debian/tests with what was built; then the packages are removed again.
# The packages are in BUILD/debian/RELEASE afterwards, with build.log and lintian.log.
# The status is 0 if all went well and lintian has no error or warning.

set -u

SOURCE=$(cd "$1" && pwd -P) && mkdir -p "$2" && BUILD=$(cd "$2" && pwd -P) || exit 2
shift 2
failed=0

inside () { sh "$SOURCE/scripts/chroot" -o "$BUILD/$1" "$release" sh -c "$2"; }

# try WHAT COMMAND...: say how it went.
try () {
  what=$1
  shift
  if "$@" > "$results/$what.log" 2>&1; then result=passed
  else result=failed failed=1; fi
  printf '%-10s %-20s %s\n' "$release" "$what" "$result"
  [ $result = passed ] || tail -n 20 "$results/$what.log" | sed 's/^/  | /'
  [ $result = passed ]
}

make_chroots () {
  sh "$SOURCE/scripts/chroot" -a -o "$BUILD/chroots" "$release" true \
    && sh "$SOURCE/scripts/chroot" -a -o "$BUILD/clean" "$release" true \
    && tar -C "$SOURCE" --exclude=./build --exclude=./.git \
         --exclude="./${BUILD#"$SOURCE"/}" -c . \
       | inside chroots 'mkdir gasp && tar -C gasp --no-same-owner -x'
}

build () {
  inside chroots 'apt-get -qq update && cd gasp \
    && apt-get -y -qq --no-install-recommends install dpkg-dev lintian \
    && apt-get -y -qq --no-install-recommends build-dep ./ \
    && dpkg-buildpackage -us -uc' \
    && cp "$BUILD/chroots/$release"/root/*.deb "$results"
}

check_by_lintian () {
  inside chroots 'lintian --allow-root --fail-on error,warning *.changes'
}

install_packages () {
  mkdir -p "$BUILD/clean/$release/root/debs" \
    && cp "$results"/*.deb "$BUILD/clean/$release/root/debs" \
    && cp -r "$SOURCE/debian/tests" "$BUILD/clean/$release/root" \
    && inside clean 'rm debs/*dbgsym* && apt-get -qq update \
         && apt-get -y -qq --no-install-recommends install ./debs/*.deb g++ gfortran'
}

run_tests () {
  inside clean 'sh tests/profile && sh tests/upc'
}

# Nothing is left of them.
remove_packages () {
  inside clean 'apt-get -y -qq purge gasp "gasp-*" "libgasp*" "libupc*" \
    && ! find /etc /usr /var/lib -name "*gasp*" | grep .'
}

for release; do
  results=$BUILD/debian/$release
  rm -rf "$results" && mkdir -p "$results" || exit 2
  try chroots make_chroots && try build build && try lintian check_by_lintian
  # shellcheck disable=SC2015
  [ -n "$(ls "$results"/gasp_*.deb 2> /dev/null)" ] \
    && try install install_packages && try tests run_tests \
    && try remove remove_packages
done
exit $failed
