#!/bin/sh
# sources.sh - get GCC's test suites, from Debian's package of its sources.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: sources.sh SOURCE DIRECTORY CC
#
# Downloads gcc-N-source for the major version of CC to DIRECTORY, unpacks the
# test suites of the compiler and of its libraries, and prints where they are.
# The second time, prints that.

set -euf
source=$1 directory=$2
major=$($3 -dumpversion | cut -d. -f1)
package=gcc-$major-source

suites='gcc libatomic libgomp libitm libstdc++-v3'
place=$directory/testsuites-$major
if [ "$(cat "$place/.complete" 2>/dev/null)" != "$suites" ]; then
  deb=$(sh "$source/scripts/fetch-source" --package "$package" "$directory")
  rm -rf "$place"
  mkdir -p "$place"
  dpkg-deb --fsys-tarfile "$deb" \
    | tar -xO --wildcards -f - '*/gcc-*.tar.xz' \
    | tar -C "$place" -xJ --wildcards --strip-components=1 -f - \
      $(printf '*/%s/testsuite ' $suites)
  rm -rf "${deb%/*}"
  echo "$suites" > "$place/.complete"
fi
printf '%s\n' "$place"
