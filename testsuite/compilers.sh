#!/bin/sh
# compilers.sh - run make in chroots of several releases, for each GCC there.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: compilers.sh SOURCE BUILD RELEASES [COMPILERS [TARGETS]]
#
# RELEASES are names of Debian's releases, COMPILERS major versions of GCC (all
# that a release has and the plugin is for, if none is given), TARGETS what is
# made with each.  "make demo" comes first, with the release's own GCC.
#
# What make prints is in BUILD/compilers/RELEASE-*.log.  A table of the results,
# which is also in BUILD/compilers/table, comes last.  The status is 0 only if
# all went well.

set -u

SOURCE=$(cd "$1" && pwd -P) && mkdir -p "$2" && BUILD=$(cd "$2" && pwd -P) \
  || exit 2
releases=$3 compilers=${4-} targets=${5:-check}
logs=$BUILD/compilers
mkdir -p "$logs" && rm -f "$logs"/* || exit 2
failed=0

# inside RELEASE COMMAND...
inside () {
  sh "$SOURCE/scripts/chroot" -o "$BUILD/chroots" "$@"
}

# copy_sources RELEASE: as they are now, without what was built.  BUILD, with the
# chroots, may be anywhere.
copy_sources () {
  tar -C "$SOURCE" --exclude=./build --exclude=./.git \
      --exclude="./${BUILD#"$SOURCE"/}" -c . \
    | inside "$1" sh -c 'mkdir gasp && tar -C gasp --no-same-owner -x'
}

# versions RELEASE: the GCCs that it has, and we are for.
versions () {
  oldest=$(sed -n 's/^oldest=\([0-9]*\).*/\1/p' "$SOURCE/scripts/check-compiler")
  inside "$1" apt-cache pkgnames gcc- \
    | sed -n 's/^gcc-\([0-9]*\)-plugin-dev$/\1/p' | sort -n \
    | awk -v oldest="$oldest" '$1 >= oldest'
}

# row RELEASE COMPILER TARGETS STATUS LOG
row () {
  counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed.*/\1 \2/p' "$5" | tail -n 1)
  result=passed
  [ "$4" -eq 0 ] || { result=failed; failed=1; }
  # shellcheck disable=SC2086
  set -- "$1" "$2" "$3" "$result" $counts
  printf '%-10s %-8s %-18s %-7s %8s %8s\n' "$1" "$2" "$3" "$4" "${5--}" "${6--}" \
    >> "$logs/table"
  tail -n 1 "$logs/table"
}

# try RELEASE LOG COMPILER TARGETS [VARIABLE=VALUE...]: a row of the table.
# COMPILER is a command there.
try () {
  where=$1 log=$logs/$2 compiler=$3 what=$4
  shift 4
  status=0
  # shellcheck disable=SC2086
  inside "$where" make -C gasp "$@" $what > "$log" 2>&1 || status=$?
  row "$where" "$(inside "$where" "$compiler" -dumpfullversion)" "$what" \
    $status "$log"
}

printf '%-10s %-8s %-18s %-7s %8s %8s\n' \
  release GCC "make ..." result passed failed | tee "$logs/table"
for release in $releases; do
  { inside -a "$release" apt-get -qq update && copy_sources "$release"; } \
    > "$logs/$release-made.log" 2>&1 \
    || { tail -n 5 "$logs/$release-made.log"; failed=1; continue; }
  try "$release" "$release-demo.log" gcc demo
  for version in ${compilers:-$(versions "$release")}; do
    try "$release" "$release-$version.log" "gcc-$version" "$targets" \
      CC="gcc-$version" CXX="g++-$version" O="build/$version"
  done
done
echo
cat "$logs/table"
exit $failed
