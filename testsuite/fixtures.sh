#!/bin/sh
# fixtures.sh - make what many tests use, once for a run of the suite.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: fixtures.sh SOURCE BUILD DIRECTORY
#
# Into DIRECTORY, which is emptied first: the tools "dump" and "check" as .o, .a and .so,
# the program "json", and gasp.tool/sample.c compiled with --profile.  The last is
# missing if that fails: then tests that compile it say so.  RUNNER as in run.sh.

set -eu
SOURCE=$1 BUILD=$2 made=$3
stock=gcc-$("$BUILD/bin/gaspcc" -dumpversion | cut -d. -f1)
[ -z "${RUNNER-}" ] || stock=$("$BUILD/bin/gaspcc" -dumpmachine)-$stock

rm -rf "$made"
mkdir -p "$made"
for tool in dump check; do
  for form in o so; do
    options=-c
    [ $form = o ] || options=-shared
    "$stock" -O1 -fPIC $options -I"$SOURCE/include" -I"$BUILD/include" \
      "$SOURCE/testsuite/tools/$tool.c" -o "$made/$tool.$form"
  done
  ar rc "$made/$tool.a" "$made/$tool.o"
done
gcc "$SOURCE/testsuite/tools/json.c" -o "$made/json"
cp "$SOURCE/testsuite/gasp.tool/sample.c" "$made" 2> "$made/log" || exit 0
(cd "$made" && "$BUILD/bin/gaspcc" -g -O1 --profile -pthread sample.c -o sample) \
  > "$made/log" 2>&1 || true
